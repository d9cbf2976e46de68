/// Estimators in flights: consistency of the filter over an ensemble, estimates without errors, and
/// loops closed on estimates.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/estimated_flight.hpp"

namespace montecopter {
namespace {

/// Three standard deviations of the mean of that many squares of normal numbers.
double scatter_of_squares(double numbers) { return 3 * std::sqrt(2 / numbers); }

TEST_CASE("the filter is consistent over 500 flights with IMU biases of their own") {
  EstimatedFlight f;
  f.samples = 500;
  f.duration_s = 6;
  const Flown flown(to_scenario(f));
  // 500 times a chi-square of 15 degrees: mean 15, standard deviation sqrt(2 * 15 / 500) = 0.2449;
  // its band of 95 % is that of 7500 degrees, 14.524 to 15.484 (Wilson and Hilferty).
  const double nees = mean(flown, "m_final_nees");
  INFO(nees);
  CHECK(nees > 14.524);
  CHECK(nees < 15.484);
  // Numbers fused: 6 of GNSS at 61, 1 of the barometer at 151, 3 of the magnetometer at 301 times.
  const double numbers = 500.0 * (6 * 61 + 151 + 3 * 301);
  const double nis = mean(flown, "m_mean_nis");
  INFO(nis);
  CHECK(nis == Approx(1).margin(1.96 * std::sqrt(2 / numbers)));
}

TEST_CASE("a filter that is told too little noise is found out") {
  EstimatedFlight f;
  f.samples = 64;
  f.duration_s = 6;
  f.estimator = "type = \"ekf\"\ngnss_position_noise_m = 0.25\ngnss_velocity_noise_m_s = 0.05\n";
  const Flown flown(to_scenario(f));
  // Half the standard deviations: squares of what the GNSS says are up to four times too large.
  CHECK(mean(flown, "m_final_nees") > 15 + 5 * std::sqrt(30.0 / 64));
  CHECK(mean(flown, "m_mean_nis") > 1.2);
}

TEST_CASE("without errors of sensors the estimate is the truth, but for the integration") {
  const double start = 1e-9;
  EstimatedFlight f;
  f.estimator = fmt::format(
      "type = \"mahony\"\nattitude_gain_1_s = 0\nbias_gain_1_s2 = 0\nposition_gain_1_s = 0\n"
      "velocity_gain_1_s = 0\naltitude_gain_1_s = 0\n"
      "initial = {{position_m = {0}, velocity_m_s = {0}, attitude_rad = {0}}}\n",
      start);
  f.imu_noise = f.gyro_noise = f.position_noise = f.velocity_noise = "";
  f.barometer = f.magnetometer = "";
  f.timing_of_imu = "readings = \"instantaneous\"\n";
  const auto errors = [&](int imu_hz) {
    f.imu_hz = imu_hz;
    const Flown flown(to_scenario(f));
    return std::array{flown.number("m_rms_position_estimation_error_m"),
                      flown.number("m_rms_velocity_estimation_error_m_s"),
                      flown.number("m_rms_attitude_estimation_error_deg")};
  };
  const auto coarse = errors(250), fine = errors(500);  // commands change at 250 Hz
  for (std::size_t k = 0; k < 3; ++k) {
    INFO(k << " " << coarse[k] << " " << fine[k]);
    CHECK(coarse[k] / fine[k] == Approx(4).epsilon(0.35));  // trapezoids: second order
  }
  CHECK(fine[0] < 0.05);  // 10 s of dead reckoning; the attitude's error, below, times g t^2 / 2
  CHECK(fine[2] < 0.01);
}

TEST_CASE("a loop closed on the estimate holds a hover, as well as the estimate is") {
  EstimatedFlight f;
  f.feedback = "estimate";
  f.trajectory = "type = \"hover\"\nposition_m = [0, 0, -10]\n";
  f.duration_s = 20;
  f.samples = 20;
  for (const char* estimator : {"ekf", "mahony"}) {
    f.estimator = fmt::format("type = \"{}\"\n", estimator);
    const Flown flown(to_scenario(f));
    const double tracked = mean(flown, "m_rms_tracking_error_m");
    const double estimated = mean(flown, "m_rms_position_estimation_error_m");
    INFO(estimator << " " << tracked << " " << estimated);
    // What is believed wrongly is flown. At rest the loop balances its gains, 4 / s2 and 3 / s, and
    // the weight that a tilted vehicle has along the ground: k_x e_x = k_x de_x + k_v de_v + g
    // theta.
    const double velocity = mean(flown, "m_rms_velocity_estimation_error_m_s");
    const double tilt = mean(flown, "m_rms_attitude_estimation_error_deg") / 57.3;
    CHECK(tracked < estimated + 0.75 * velocity + 9.81 / 4 * tilt);
    CHECK(estimated < 0.5);  // each GNSS position alone: 0.5 sqrt(3) m
    CHECK(tilt <
          0.1);  // a bias of 0.01 rad/s over k_P = 0.5 / s, on each of three axes, and heading
  }
}

TEST_CASE("a loop closed on the estimate follows a lemniscate") {
  EstimatedFlight f;
  f.feedback = "estimate";
  f.trajectory =
      "type = \"lemniscate\"\ncenter_m = [0, 0, -10]\nhalf_length_m = 4\nrate_rad_s = 0.6\n";
  f.duration_s = 20;
  f.samples = 10;
  const Flown flown(to_scenario(f));
  const double tracked = mean(flown, "m_rms_tracking_error_m");
  INFO(tracked);
  CHECK(tracked < 0.5);
  CHECK(mean(flown, "m_final_nees") < 15 + 4 * std::sqrt(30.0 / 10));
}

TEST_CASE("an estimator that only looks changes nothing of a flight") {
  EstimatedFlight f;
  f.duration_s = 1;
  f.samples = 5;
  f.feedback = "truth";
  const std::string with = to_scenario(f);
  std::string without = with;
  without.erase(without.find("[estimator]"));
  CHECK(Flown(with).digests() == Flown(without).digests());
}

TEST_CASE(
    "the traced estimate starts where its errors are drawn, and rows are those of the truth") {
  EstimatedFlight f;
  f.signals = R"(["position", "velocity", "attitude", "position_estimate", "velocity_estimate",
                  "attitude_estimate", "gyroscope_bias_estimate"])";
  f.samples = 200;
  f.duration_s = 0.01;
  const Flown flown(to_scenario(f));
  double sum = 0;
  for (std::int64_t i = 0; i < 200; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double e =
          (flown.at("position", 0, i)[k] - flown.at("position_estimate", 0, i)[k]) / 0.5;
      sum += e * e;
      CHECK(flown.at("gyroscope_bias_estimate", 0, i)[k] == 0);
    }
  }
  CHECK(sum / 600 == Approx(1).margin(4 * std::sqrt(2.0 / 600)));
}

