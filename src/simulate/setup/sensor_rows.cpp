#include "simulate/setup/sensor_rows.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

#include "core/base/numbers_of.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/sensors/error_setup.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/rigid_body.hpp"
#include "plan/sensor_columns.hpp"
#include "scenario/derived/controls.hpp"
#include "simulate/border/sensor_memory.hpp"
#include "simulate/external/firmware.hpp"

namespace montecopter {
namespace {

// --- what all samples share ------------------------------------------------------------------

template <class Number>
bool differs_from_zero(const Number& number) {
  if constexpr (std::is_same_v<Number, double>) {
    return number != 0;
  } else {
    return number[0] != 0 || number[1] != 0 || number[2] != 0;
  }
}

RandomStream sensor_stream(const MonteCarlo& campaign, const std::string& name,
                           std::string_view what) {
  return random_stream(campaign, StreamPurpose::sensors, stream_names::of_sensor(name, what));
}

/// `name` is the name of the sensor or of its part: "imu0.gyroscope", "gps0.gnss.velocity".
template <class Quantity, class Number>
ErrorTerms terms_of(const ErrorModel<Quantity, Number>& model, const std::string& name,
                    const MonteCarlo& campaign, const Varies& varied) {
  const std::string path = "sensors." + name + ".";
  const auto has = [&](const Number& number, const std::string& key) {
    return differs_from_zero(number) || varied(path + key);
  };
  ErrorTerms terms;
  terms.white =
      has(model.white_noise, "white_noise") || has(model.white_noise_density, "white_noise");
  terms.gauss_markov = has(model.gauss_markov_bias, "gauss_markov_bias");
  terms.walk = has(model.bias_random_walk, "bias_random_walk");
  terms.saturates = model.full_scale.has_value();
  terms.rounds = model.resolution.has_value();
  terms.has_word = model.word_bits.has_value();
  terms.white_stream = sensor_stream(campaign, name, stream_names::white);
  terms.gauss_markov_stream = sensor_stream(campaign, name, stream_names::gauss_markov);
  terms.walk_stream = sensor_stream(campaign, name, stream_names::walk);
  return terms;
}

/// Packs that the suite remembers for a sensor, without its sums.
template <class Sensor>
int memory_of(const SensorPlan& plan) {
  if constexpr (TimesTurns<Sensor>) {
    return 1 + plan.outputs * numbers_of<RotorMemory<Sensor, double>>();
  } else {
    return numbers_of<SensorMemory<Sensor, double>>();
  }
}

/// Fields that depend on the type of sensor.
template <class Sensor>
void describe_kind(const Sensor& sensor, const std::string& name, const MonteCarlo& campaign,
                   const Varies& varied, SensorPlan& plan) {
  plan.kind = index_of<Sensor, AnySensor>();
  if constexpr (TimesTurns<Sensor>) {
    plan.time_noise = sensor.time_noise_s != 0 || varied("sensors." + name + ".time_noise_s");
    plan.time_noise_stream = sensor_stream(campaign, name, stream_names::time);
  }
  static_assert(error_models<Sensor> <= max_error_groups && outputs_of<Sensor> <= max_outputs);
  if constexpr (!TimesTurns<Sensor> && !ReadsMotion<Sensor>) plan.needs_derivative = true;
  if constexpr (CouplesForce<Sensor>) {
    plan.needs_derivative =
        sensor.couples_force() || varied("sensors." + name + "." + std::string(Sensor::force_key));
  }
  if constexpr (may_average<Sensor>) plan.averages = sensor.averages(plan.every);
}

/// Takes the datasets of a sensor. Registers are made from its readings.
void take_columns(const std::vector<SensorColumn>& columns, int sensor, SensorPlan& plan,
                  int& count) {
  plan.first_column = count;
  for (const SensorColumn& column : columns) {
    if (column.sensor != sensor || column.registers) continue;
    const auto width = static_cast<int>(column.width());
    plan.width[static_cast<std::size_t>(plan.columns++)] = width;
    plan.outputs += width;
    plan.recorded = column.recorded != 0;
    ++count;
  }
}

// --- set-up of a sample ----------------------------------------------------------------------

/// Writes numbers of a row, one after another.
class RowWriter {
 public:
  explicit RowWriter(double* row) : next_(row) {}

  template <class Row>
  void put(const Row& row) {
    std::memcpy(next_, &row, sizeof(row));
    next_ += numbers_of<Row>();
  }

