#include "simulate/setup/sensor_rows.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/numbers_of.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/ground_setup.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "dynamics/sensors/error_setup.hpp"
#include "dynamics/sensors/rotor_clock.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "plan/sensor_columns.hpp"
#include "simulate/setup/sample_setting.hpp"

namespace montecopter {
Vec3<double> point(const std::array<double, 3>& r) { return {r[0], r[1], r[2]}; }

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

/// `name` is that of the sensor or of its part: "imu0.gyroscope", "gps0.gnss.velocity".
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

/// Packs that the suite remembers of a sensor: see SensorSuite::Memory and SensorSuite::Rotor.
template <class Sensor>
int memory_of(const SensorPlan& plan) {
  if constexpr (TimesTurns<Sensor>) {
    return 1 + plan.outputs * (numbers_of<RotorClock<double>>() + 1);
  } else {
    using Reading = ReadingOf<Sensor, double>;
    return Reading::groups * numbers_of<ErrorState<double, Reading::axes>>() + 1 +
           Reading::groups * Reading::axes;
  }
}

template <class Sensor>
int constants_of() {
  if constexpr (TimesTurns<Sensor>) {
    return 1 + numbers_of<RotorClockConstants<double>>();
  } else {
    return 1 + numbers_of<typename ReadingOf<Sensor, double>::Constants>();
  }
}

/// What is peculiar to a type of sensor.
template <class Sensor>
void describe_kind(const Sensor& sensor, const std::string& name, const MonteCarlo& campaign,
                   const Varies& varied, SensorPlan& plan) {
  plan.kind = index_of<Sensor, AnySensor>();
  if constexpr (TimesTurns<Sensor>) {
    plan.time_noise = sensor.time_noise_s != 0 || varied("sensors." + name + ".time_noise_s");
    plan.time_noise_stream = sensor_stream(campaign, name, stream_names::time);
  }
  if constexpr (!TimesTurns<Sensor>) {
    using Reading = ReadingOf<Sensor, double>;
    static_assert(Reading::groups <= max_error_groups && Reading::outputs <= max_outputs);
    plan.needs_derivative = Reading::reads_force == ReadsForce::always;
  }
  if constexpr (CouplesForce<Sensor>) {
    plan.needs_derivative =
        sensor.couples_force() || varied("sensors." + name + "." + std::string(Sensor::force_key));
  }
  if constexpr (MayAverage<Sensor>) plan.averages = sensor.averages(plan.every);
}

/// The datasets of a sensor; those of registers are made from them.
void take_columns(const std::vector<SensorColumn>& columns, int sensor, SensorPlan& plan,
                  int& count) {
  plan.first_column = count;
  for (const SensorColumn& column : columns) {
    if (column.sensor != sensor || column.registers) continue;
    plan.width[static_cast<std::size_t>(plan.columns++)] = static_cast<int>(column.width());
    plan.outputs += static_cast<int>(column.width());
    plan.recorded = column.recorded != 0;
    ++count;
  }
}

// --- set-up of a sample ----------------------------------------------------------------------

/// Where a fold puts its numbers, one after another.
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

/// The errors of a sensor or of its part, with the bias of this turn-on.
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

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix m{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      m[i][k] = std::fma(a[i][0], b[0][k], std::fma(a[i][1], b[1][k], a[i][2] * b[2][k]));
    }
  }
  return m;
}

Matrix transposed(const Rotation<double>& R) {
  return {{{R.xx, R.yx, R.zx}, {R.xy, R.yy, R.zy}, {R.xz, R.yz, R.zz}}};
}

Matrix matrix(const std::array<double, 9>& m) {
  return {{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}};
}

