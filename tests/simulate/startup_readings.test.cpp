/// Readings of a firmware before the flight: their errors have the statistics of theory, and pass
/// into those of the flight without a step.

#include "simulate/external/startup_readings.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "dynamics/random/draws.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"
#include "simulate/setup/sample_builder.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

constexpr double rate_hz = 250, white = 0.004, turn_on = 0.01, steady = 0.02, lag_s = 0.2,
                 walk = 0.03, gravity_m_s2 = 9.80665;
constexpr std::int64_t updates = 100;

/// Sensors of a firmware, read at each of its updates; each sample draws its own errors.
class Firmware {
 public:
  explicit Firmware(const std::string& errors)
      : plan_(ScenarioBuilder::loop()
                  .drop("sensors")
                  .set("monte_carlo.samples", "4000")
                  .set("controller.rate_hz", "250")
                  .put("[sensors.imu.gyroscope]\nrate_hz = 250\n" + errors)
                  .put("[sensors.imu.accelerometer]\nrate_hz = 125\nlatency_s = 0.012\n"
                       "white_noise_m_s2 = 0.05\nturn_on_bias_m_s2 = 0.1\n")
                  .plan()),
        prepared_(plan_),
        builder_(plan_, prepared_),
        row_(prepared_.make_row()),
        flights_(prepared_.flights) {
    ExternalSensors& senses = flights_.control.external.senses;
    senses.any = true;
    const SensorPlan* sensors = prepared_.sensors.sensors.data();
    const int first = sensors[0].kind == index_of<Gyroscope, AnySensor>() ? 0 : 1;
    senses.gyroscope = first, senses.accelerometer = 1 - first;
    start_.attitude[0] = 1;
  }

  StartupReadings readings_of(std::uint64_t sample) {
    REQUIRE(builder_.build(0, inputs_, row_) == InvalidReason{});
    REQUIRE(builder_.fold_sensors(static_cast<std::int64_t>(sample), row_));
    sample_ = sample;
    lane_ = {nullptr, sample, nullptr, &senses_, nullptr, &flights_, row_.data(), 0};
    return {lane_, start_, gravity_m_s2, updates};
  }

  const SensorPlan& gyroscope() const { return sensor(flights_.control.external.senses.gyroscope); }
  const SensorPlan& accelerometer() const {
    return sensor(flights_.control.external.senses.accelerometer);
  }
  const FlightPlan& flights() const { return flights_; }

  /// Errors of a sensor with three axes, in the row of the sample.
  ErrorConstants<double, 3> errors(const SensorPlan& sensor) const {
    ErrorConstants<double, 3> errors;
    const double* sensors = row_.data() + flights_.parts->sensors.first;
    std::memcpy(&errors, sensors + sensor.constants + 1, sizeof(errors));
    return errors;
  }
  Draws<double> draws() const { return {flights_.seed, sample_}; }
  /// Bias of the gyroscope in the first reading of the flight.
  double first_bias(std::size_t axis) const {
    const auto kick = draws().first_normals<3>(gyroscope().errors[0].gauss_markov_stream);
    return errors(gyroscope())[axis].bias + errors(gyroscope())[axis].steady * kick[axis];
  }

 private:
  const SensorPlan& sensor(int i) const {
    return prepared_.sensors.sensors[static_cast<std::size_t>(i)];
  }

  Plan plan_;
  PreparedFlights prepared_;
  SampleBuilder builder_;
  SampleRow row_;
  FlightPlan flights_;
  std::vector<double> inputs_;
  std::uint64_t sample_ = 0;
  ExternalSenses senses_{};
  ExternalLane lane_{};
  montecopter_state start_{};
};

std::string key(const std::string& name, double number) {
  return name + " = " + std::to_string(number) + "\n";
}
const std::string time_correlated =
    key("turn_on_bias_rad_s", turn_on) + key("gauss_markov_bias_rad_s", steady) +
    key("gauss_markov_time_s", lag_s) + key("bias_random_walk_rad_s_sqrt_s", walk);

/// Mean product of two series.
class Covariance {
 public:
  void add(double x, double y) { sum_ += x * y, ++count_; }
  double value() const { return sum_ / count_; }

 private:
  double sum_ = 0, count_ = 0;
};