 private:
  double* next_;
};

/// Writes the errors of a sensor or of its part, with its turn-on bias.
template <int axes, class Model>
ErrorConstants<double, axes> fold_errors(const Model& model, const std::string& name,
                                         const SampleDraws& draws, const Rate& rate) {
  ErrorConstants<double, axes> c;
  const auto turn_on = draws.first_normals<axes>(
      StreamPurpose::sensors, stream_names::of_sensor(name, stream_names::turn_on));
  for (int i = 0; i < axes; ++i) {
    const auto k = static_cast<std::size_t>(i);
    c[k] = fold_axis(model, i, rate);
    c[k].bias = std::fma(axis_of(model.turn_on_bias, i), turn_on[k], c[k].bias);
  }
  return c;
}

/// Writes the constants that depend on the sensor's place relative to the centre of mass.
template <class Sensor>
auto fold_own(const Sensor& sensor, const std::array<double, 3>& centre_of_mass, double step_s) {
  if constexpr (std::is_base_of_v<Location, Sensor>) {
    Sensor from_centre = sensor;
    from_centre.position_m = lever_arm(sensor.position_m, centre_of_mass);
    return from_centre.fold(step_s);
  } else {
    return sensor.fold(step_s);
  }
}

template <class Sensor>
bool fold_sensor(const Sensor& sensor, const std::string& name,
                 const std::array<double, 3>& centre_of_mass, const SampleDraws& draws,
                 double step_s, RowWriter& row) {
  row.put(sensor.dropout);
  const auto own = fold_own(sensor, centre_of_mass, step_s);
  if (!own) return false;
  SensorConstants<Sensor, double> c{};
  c.own = *own;
  if constexpr (!TimesTurns<Sensor>) {
    std::size_t place = 0;
    for_each_error_model(sensor, [&](const std::string& key, const auto& model) {
      c.errors[place++] = fold_errors<error_axes<Sensor>>(
          model, key.empty() ? name : name + "." + key, draws, sensor.rate_hz);
    });
  }
  row.put(c);
  return true;
}

}  // namespace

PreparedSensors::PreparedSensors(const Plan& plan, const std::vector<std::string>& varied_paths) {
  const Varies varied(varied_paths);
  const Environment& environment = *plan.scenario.environment;
  suite.around = {models_of(environment), geodesy_model(environment.geodesy)};
  const MonteCarlo& campaign = plan.scenario.monte_carlo;
  const auto columns = sensor_columns(plan.scenario);
  const ExternalSensors sensed = sensed_by_firmware(plan.scenario);
  suite.row = numbers_of<Scene<double>>();
  for_each_sensor(plan.scenario.sensors, [&]<class Sensor>(const std::string& name,
                                                           const Sensor& sensor) {
    SensorPlan& s = sensors.emplace_back(SensorPlan{});
    const SensorTimes& times = plan.time.sensors[sensors.size() - 1];
    s.every = times.every, s.latency = times.latency, s.jitter = times.jitter;
    s.drops = sensor.dropout != 0 || varied("sensors." + name + ".dropout");
    s.jitter_stream = sensor_stream(campaign, name, stream_names::jitter);
    s.dropout_stream = sensor_stream(campaign, name, stream_names::dropout);
    describe_kind(sensor, name, campaign, varied, s);
    std::size_t group = 0;
    for_each_error_model(sensor, [&](const std::string& key, const auto& model) {
      s.errors[group++] = terms_of(model, key.empty() ? name : name + "." + key, campaign, varied);
    });
    const int place = static_cast<int>(sensors.size()) - 1;
    take_columns(columns, place, s, suite.columns);
    s.constants = suite.row;
    s.memory = suite.memory;
    suite.row += 1 + numbers_of<SensorConstants<Sensor, double>>();
    suite.memory += memory_of<Sensor>(s);
    s.means = suite.memory;
    if (s.averages) suite.memory += numbers_of<ReadingSums<double>>();
    if (sensed.uses(place)) {
      s.late_depth = static_cast<int>((s.latency + s.every - 1) / s.every);
    }
    s.late = suite.memory;
    suite.memory += s.late_depth * s.outputs;
    suite.times_rotors |= TimesTurns<Sensor>;
  });
  for (SensorPlan& sensor : sensors) {  // the row comes first
    sensor.memory += suite.row;
    sensor.means += suite.row;
    sensor.late += suite.row;
  }
  suite.memory += suite.row;
  suite.count = static_cast<int>(sensors.size());
  suite.sensors = sensors.data();
}

bool fold_sensors(const Scenario& scenario, const SensorSuitePlan& suite, const SampleDraws& draws,
                  const WorldConstants<double>& world, double step_s, double* row) {
  if (suite.count == 0) return true;
  RowWriter writer(row);
  const Environment& environment = *scenario.environment;
  const double height = ground_height_m(environment.ground);
  const GroundSlope slope = ground_slope(environment.ground);
  writer.put(Scene<double>{world, fold_geodesy(environment),
                           fold_magnetic_field(environment.magnetic_field), -height,
                           slope.slope_north, slope.slope_east});
  const std::array<double, 3> centre_of_mass = centre_of_mass_m(*scenario.vehicle);
  bool valid = true;
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    valid = valid && fold_sensor(sensor, name, centre_of_mass, draws, step_s, writer);
  });
  return valid;
}

std::array<double, 3> resolutions(const SensorPlan& sensor, const double* row) {
  ErrorConstants<double, 3> errors;  // they come first, after the dropout
  std::memcpy(&errors, row + sensor.constants + 1, sizeof(errors));
  return {errors[0].resolution, errors[1].resolution, errors[2].resolution};
}

}  // namespace montecopter
