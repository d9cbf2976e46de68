#include "simulate/setup/random_consumers.hpp"

#include <utility>

#include "dynamics/random/normal_sequence.hpp"
#include "dynamics/random/stream_names.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/derived/unknown_numbers.hpp"
#include "simulate/external/firmware.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {
namespace {

// --- numbers of a tick ---------------------------------------------------------------------------

template <class S, int n>
constexpr int count_of(const NormalSequence<S, n>*) {
  return n;
}
/// Normals that a random process draws at each step.
template <Turbulent W>
constexpr int normals_of =
    count_of(static_cast<decltype(W::template State<double>::normals)*>(nullptr));

// --- all consumers -------------------------------------------------------------------------------

class Consumers {
 public:
  explicit Consumers(const Plan& plan)
      : plan_(plan), prepared_(plan), varied_(prepared_.varied), flights_(plan.layout.samples) {}

  std::vector<RandomConsumer> all() && {
    add_noise();
    add_winds();
    add_sensors();
    if (prepared_.flights.estimator.is_there()) add_estimator();
    add_inputs();
    return std::move(all_);
  }

 private:
  /// Adds `numbers` draws every so many steps, the first at t = 0 and the last at the end.
  void add_periodic(std::string stream, std::string drives, std::int64_t numbers,
                    std::int64_t every, std::int64_t flights, std::int64_t without = 0) {
    const std::int64_t in_flight = numbers * (plan_.time.steps / every + 1 - without);
    const double period_s = static_cast<double>(every) * plan_.time.step_s;
    all_.push_back({std::move(stream), std::move(drives), numbers, 1 / period_s, in_flight,
                    in_flight * flights});
  }
  void add_once(std::string stream, std::string drives, std::int64_t numbers,
                std::int64_t flights) {
    all_.push_back(
        {std::move(stream), std::move(drives), numbers, std::nullopt, numbers, numbers * flights});
  }

  void add_noise() {
    const ProcessNoise noise =
        std::visit([](const auto& vehicle) { return vehicle.process_noise; },
                   with_unknown_numbers(*plan_.scenario.vehicle, prepared_.varied));
    const bool force = noise.force_n2_s != 0, moment = noise.moment_n2_m2_s != 0;
    if (!force && !moment) return;
    add_periodic(std::string(stream_names::process),
                 force && moment ? "process noise: force and moment"
                 : force         ? "process noise: force"
                                 : "process noise: moment",
                 6, prepared_.flights.noise_every, flights_);
  }

  /// Adds winds that are not still in every flight.
  void add_winds() {
    const unsigned active = active_winds(plan_.scenario, varied_);
    int place = 0;
    for (std::size_t i = 0; i < plan_.scenario.wind.size(); ++i) {
      std::visit(
          [&]<class W>(const W&) {
            if constexpr (W::varies) {
              const bool is_active = (active >> place++ & 1u) != 0;
              if constexpr (Turbulent<W>) {
                if (is_active) {
                  add_periodic(stream_names::of_wind(i, W::type_name), "turbulence: u, v, w",
                               normals_of<W>, 1, flights_);
                }
              }
            }
          },
          plan_.scenario.wind[i]);
    }
  }

  void add_sensors() {
    std::size_t index = 0;
    for_each_sensor(plan_.scenario.sensors,
                    [&]<class Sensor>(const std::string& name, const Sensor& sensor) {
                      add_sensor(name, sensor, index++);
                    });
  }

  /// Adds a sensor. It is read for a trace, or for an estimator that uses it.
  template <class Sensor>
  void add_sensor(const std::string& name, const Sensor& sensor, std::size_t index) {
    const SensorPlan& s = prepared_.sensors.sensors[index];
    // An estimator and a firmware in the loop read it in every flight, a trace in some.
    const int number = static_cast<int>(index);
    const bool is_used =
        prepared_.flights.estimator.uses(number) || sensed_by_firmware(plan_.scenario).uses(number);
    const std::int64_t readers = is_used ? flights_ : std::ssize(plan_.layout.trace_samples);
    std::size_t group = 0;
    for_each_error_model(sensor, [&](const std::string& key, const auto& model) {
      add_errors(key.empty() ? name : name + "." + key, model, error_axes<Sensor>,
                 s.errors[group++], s.every, readers);
    });
    // Outputs before the first measurement draw nothing.
    const std::int64_t none = under_way(plan_.time.sensors[index]);
    const auto stream = [&](std::string_view what) { return stream_names::of_sensor(name, what); };
    if (s.drops) {
      add_periodic(stream(stream_names::dropout), "lost readings", 1, s.every, readers, none);
    }
    if (s.jitter > 0) {
      add_periodic(stream(stream_names::jitter), "late readings", 1, s.every, readers, none);
    }
    if (s.time_noise) {
      all_.push_back({stream(stream_names::time), "revolution times of each rotor", 1, std::nullopt,
                      std::nullopt, std::nullopt});
    }
  }

  template <class Model>
  void add_errors(const std::string& name, const Model& model, int axes, const ErrorTerms& terms,
                  std::int64_t every, std::int64_t readers) {
    const auto add = [&](std::string_view what, const char* drives) {
      add_periodic(stream_names::of_sensor(name, what), drives, axes, every, readers);
    };
    if (terms.white) add(stream_names::white, "white noise of the readings");
    if (terms.gauss_markov) add(stream_names::gauss_markov, "Gauss-Markov bias");
    if (terms.walk) add(stream_names::walk, "random walk of the bias");
    bool has_turn_on = varied_("sensors." + name + ".turn_on_bias");
    for (int i = 0; i < axes; ++i) {
      has_turn_on = has_turn_on || axis_of(model.turn_on_bias, i) != 0;
    }
    if (!has_turn_on) return;
    add_once(stream_names::of_sensor(name, stream_names::turn_on), "turn-on bias", axes, readers);
  }

  void add_estimator() {
    for (const std::string_view name : stream_names::estimator) {
      const std::string what(name.substr(name.rfind('.') + 1));
      add_once(std::string(name), "initial error of the " + what, 3, flights_);
    }
  }

  void add_inputs() {
    const std::vector<DrawnInput> inputs = drawn_inputs(plan_.scenario);
    const MonteCarlo& campaign = plan_.scenario.monte_carlo;
    const std::int64_t designs = campaign.independent_points ? plan_.sweep.points() : 1;
    bool is_first = true;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].draws()) continue;  // given, not drawn
      for (const DesignStream& stream : streams_of(plan_.dispersions[i].design)) {
        if (stream.of_all && !is_first) continue;
        std::string name = stream.name(inputs[i].path);
        if (stream.of_replicate) {
          all_.push_back({std::move(name), std::string(stream.drives), 1, std::nullopt,
                          std::nullopt, campaign.replicates * designs});
        } else {
          add_once(std::move(name), std::string(stream.drives), 1, flights_);
        }
      }
      is_first = false;
    }
  }

  const Plan& plan_;
  PreparedFlights prepared_;
  Varies varied_;
  std::int64_t flights_;
  std::vector<RandomConsumer> all_;
};

}  // namespace

std::vector<RandomConsumer> random_consumers(const Plan& plan) { return Consumers(plan).all(); }

}  // namespace montecopter
