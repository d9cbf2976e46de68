/// The wind that flights estimate from their drag: how well, how fast, and whether the filter
/// knows.

#include <cmath>

#include "support/estimated_flight.hpp"

namespace montecopter {
namespace {

constexpr double drag = 0.3;  // 1/s

EstimatedFlight hovering() {
  EstimatedFlight f;
  f.vehicle = "rotor_drag_1_s = [0.3, 0.3, 0]\n";
  f.trajectory = "type = \"hover\"\nposition_m = [0, 0, -10]\n";
  return f;
}

/// Errors of nothing: dead reckoning from the truth, and a wind filter that is told a noise.
EstimatedFlight without_errors() {
  EstimatedFlight f = hovering();
  f.estimator =
      "type = \"mahony\"\nattitude_gain_1_s = 0\nbias_gain_1_s2 = 0\nposition_gain_1_s = 0\n"
      "velocity_gain_1_s = 0\naltitude_gain_1_s = 0\n"
      "initial = {position_m = 1e-9, velocity_m_s = 1e-9, attitude_rad = 1e-9}\n"
      "wind = {specific_force_noise_m_s2 = 0.05}\n";
  f.imu_noise = f.gyro_noise = f.position_noise = f.velocity_noise = "";
  f.barometer = f.magnetometer = "";
  f.signals = "[\"wind\", \"wind_estimate\", \"velocity\", \"velocity_estimate\"]";
  f.imu_hz = 500;
  f.duration_s = 4;
  return f;
}

/// Horizontal distance of two traced vectors.
double distance(const Flown& flown, const char* a, const char* b, std::int64_t step) {
  const auto x = flown.at(a, step), y = flown.at(b, step);
  return std::hypot(x[0] - y[0], x[1] - y[1]);
}

TEST_CASE("without errors of sensors a steady wind is what it is") {
  EstimatedFlight f = without_errors();
  f.rest = "[[wind]]\ntype = \"steady\"\nto_m_s = [4, -3, 0]\n";
  for (const char* more : {"",
                           "quadratic_drag_n_s2_m2 = 0.02\nlinear_drag_n_s_m = "
                           "0.1\ndrag_area_m2 = 0.01\n"}) {
    f.vehicle = "rotor_drag_1_s = [0.3, 0.2, 0]\n" + std::string(more);
    const Flown flown(to_scenario(f));
    const double error = distance(flown, "wind", "wind_estimate", 2000);
    const double velocity = distance(flown, "velocity", "velocity_estimate", 2000);
    INFO(more << " " << error << " " << velocity);
    // What dead reckoning makes of the velocity is taken for wind, and what is left of the start:
    // 5 m/s by p / 25, p = 0.02 m2/s2.
    CHECK(error < 2 * velocity + 5 * 0.02 / 25);
    CHECK(velocity < 0.02);
    CHECK(flown.at("wind_estimate", 2000)[2] == 0);
  }
}

TEST_CASE("a step of the wind is followed with the time constant of the filter") {
  EstimatedFlight f = without_errors();
  const double jump = 0.5;
  f.rest = "[[wind]]\ntype = \"ramp\"\nto_m_s = [0.5, 0, 0]\nstart_s = 2\nduration_s = 0.002\n";
  const Flown flown(to_scenario(f));
  // p^2 + Q p = Q R of readings at 500 Hz, with a walk of 0.5 m/s/sqrt(s): K = p / R.
  const double Q = 0.25 / 500, R = 0.05 * 0.05 / (drag * drag);
  const double K = (std::sqrt(Q * Q + 4 * Q * R) - Q) / 2 / R;
  const std::int64_t first = 1001;  // the first step that starts in all of it; traced one later
  for (const std::int64_t n : {2, 5, 10, 20, 50}) {
    const double share = 1 - std::pow(1 - K, static_cast<double>(n));
    const double found =
        flown.at("wind_estimate", first + n)[0] - flown.at("wind_estimate", first)[0];
    INFO(n << " " << found << " " << share * jump);
    // A tilt of 0.02 rad, and what dead reckoning loses of the velocity.
    CHECK(found == Approx(share * jump).margin(0.005 * jump));
  }
}

TEST_CASE("a steady wind is recovered as well as the noise of the accelerometer allows") {
  EstimatedFlight f = hovering();
  const double noise = 0.05;
  f.imu_noise = "white_noise_m_s2 = 0.05\n";
  f.velocity_noise = "velocity.white_noise_m_s = 0.01\n";
  f.estimator =
      "type = \"ekf\"\nwind = {}\n"
      "initial = {accelerometer_bias_m_s2 = 1e-4, velocity_m_s = 0.01, attitude_rad = 0.001}\n";
  f.rest = "[[wind]]\ntype = \"steady\"\nto_m_s = [3, -2, 0]\n";
  f.samples = 64;
  f.duration_s = 5;
  const Flown flown(to_scenario(f));
  const double rms = mean(flown, "m_rms_wind_estimation_error_m_s");
  // A gain K leaves K / (2 - K) R of the noise on each axis: a first-order filter of white noise.
  const double Q = 0.25 / 250, R = noise * noise / (drag * drag);
  const double K = (std::sqrt(Q * Q + 4 * Q * R) - Q) / 2 / R;
  const double expected = std::sqrt(2 * K / (2 - K) * R);
  INFO(rms << " " << expected);
  // Besides: the error of the velocity, 0.013 m/s, is one of the wind, 3 %; the first readings, of
  // which the n-th has R / n, 1 %; the scatter is 1 / sqrt(2 64 5 s 40 / s).
  CHECK(rms == Approx(expected).epsilon(0.05));
}

TEST_CASE("the wind filter knows its errors, a bias of the accelerometer included") {
  EstimatedFlight f = hovering();
  f.samples = 500;
  f.duration_s = 4;
  // Heading and velocity are known well: the filter takes the one for exact, and of the other it
  // knows the covariance at the end.
  f.gyro_noise = "white_noise_rad_s = 0.001\nturn_on_bias_rad_s = 0.001\n";
  f.magnetometer = "white_noise_t = 2e-8\n";
  f.velocity_noise = "velocity.white_noise_m_s = 0.01\n";
  f.estimator =
      "type = \"ekf\"\nwind = {initial_m_s = 2, walk_m_s_sqrt_s = 0.001}\n"
      "initial = {velocity_m_s = 0.01, attitude_rad = 0.001}\n";
  f.rest =
      "[[wind]]\ntype = \"steady\"\nto_m_s = [0, 0, 0]\n"
      "[disperse.\"wind.0.to_m_s.x\"]\ndist = \"normal\"\nmean = 0\nsd = 2\n"
      "[disperse.\"wind.0.to_m_s.y\"]\ndist = \"normal\"\nmean = 0\nsd = 2\n";
  const auto nees = [&] { return mean(Flown(to_scenario(f)), "m_final_wind_nees"); };
  // 500 times a chi-square of two degrees: standard deviation of the mean sqrt(4 / 500).
  const double known = nees();
  INFO(known);
  CHECK(std::abs(known - 2) < 1.96 * std::sqrt(4.0 / 500));
  // Told of no bias, the filter takes 0.1 m/s2 for 0.33 m/s.
  f.estimator.insert(f.estimator.rfind('}'), ", accelerometer_bias_m_s2 = 1e-3");
  CHECK(nees() > 10);
}

TEST_CASE("an estimate of the wind changes nothing else") {
  EstimatedFlight f = hovering();
  f.feedback = "estimate";
  f.duration_s = 1;
  f.samples = 5;
  const auto without = Flown(to_scenario(f)).digests();
  f.estimator += "wind = {}\n";
  CHECK(Flown(to_scenario(f)).digests() == without);
}

}  // namespace
}  // namespace montecopter