TEST_CASE("what a GNSS with jitter says is where the vehicle has been") {
  EstimatedFlight f;
  f.trajectory = "type = \"circle\"\ncenter_m = [-5, 0, -10]\nradius_m = 5\nrate_rad_s = 0.5\n";
  f.velocity = "[0, 2.5, 0]";
  f.samples = 50;
  f.duration_s = 15;
  const double prompt = mean(Flown(to_scenario(f)), "m_rms_position_estimation_error_m");
  f.velocity_noise += "jitter_s = 0.09\n";
  const Flown late(to_scenario(f));
  const double error = mean(late, "m_rms_position_estimation_error_m");
  INFO(prompt << " " << error);
  // Uncorrected the position would be 2.5 m/s 0.045 s = 0.11 m behind, almost as much as its own
  // error. What the jitter adds to each reading is 2.5 m/s 0.09 s / sqrt(12) = 0.065 m of 0.5 m.
  CHECK(error < 1.1 * prompt);
  // It adds (0.065 / 0.5)^2 to the squares of each GNSS position, and (1.25 m/s2 0.026 s / 0.1)^2
  // of each velocity: 0.12 of the 6 * 151 + 376 + 3 * 751 numbers that are fused for 151 such
  // readings.
  const double numbers = 50.0 * (6 * 151 + 376 + 3 * 751), more = 50.0 * 151 * 0.12;
  CHECK(mean(late, "m_mean_nis") == Approx(1 + more / numbers).margin(scatter_of_squares(numbers)));
}

/// All readings of the sensors come out so much later than they were made.
void delay_all(const std::string& latency_s, EstimatedFlight& f) {
  const std::string key = "latency_s = " + latency_s + "\n";
  f.timing_of_imu = key;
  f.magnetometer += key;
  f.barometer += key;
  f.velocity_noise += key;
}