TEST_CASE("errors of readings before the flight have the statistics of theory") {
  Firmware firmware(time_correlated + key("white_noise_rad_s", white));
  // 50 readings, one correlation time, lie between the two.
  constexpr std::int64_t early = -60, late = -10;
  Covariance at_early, at_late, between, neighbours;
  constexpr std::uint64_t samples = 4000;
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    StartupReadings readings = firmware.readings_of(sample);
    double seen[2][3], next[3];
    std::copy_n(readings.before(early).body_rate_rad_s, 3, seen[0]);
    std::copy_n(readings.before(late).body_rate_rad_s, 3, seen[1]);
    std::copy_n(readings.before(late + 1).body_rate_rad_s, 3, next);
    for (std::size_t k = 0; k < 3; ++k) {
      at_early.add(seen[0][k], seen[0][k]);
      at_late.add(seen[1][k], seen[1][k]);
      between.add(seen[0][k], seen[1][k]);
      neighbours.add(next[k] - seen[1][k], next[k] - seen[1][k]);
    }
  }
  const double constant = turn_on * turn_on, slow = steady * steady, fast = white * white;
  const auto walked = [](std::int64_t n) { return walk * walk * std::abs(double(n)) / rate_hz; };
  // 12000 numbers: a variance has a relative standard deviation of sqrt(2 / 12000) = 1.3 %.
  constexpr double tolerance = 4 * 0.013;
  CHECK(at_early.value() == Approx(constant + slow + fast + walked(early)).epsilon(tolerance));
  CHECK(at_late.value() == Approx(constant + slow + fast + walked(late)).epsilon(tolerance));
  // Of the covariance: sqrt((variances + covariance^2) / 12000), 1.6 % of the variances here.
  CHECK(
      between.value() ==
      Approx(constant + slow * std::exp(-1.0) + walked(late)).margin(4 * 0.016 * at_early.value()));
  const double decay = std::exp(-1 / (rate_hz * lag_s));
  CHECK(neighbours.value() ==
        Approx(2 * fast + 2 * slow * (1 - decay) + walked(1)).epsilon(tolerance));
}

TEST_CASE("biases of the last reading before the flight pass into those of the flight") {
  Firmware firmware(time_correlated);
  Covariance step;
  for (std::uint64_t sample = 0; sample < 4000; ++sample) {
    StartupReadings readings = firmware.readings_of(sample);
    const ExternalSenses& last = readings.before(-1);
    for (std::size_t k = 0; k < 3; ++k) {
      const double change = last.body_rate_rad_s[k] - firmware.first_bias(k);
      step.add(change, change);
    }
  }
  const double decay = std::exp(-1 / (rate_hz * lag_s));
  // As above. A step would have 2 (turn_on^2 + steady^2), 50 times as much.
  CHECK(step.value() ==
        Approx(2 * steady * steady * (1 - decay) + walk * walk / rate_hz).epsilon(4 * 0.013));
}

TEST_CASE("a constant error is the same before the flight as in it") {
  Firmware firmware("bias_rad_s = [0.01, -0.02, 0.03]\nresolution_rad_s = 0.001\n");
  StartupReadings readings = firmware.readings_of(7);
  for (const std::int64_t n : {-updates - 17, -updates, std::int64_t{-1}}) {
    const ExternalSenses& senses = readings.before(n);
    CHECK(senses.body_rate_rad_s[0] == Approx(0.01));
    CHECK(senses.body_rate_rad_s[1] == Approx(-0.02));
    CHECK(senses.body_rate_rad_s[2] == Approx(0.03));
    CHECK_FALSE(senses.has_new_field);
  }
}

TEST_CASE("a reading under way at the start is the reading of the flight") {
  Firmware firmware("");
  StartupReadings readings = firmware.readings_of(3);
  readings.before(-1);
  const ErrorTerms& terms = firmware.accelerometer().errors[0];
  NormalSequence<double, 3> sequence;
  double normals[3] = {};
  // Readings of 125 Hz come out from 16 ms on: the latency is 12 ms.
  for (std::int64_t n = 0; n < 6; ++n) {
    ExternalSenses senses{};
    senses.specific_force_m_s2[0] = 123;
    readings.complete(n, senses);
    if (n % 2 == 0) {
      sequence.take(firmware.draws(), terms.white_stream, static_cast<std::uint64_t>(n / 2),
                    normals);
    }
    CAPTURE(n);
    const AxisErrors<double> x = firmware.errors(firmware.accelerometer())[0];
    CHECK(senses.specific_force_m_s2[0] == (n < 4 ? std::fma(x.white, normals[0], x.bias) : 123));
  }
}

}  // namespace
}  // namespace montecopter
