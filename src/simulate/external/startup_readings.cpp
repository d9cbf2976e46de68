#include "simulate/external/startup_readings.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/contract.hpp"
#include "core/base/numbers_of.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/random/draws.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/external/firmware.hpp"

namespace montecopter {
namespace {

using TheView = ForceView<double>;

/// Largest whole number that is not above a / b; b is positive.
std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

template <class Struct>
Struct from_row(const double* numbers) {
  Struct all;
  std::memcpy(&all, numbers, sizeof(all));
  return all;
}

template <class Sensor>
class KnownSensorAtRest : public SensorAtRest {
  static constexpr int groups = error_models<Sensor>, axes = error_axes<Sensor>;
  static constexpr std::size_t width = axes;

 public:
  /// `place` is its place in the plan, `readings` the number before the flight.
  KnownSensorAtRest(const ExternalLane& lane, int place, const TheView& view, std::int64_t readings)
      : flight_(*lane.plan),
        plan_(flight_.sensors.sensors[place]),
        place_(place),
        view_(view),
        draws_{flight_.seed, lane.sample} {
    const double* row = lane.row + flight_.parts->sensors.first + plan_.constants;
    dropout_ = *row;
    constants_ = from_row<SensorConstants<Sensor, double>>(row + 1);
    ideal_ = ideal();
    for (std::size_t g = 0; g < groups; ++g) run_back(g, readings);
  }

  bool read(std::int64_t tick) override {
    if (tick >= 0) take_errors_of_flight(tick);
    if (is_lost(tick)) return false;
    auto numbers = ideal_;
    for (const double number : numbers) {
      if (number != number) return false;  // out of range
    }
    for (std::size_t g = 0; g < groups; ++g) {
      if (tick < 0) take_errors_before(g, -tick);
      apply_errors<double, axes>(plan_.errors[g], constants_.errors[g], errors_[g],
                                 numbers.data() + g * width);
    }
    if constexpr (converts_readings<Sensor>) {
      reading_ = Sensor::read_out(view_, constants_.own, numbers.data());
    } else {
      reading_ = numbers;
    }
    has_reading_ = true;
    return true;
  }

  void put(ExternalSenses& to, bool is_new) const override {
    if (!has_reading_) return;
    const double* from = reading_.data();
    if constexpr (std::is_same_v<Sensor, Gyroscope>) {
      std::copy_n(from, 3, to.body_rate_rad_s);
    } else if constexpr (std::is_same_v<Sensor, Accelerometer>) {
      std::copy_n(from, 3, to.specific_force_m_s2);
    } else if constexpr (std::is_same_v<Sensor, Magnetometer>) {
      std::copy_n(from, 3, to.magnetic_field_t);
      to.has_new_field |= is_new;
    } else if constexpr (std::is_same_v<Sensor, Barometer>) {
      to.altitude_m = from[0], to.pressure_pa = from[1], to.temperature_k = from[2];
      to.has_new_pressure |= is_new;
    } else if constexpr (std::is_same_v<Sensor, Gnss>) {
      std::copy_n(from, 3, to.gnss_position_m);
      std::copy_n(from + 3, 3, to.gnss_velocity_m_s);
      to.gnss_latitude_deg = from[6], to.gnss_longitude_deg = from[7];
      to.gnss_altitude_m = from[8];
      to.has_new_position |= is_new;
    } else if constexpr (std::is_same_v<Sensor, RangeFinder>) {
      const ExternalSensors& seen = flight_.control.external.senses;
      for (int k = 0; k < seen.range_finders; ++k) {
        if (seen.range_finder[k] == place_) to.distance_m[k] = from[0];
      }
    } else {
      expects(false, "a sensor that programs read (ExternalLaw)");
    }
  }

 private:
  IdealReading<Sensor, double> ideal() const {
    if constexpr (CouplesForce<Sensor>) {
      if (plan_.needs_derivative) return Sensor::ideal_under_force(view_, constants_.own);
    }
    return Sensor::ideal(view_, constants_.own);
  }

  /// Normal of an axis of the reading that is j readings before t = 0.
  double normal(const RandomStream& stream, std::int64_t j, std::size_t axis) const {
    return draws_.normal(stream, static_cast<std::uint64_t>(j), axis);
  }

  /// Runs the biases that change backwards from those of the flight's first reading.
  void run_back(std::size_t g, std::int64_t readings) {
    const ErrorTerms& terms = plan_.errors[g];
    if (!terms.gauss_markov && !terms.walk) return;
    const auto& c = constants_.errors[g];
    ErrorState<double, axes> first{};
    draw_errors<double, axes>(terms, c, draws_, 0, first);
    past_[g].reserve(static_cast<std::size_t>(readings));
    for (std::int64_t j = 1; j <= readings; ++j) {
      auto& sum = past_[g].emplace_back();
      for (std::size_t i = 0; i < width; ++i) {
        if (terms.gauss_markov) {
          const double kick = c[i].kick * normal(terms.gauss_markov_stream, j, i);
          first.wandered[i] = fma(c[i].decay, first.wandered[i], kick);
        }
        if (terms.walk) {
          first.walked[i] = fma(c[i].walk, normal(terms.walk_stream, j, i), first.walked[i]);
        }
        sum[i] = first.wandered[i] + first.walked[i];
      }
    }
  }

