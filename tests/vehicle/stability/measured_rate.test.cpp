/// The age of measured body rates against closed forms of its mean, and what it takes of margins.

#include "vehicle/stability/measured_rate.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "scenario/load.hpp"
#include "vehicle/stability/margin_report.hpp"

namespace montecopter {
namespace {

constexpr double period_s = 0.004;  // of controller and IMU

/// How the IMU reads.
struct Imu {
  double latency_s = 0, jitter_s = 0, dropout = 0, force_dropout = 0;
  const char* readings = "instantaneous";
};

Plan estimated(const Imu& imu) {
  constexpr const char* text = R"(
schema = 1
name = "estimated"
vehicle.include = "{0}/vehicles/x500.toml"
trajectory.type = "hover"
environment = {{gravity_m_s2 = 9.81, magnetic_field = {{type = "angles", strength_t = 48e-6, inclination_deg = 64, declination_deg = 3}}}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation.duration_s = 1
controller = {{include = "{0}/controllers/f450-px4.toml", rate_hz = 250, delay_s = 0.004, feedback = "estimate"}}
[sensors.imu]
accelerometer = {{rate_hz = 250, white_noise_m_s2 = 0.01, latency_s = {1}, dropout = {4}}}
gyroscope = {{rate_hz = 250, white_noise_rad_s = 1e-5, latency_s = {1}, jitter_s = {2}, dropout = {3}, readings = "{5}"}}
[sensors.compass.magnetometer]
rate_hz = 50
white_noise_nt = 40
[sensors.gps.gnss]
rate_hz = 10
position.white_noise_m = 0.01
velocity.white_noise_m_s = 0.01
[estimator]
type = "ekf"
initial = {{accelerometer_bias_m_s2 = 0.01, gyroscope_bias_rad_s = 0.001}}
)";
  return make_plan(
      load_scenario_text(fmt::format(text, MONTECOPTER_SCENARIOS, imu.latency_s, imu.jitter_s,
                                     imu.dropout, imu.force_dropout, imu.readings),
                         "estimated.toml", ".", {}));
}

double age_s(const Imu& imu) {
  const Plan plan = estimated(imu);
  return body_rate_age(plan, plan.scenario, plan.time.control.every) * plan.time.step_s;
}

TEST_CASE("body rates are older by half of the jitter, and by what lost readings let wait") {
  // An update sees the reading that came out a period before.
  CHECK(age_s({}) == Approx(period_s));
  CHECK(age_s({.readings = "averaged"}) == Approx(1.5 * period_s));
  const double latency_s = 0.003;
  for (const double jitter_s : {0.0, 0.001, 0.003}) {
    CHECK(age_s({.latency_s = latency_s, .jitter_s = jitter_s}) ==
          Approx(period_s + latency_s + jitter_s / 2));
    CHECK(age_s({.latency_s = latency_s, .jitter_s = jitter_s, .readings = "averaged"}) ==
          Approx(1.5 * period_s + latency_s + jitter_s / 2));
  }
  // The last n readings are lost with the probability p^n (1 - p).
  for (const double p : {0.1, 0.5, 0.9}) {
    double periods = 0;
    for (int n = 1; n < 1000; ++n) periods += n * std::pow(p, n) * (1 - p);
    INFO(p);
    CHECK(age_s({.dropout = p}) == Approx(period_s + periods * period_s).epsilon(1e-12));
    CHECK(age_s({.force_dropout = p}) == Approx(period_s + periods * period_s).epsilon(1e-12));
  }
  // An estimator takes the IMU as a whole: three in ten get there.
  CHECK(age_s({.dropout = 0.4, .force_dropout = 0.5}) == Approx(period_s / 0.3));
}

void check_same(const LoopMargins& a, const LoopMargins& b) {
  CHECK(a.gain_db() == b.gain_db());
  CHECK(a.phase_deg.value == b.phase_deg.value);
  CHECK(a.delay_s.value == b.delay_s.value);
  CHECK(a.disk.alpha.value == b.disk.alpha.value);
}

HoverMargins margins(const Imu& imu) { return report_margins(estimated(imu), 0, "").margins; }

TEST_CASE("margins are those of prompt body rates with the latency that is their mean age") {
  const Imu late = {.latency_s = 0.002 + period_s};
  for (const Imu& same :
       {Imu{.latency_s = 0.005, .jitter_s = 0.002}, Imu{.latency_s = 0.002, .dropout = 0.5},
        Imu{.latency_s = 0.001, .jitter_s = 0.002, .force_dropout = 0.5}}) {
    const HoverMargins a = margins(same), b = margins(late);
    REQUIRE(b.is_stable);
    CHECK(a.rate_age_s == b.rate_age_s);
    CHECK(a.growth_1_s == b.growth_1_s);
    REQUIRE(a.at_command.size() == b.at_command.size());
    for (std::size_t k = 0; k < a.at_command.size(); ++k) {
      check_same(a.at_command[k].margins, b.at_command[k].margins);
    }
  }
}

TEST_CASE("the age of body rates takes phase of the axes that they are fed back to") {
  const HoverMargins all = margins({.latency_s = 0.002});
  REQUIRE(all.at_command.size() == 4);
  for (const BrokenLoop& axis : all.at_command) {
    REQUIRE(axis.taken);
    const double rad = axis.name == "thrust" ? 0 : axis.taken->rad_s * (period_s + 0.002);
    INFO(axis.name);
    CHECK(axis.taken->rate_age_deg == Approx(rad * 180 / std::acos(-1.0)).epsilon(1e-12));
    CHECK(axis.taken->hold_deg > 0);
  }
}

}  // namespace
}  // namespace montecopter