/// Mean of N chi-squares of 15 degrees: whether it is in the band that holds 95 % of them.
bool is_consistent(double nees, int flights) {
  return std::abs(nees - 15) < 1.96 * std::sqrt(30.0 / flights);
}

/// Numbers fused in 6 s: 6 of the GNSS at 59 times (of 61, the last two late), 1 of the barometer
/// at 151, 3 of the magnetometer at 301.
constexpr double fused_in_6_s = 6 * 59 + 151 + 3 * 301;

/// 2.5 m/s round a circle of 10 m, turning: no jerk but at the start.
EstimatedFlight circling() {
  EstimatedFlight f;
  f.trajectory =
      "type = \"circle\"\ncenter_m = [-10, 0, -10]\nradius_m = 10\nrate_rad_s = 0.25\n"
      "heading = {type = \"fixed\", rate_rad_s = 0.5}\n";
  f.velocity = "[0, 2.5, 0]";
  f.samples = 300;
  f.duration_s = 6;
  return f;
}

TEST_CASE("late readings of a moving vehicle leave the filter consistent") {
  EstimatedFlight f = circling();
  const std::string prompt = f.velocity_noise;
  for (const char* latency : {"0.1", "0.2"}) {
    f.velocity_noise = prompt + fmt::format("latency_s = {}\n", latency);
    const Flown flown(to_scenario(f));
    const double nees = mean(flown, "m_final_nees"), nis = mean(flown, "m_mean_nis");
    INFO(latency << " " << nees << " " << nis);
    CHECK(is_consistent(nees, f.samples));
    CHECK(nis == Approx(1).margin(scatter_of_squares(f.samples * fused_in_6_s)));
  }
  // A filter that is not told is 2.5 m/s 0.2 s = 0.5 m behind, which adds (0.5 / sigma)^2.
  // Velocities of the GNSS alone, 0.1 m/s at 10 Hz, let a position walk with q = 0.001 m2/s;
  // readings of it have r = 0.025 m2 s. So after 6 s sigma^2 <= sqrt(q r) coth(6 s sqrt(q / r)) =
  // 0.006 m2 (Kalman and Bucy 1961).
  f.estimator += "gnss_delay_s = 0\n";
  const double nees = mean(Flown(to_scenario(f)), "m_final_nees");
  INFO(nees);
  CHECK(nees > 15 + 0.5 * 0.5 / 0.006);
}

TEST_CASE("a magnetometer that is late is turned back with the vehicle") {
  EstimatedFlight f = circling();
  f.magnetometer += "latency_s = 0.1\n";
  const double nees = mean(Flown(to_scenario(f)), "m_final_nees");
  INFO(nees);
  CHECK(is_consistent(nees, f.samples));
  f.estimator += "magnetometer_delay_s = 0\n";
  // It turns by 0.05 rad, which adds (0.05 / sigma)^2. The heading at the end of a line through 301
  // readings of 5e-7 T in 2e-5 T has sigma^2 = 4 / 301 (5e-7 / 2e-5)^2; the filter knows it better.
  const double variance = 4.0 / 301 * 0.025 * 0.025;
  CHECK(mean(Flown(to_scenario(f)), "m_final_nees") > 15 + 0.05 * 0.05 / variance);
}

TEST_CASE("an antenna is where it was when a late reading was measured") {
  // Hovering at 3 rad/s the antenna has turned by 0.36 rad: 0.072 m of 0.5 m, 0.22 m/s of 0.1 m/s.
  EstimatedFlight f;
  f.trajectory =
      "type = \"hover\"\nposition_m = [0, 0, -10]\n"
      "heading = {type = \"fixed\", rate_rad_s = 3}\n";
  f.body_rate = "[0, 0, 3]";
  f.antenna = "position_m = [0.2, 0, 0]\n";
  f.velocity_noise += "latency_s = 0.12\n";
  f.samples = 300;
  f.duration_s = 6;
  const Flown flown(to_scenario(f));
  const double nees = mean(flown, "m_final_nees"), nis = mean(flown, "m_mean_nis");
  INFO(nees << " " << nis);
  CHECK(is_consistent(nees, f.samples));
  CHECK(nis == Approx(1).margin(scatter_of_squares(f.samples * fused_in_6_s)));
}