Matrix3<double> as_rows(const Matrix& m) {
  return {{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
}

double norm(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = std::fma(a[i], a[i], sum);
  return std::sqrt(sum);
}

/// Body to the axes as they are mounted.
bool fold_mounting(const Alignment& alignment, Matrix& mounted) {
  const auto& q = alignment.mounting;
  const double length = norm(q.data(), 4);
  if (!(std::fabs(length - 1) < drawn_norm_error)) return false;
  mounted =
      transposed(Rotation<double>({q[0] / length, q[1] / length, q[2] / length, q[3] / length}));
  return true;
}

/// (I + scale + cross) R(misalignment)^T R(mounting)^T.
Matrix fold_alignment(const Alignment& alignment, const Matrix& mounted) {
  const PerAxis& turn = alignment.misalignment_rad;
  const Rotation<double> turned(
      quaternion_exp<double>({0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]}));
  Matrix gains = matrix(alignment.cross_axis);
  for (std::size_t i = 0; i < 3; ++i) gains[i][i] += 1.0 + alignment.scale_error[i];
  return product(gains, product(transposed(turned), mounted));
}

bool fold_direction(const std::array<double, 3>& axis, Vec3<double>& direction) {
  const double length = norm(axis.data(), 3);
  if (!(length > 0)) return false;
  direction = {axis[0] / length, axis[1] / length, axis[2] / length};
  return true;
}

/// What a type of sensor has besides errors.
template <class Constants>
bool fold_geometry(const Accelerometer& sensor, Constants& c) {
  Matrix mounted;
  if (!fold_mounting(sensor, mounted)) return false;
  c.to_axes = as_rows(fold_alignment(sensor, mounted));
  c.position = point(sensor.position_m);
  return true;
}
template <class Constants>
bool fold_geometry(const Gyroscope& sensor, Constants& c) {
  Matrix mounted;
  if (!fold_mounting(sensor, mounted)) return false;
  c.to_axes = as_rows(fold_alignment(sensor, mounted));
  c.g_sensitivity = as_rows(product(matrix(sensor.g_sensitivity_rad_s_m_s2), mounted));
  return true;
}
template <class Constants>
bool fold_geometry(const Magnetometer& sensor, Constants& c) {
  Matrix mounted;
  if (!fold_mounting(sensor, mounted)) return false;
  c.to_axes = as_rows(fold_alignment(sensor, mounted));
  return true;
}
template <class Constants>
bool fold_geometry(const Barometer& sensor, Constants& c) {
  c.pressure_resolution = sensor.pressure_resolution_pa.value_or(0.0);
  return true;
}
template <class Constants>
bool fold_geometry(const Gnss& sensor, Constants& c) {
  c.antenna = point(sensor.position_m);
  return true;
}
template <class Constants>
bool fold_geometry(const RangeFinder& sensor, Constants& c) {
  c.position = point(sensor.position_m);
  c.height = is_word(range_measure_words, sensor.measures, RangeMeasure::height) ? 1.0 : 0.0;
  c.least = sensor.min_m;
  c.most = sensor.max_m.value_or(std::numeric_limits<double>::max());
  return c.least < c.most && fold_direction(sensor.axis, c.axis);
}
template <class Constants>
bool fold_geometry(const AirspeedSensor& sensor, Constants& c) {
  c.position = point(sensor.position_m);
  c.equivalent =
      is_word(airspeed_words, sensor.indicates, AirspeedIndication::equivalent) ? 1.0 : 0.0;
  return fold_direction(sensor.axis, c.axis);
}

template <class Sensor>
bool fold_sensor(const Sensor& sensor, const std::string& name, const SampleDraws& draws,
                 double step_s, RowWriter& row) {
  row.put(sensor.dropout);
  if constexpr (TimesTurns<Sensor>) {
    constexpr double full_turn = 4.0 * elementary::half_pi_high;
    row.put(RotorClockConstants<double>{step_s / full_turn, step_s, sensor.time_noise_s});
    return true;
  } else {
    using Reading = ReadingOf<Sensor, double>;
    typename Reading::Constants c{};
    std::size_t group = 0;
    for_each_error_model(sensor, [&](const std::string& key, const auto& model) {
      c.errors[group++] = fold_errors<Reading::axes>(model, key.empty() ? name : name + "." + key,
                                                     draws, sensor.rate_hz);
    });
    if (!fold_geometry(sensor, c)) return false;
    row.put(c);
    return true;
  }
}

}  // namespace

PreparedSensors::PreparedSensors(const Plan& plan, const std::vector<std::string>& varied_paths) {
  const Varies varied(varied_paths);
  const Environment& environment = *plan.scenario.environment;
  suite.around = {models_of(environment), geodesy_model(environment.geodesy)};
  const MonteCarlo& campaign = plan.scenario.monte_carlo;
  const auto columns = sensor_columns(plan.scenario);
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
    take_columns(columns, static_cast<int>(sensors.size()) - 1, s, suite.columns);
    s.constants = suite.row;
    s.memory = suite.memory;
    suite.row += constants_of<Sensor>();
    suite.memory += memory_of<Sensor>(s);
    s.means = suite.memory;
    if (s.averages) suite.memory += numbers_of<ReadingSums<double>>();
    suite.times_rotors |= TimesTurns<Sensor>;
  });
  for (SensorPlan& sensor : sensors) {  // the row comes first
    sensor.memory += suite.row;
    sensor.means += suite.row;
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
  writer.put(Scene<double>{world, fold_geodesy(environment),
                           fold_magnetic_field(environment.magnetic_field), -height});
  bool valid = true;
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    valid = valid && fold_sensor(sensor, name, draws, step_s, writer);
  });
  return valid;
}

std::array<double, 3> resolutions(const SensorPlan& sensor, const double* row) {
  ErrorConstants<double, 3> errors;  // they come first, after the dropout
  std::memcpy(&errors, row + sensor.constants + 1, sizeof(errors));
  return {errors[0].resolution, errors[1].resolution, errors[2].resolution};
}

}  // namespace montecopter