  void take_errors_before(std::size_t g, std::int64_t j) {
    const ErrorTerms& terms = plan_.errors[g];
    ErrorState<double, axes>& e = errors_[g];
    e.wandered.fill(0);
    e.walked.fill(0);
    if (!past_[g].empty()) {
      e.wandered = past_[g][std::min(static_cast<std::size_t>(j), past_[g].size()) - 1];
    }
    for (std::size_t i = 0; terms.white && i < width; ++i) {
      e.white[i] = normal(terms.white_stream, j, i);
    }
  }

  /// Draws the errors of the flight up to a reading, as the flight does.
  void take_errors_of_flight(std::int64_t tick) {
    for (; next_ <= tick; ++next_) {
      for (std::size_t g = 0; g < groups; ++g) {
        draw_errors<double, axes>(plan_.errors[g], constants_.errors[g], draws_,
                                  static_cast<std::uint64_t>(next_), errors_[g]);
      }
    }
  }

  /// Whether a reading is lost. Block 0 of a tick is the flight's.
  bool is_lost(std::int64_t tick) const {
    if (!plan_.drops) return false;
    const bool is_before = tick < 0;
    const auto number = static_cast<std::uint64_t>(is_before ? -tick : tick);
    const auto words =
        draw_words(draws_.seed, draws_.sample, plan_.dropout_stream, number, is_before ? 1u : 0u);
    return uniform_of<double>(words[0]) <= dropout_;
  }

  const FlightPlan& flight_;
  const SensorPlan& plan_;
  int place_;
  const TheView& view_;
  Draws<double> draws_;
  double dropout_;
  SensorConstants<Sensor, double> constants_;
  IdealReading<Sensor, double> ideal_;
  std::array<ErrorState<double, axes>, groups> errors_{};
  /// Biases that change, j readings before t = 0 at j - 1.
  std::array<std::vector<std::array<double, width>>, groups> past_;
  std::int64_t next_ = 0;  ///< reading of the flight whose errors are not drawn yet
  std::array<double, outputs_of<Sensor>> reading_;  ///< the last one
  bool has_reading_ = false;
};

Truth<double> truth_at(const montecopter_state& start, double gravity_m_s2) {
  const double *p = start.position_m, *q = start.attitude;
  const auto force = force_at_rest(start.attitude, gravity_m_s2);
  Truth<double> truth{};
  truth.position = {p[0], p[1], p[2]};
  truth.attitude = {q[0], q[1], q[2], q[3]};
  truth.specific_force = {force[0], force[1], force[2]};
  return truth;
}

}  // namespace

/// The truth at rest.
struct StartupReadings::Rest {
  Rest(const ExternalLane& lane, const montecopter_state& start, double gravity_m_s2)
      : truth(truth_at(start, gravity_m_s2)),
        R_WB(truth.attitude),
        scene(from_row<Scene<double>>(lane.row + lane.plan->parts->sensors.first)),
        view{{truth, R_WB, scene, lane.plan->sensors.around}, truth} {}
  Rest(const Rest&) = delete;

  Truth<double> truth;
  Rotation<double> R_WB;
  Scene<double> scene;
  TheView view;
};

StartupReadings::StartupReadings(const ExternalLane& lane, const montecopter_state& start,
                                 double gravity_m_s2, std::int64_t updates)
    : plan_(*lane.plan), senses_(*lane.senses) {
  const auto force = force_at_rest(start.attitude, gravity_m_s2);
  std::copy_n(force.data(), 3, senses_.specific_force_m_s2);
  std::fill_n(senses_.body_rate_rad_s, 3, 0.0);
  std::fill_n(senses_.gnss_velocity_m_s, 3, 0.0);
  if (plan_.sensors.count == 0) return;
  rest_ = std::make_unique<Rest>(lane, start, gravity_m_s2);
  for (int i = 0; i < plan_.sensors.count; ++i) {
    if (!plan_.control.external.senses.uses(i)) continue;
    const SensorPlan& s = plan_.sensors.sensors[i];
    const std::int64_t readings = -floor_of(-updates * plan_.control.every, s.every);
    with_alternative<AnySensor>(s.kind, [&]<class Sensor>() {
      if constexpr (!TimesTurns<Sensor>) {
        sensors_.push_back(
            {std::make_unique<KnownSensorAtRest<Sensor>>(lane, i, rest_->view, readings), s.every,
             -floor_of(-s.latency, s.every) * s.every});
      }
    });
  }
}

StartupReadings::~StartupReadings() = default;

void StartupReadings::read(Timed& timed, std::int64_t n, ExternalSenses& senses) {
  const std::int64_t steps = plan_.control.every;
  const std::int64_t tick = floor_of(n * steps, timed.every);
  bool is_new = floor_of((n - 1) * steps, timed.every) != tick;
  if (is_new || !timed.was_read) is_new = timed.sensor->read(tick) && is_new;
  timed.was_read = true;
  timed.sensor->put(senses, is_new);
}

const ExternalSenses& StartupReadings::before(std::int64_t n) {
  senses_.has_new_field = senses_.has_new_pressure = senses_.has_new_position = false;
  for (Timed& timed : sensors_) read(timed, n, senses_);
  return senses_;
}

void StartupReadings::complete(std::int64_t n, ExternalSenses& senses) {
  for (Timed& timed : sensors_) {
    if (n * plan_.control.every < timed.first_out) read(timed, n, senses);
  }
}

}  // namespace montecopter