TEST_CASE("an estimate behind time is that of then, whoever else is late") {
  EstimatedFlight f;
  f.samples = 200;
  f.duration_s = 6;
  // Where all are equally late it is the same filter as without: errors are those of then, which
  // end earlier.
  delay_all("0.02", f);
  const double together = mean(Flown(to_scenario(f)), "m_final_nees");
  INFO(together);
  CHECK(is_consistent(together, f.samples));
  // Others are younger than the estimate: they are foreseen.
  EstimatedFlight g;
  g.samples = 200;
  g.duration_s = 6;
  g.timing_of_imu = "latency_s = 0.02\n";
  const double alone = mean(Flown(to_scenario(g)), "m_final_nees");
  INFO(alone);
  CHECK(is_consistent(alone, g.samples));
}

TEST_CASE("a flight that is late as a whole ends as a prompt one that ends earlier") {
  // Errors of the estimate do not change the flight, and draws belong to readings: those of the
  // first tick that can be seen differ by their number, so the noise is switched off but what is
  // drawn at the start.
  EstimatedFlight f;
  f.estimator = "type = \"mahony\"\n";
  f.imu_noise = "turn_on_bias_m_s2 = 0.1\n";
  f.gyro_noise = "turn_on_bias_rad_s = 0.01\n";
  f.position_noise = f.velocity_noise = f.barometer = f.magnetometer = "";
  f.samples = 4;
  f.duration_s = 4;
  const double prompt = mean(Flown(to_scenario(f)), "m_rms_position_estimation_error_m");
  f.duration_s = 4.2;
  delay_all("0.2", f);
  const double late = mean(Flown(to_scenario(f)), "m_rms_position_estimation_error_m");
  INFO(prompt << " " << late);
  CHECK(late == Approx(prompt).epsilon(1e-12));  // times are differences of other numbers
}

/// How far ahead of its set-point a vehicle of circling() is that flies on its estimate [m].
double lead(const EstimatedFlight& f) {
  const Flown flown(to_scenario(f));
  double sum = 0;
  for (std::int64_t i = 0; i < f.samples; ++i) {
    for (std::int64_t step = 1500; step < 3000; ++step) {
      const auto p = flown.at("position", step, i);
      sum += 10 * (std::atan2(p[1], p[0] + 10) - 0.25 * 0.002 * static_cast<double>(step));
    }
  }
  return sum / (1500.0 * f.samples);
}

TEST_CASE("a loop closed on a late estimate foresees what it has not heard") {
  EstimatedFlight f = circling();
  f.feedback = "estimate";
  f.signals = "[\"position\"]";
  f.samples = 4;
  f.position_noise = "position.white_noise_m = 0.01\n";
  f.velocity_noise = "velocity.white_noise_m_s = 0.01\n";
  f.imu_noise = "white_noise_m_s2 = 0.01\nturn_on_bias_m_s2 = 0.01\n";
  f.gyro_noise = "white_noise_rad_s = 0.001\nturn_on_bias_rad_s = 0.001\n";
  const double prompt = lead(f);
  delay_all("0.02", f);
  const double late = lead(f);
  INFO(prompt << " " << late);
  // Believed to be where it was 0.02 s ago the vehicle would fly 2.5 m/s 0.02 s = 0.05 m ahead. The
  // estimate itself is good to the 0.01 m of the GNSS.
  CHECK(std::abs(late - prompt) < 0.01);
}

TEST_CASE("the first look at what a GNSS says is its latency later") {
  EstimatedFlight f;
  f.signals = "[\"position_estimate\"]";
  f.duration_s = 1;
  f.barometer += "dropout = 1\n";
  f.estimator += "initial.position_m = 100\n";
  f.velocity_noise += "latency_s = 0.25\n";
  const Flown flown(to_scenario(f));
  // At 10 Hz the first reading of a time after the start comes out at 0.3 s, step 150; a traced
  // estimate sees it one step later.
  const auto jump = [&](std::int64_t step) {
    return std::abs(flown.at("position_estimate", step)[0] -
                    flown.at("position_estimate", step - 1)[0]);
  };
  for (std::int64_t step = 1; step <= 150; ++step) CHECK(jump(step) < 0.1);
  CHECK(jump(151) > 1);
}

}  // namespace
}  // namespace montecopter
