/// Whether a loop is stable at hover, as `check` says it, against flights: shipped vehicles under
/// shipped controllers, most of which were made for another vehicle.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "dynamics/controllers/controller.hpp"
#include "scenario/load.hpp"
#include "support/fly.hpp"
#include "vehicle/stability/loop_noise.hpp"
#include "vehicle/stability/loop_stability.hpp"
#include "vehicle/stability/measured_rate.hpp"

namespace montecopter {
namespace {

LoadedScenario hovering(const std::string& vehicle, const std::string& controller,
                        const std::vector<std::string>& overrides = {}) {
  constexpr const char* text = R"(
schema = 1
name = "hovering"
vehicle.include = "{0}/vehicles/{1}.toml"
controller.include = "{0}/controllers/{2}.toml"
trajectory = {{type = "hover"}}
environment = {{gravity_m_s2 = 9.81}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 8, initial = {{position_m = [1e-7, 1e-7, 1e-7], body_rate_rad_s = [1e-7, 1e-7, 1e-7]}}}}
output = {{signals = ["position", "velocity", "body_rate"], rate_hz = 100}}
)";
  return load_scenario_text(fmt::format(text, MONTECOPTER_SCENARIOS, vehicle, controller),
                            "hovering.toml", "", overrides);
}

/// Largest deviation from the end between two outputs, in units of that at the start. (A hexacopter
/// with leaning rotors comes to rest a little beside.)
double deviation(const Flown& flown, std::int64_t from, std::int64_t to) {
  const std::int64_t end = flown.outputs() - 1;
  double most = 0;
  for (std::int64_t n = from; n < to; ++n) {
    for (const char* signal : {"position", "velocity", "body_rate"}) {
      const auto x = flown.at(signal, n), last = flown.at(signal, end);
      for (int i = 0; i < 3; ++i) most = std::max(most, std::fabs(x[i] - last[i]) / 1e-7);
    }
  }
  return most;
}

TEST_CASE("a loop that is called unstable grows in flight, and no other does") {
  const std::string vehicle = GENERATE("crazyflie", "f450", "hummingbird", "iris", "naki-octo",
                                       "neo9-hexa", "polyrotor-rpg", "sih2022", "x500");
  const std::string controller =
      GENERATE("f450-lee", "f450-mellinger", "f450-px4", "f450-indi", "f450-lqr");
  const LoadedScenario loaded = hovering(vehicle, controller);
  const Plan plan = make_plan(loaded);
  const auto model =
      loop_model(plan, loaded.scenario, plan.time.control.every, plan.time.control.delay);
  INFO(vehicle << " under " << controller);
  REQUIRE(model);
  const Flown flown(make_plan(loaded), "auto");
  const std::int64_t all = flown.outputs();
  // By a quarter of the flight what decays fast has gone. What grows by 0.1 1/s makes 1.5 of it
  // over the 4 s between the two windows, or it has met a limit.
  const double before = deviation(flown, all / 4, all / 2);
  const double after = deviation(flown, 3 * all / 4, all);
  const double growth = model->growth_1_s();
  INFO("growth " << growth << " 1/s, deviation " << before << " then " << after);
  if (growth > 0.1) CHECK((after > 1.2 * before || after > 1e6));
  if (growth < 1e-4) CHECK(after < before);
}

TEST_CASE("a regulator on a toy is stable, as it flies") {
  // Of 31 g: 1e-4 N m are more than its rotors have, and a difference over as much saw none of its
  // slopes.
  const LoadedScenario loaded = hovering("crazyflie", "f450-lqr");
  CHECK(loop_warnings(make_plan(loaded), loaded.controller_at).empty());
}

TEST_CASE("a loop is the same whatever the vehicle weighs") {
  // Mass, inertia, thrust and torque by one factor: forces and moments over it are the same
  // accelerations, and so are the eigenvalues.
  const std::string controller = GENERATE("f450-px4", "f450-indi");
  INFO(controller);
  const auto growth = [&](double factor) {
    const auto set = [&](const char* key, double value) {
      return fmt::format("vehicle.{}={:.17g}", key, factor * value);
    };
    const LoadedScenario loaded =
        hovering("sih2019", controller,
                 {set("mass_kg", 1), set("inertia_kg_m2.xx", 0.02), set("inertia_kg_m2.yy", 0.02),
                  set("inertia_kg_m2.zz", 0.035), set("linear_drag_n_s_m", 1),
                  set("linear_aero_moment_n_m_s", 0.03), set("rotor.law.thrust_max_n", 5),
                  set("rotor.law.torque_max_n_m", 0.1)});
    const Plan plan = make_plan(loaded);
    const auto model =
        loop_model(plan, loaded.scenario, plan.time.control.every, plan.time.control.delay);
    REQUIRE(model);
    return model->growth_1_s();
  };
  CHECK(growth(1) < -0.1);
  CHECK(growth(1e-6) == Approx(growth(1)).epsilon(1e-6));
}

/// On the estimate of a filter with an IMU that averages over 4 ms.
LoadedScenario estimated(const std::string& controller_lines, double gyroscope_noise_rad_s,
                         const std::vector<std::string>& overrides = {}) {
  constexpr const char* text = R"(
schema = 1
name = "estimated"
vehicle.include = "{0}/vehicles/x500.toml"
trajectory = {{type = "hover", position_m = [0, 0, -10]}}
environment = {{gravity_m_s2 = 9.81, magnetic_field = {{type = "angles", strength_t = 48e-6, inclination_deg = 64, declination_deg = 3}}}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 20, initial = {{position_m = [0, 0, -10]}}}}
output = {{signals = ["command"], rate_hz = 250}}
[controller]
include = "{0}/controllers/f450-px4.toml"
rate_hz = 250
delay_s = 0.004
feedback = "estimate"
{1}
[sensors.imu]
accelerometer = {{rate_hz = 250, white_noise_m_s2 = 0.01}}
gyroscope = {{rate_hz = 250, white_noise_rad_s = {2}}}
[sensors.compass.magnetometer]
rate_hz = 50
white_noise_nt = 40
[sensors.gps.gnss]
rate_hz = 10
position = {{white_noise_m = 0.01}}
velocity = {{white_noise_m_s = 0.01}}
[estimator]
type = "ekf"
initial = {{accelerometer_bias_m_s2 = 0.01, gyroscope_bias_rad_s = 0.001}}
)";
  return load_scenario_text(
      fmt::format(text, MONTECOPTER_SCENARIOS, controller_lines, gyroscope_noise_rad_s),
      "estimated.toml", "", overrides);
}

/// Standard deviation of a rotor's commands from 5 s on.
double deviation_of_command(const Flown& flown, std::size_t rotor) {
  double sum = 0, squares = 0, count = 0;
  for (std::int64_t n = 5 * 250; n < flown.outputs(); ++n) {
    const double u = flown.at("command", n)[rotor];
    sum += u, squares += u * u, count += 1;
  }
  return std::sqrt(squares / count - sum * sum / (count * count));
}

TEST_CASE("body rates of a gyroscope that averages make a loop unstable, as it flies") {
  // 6 ms old: a reading is of the middle of its 4 ms, and an update sees the one before it.
  const auto with_gain = [](double gain) {
    return estimated(fmt::format("body_rate.gain_1_s = [{0}, {0}, 20]", gain), 1e-5);
  };
  const auto model = [](const LoadedScenario& loaded) {
    const Plan plan = make_plan(loaded);
    return loop_model(plan, loaded.scenario, plan.time.control.every, plan.time.control.delay);
  };
  const LoadedScenario calm = with_gain(40), wild = with_gain(55);
  CHECK(model(calm)->rate_age_s == Approx(0.006));
  CHECK(model(calm)->growth_1_s() < -0.1);
  CHECK(model(wild)->growth_1_s() > 0.1);
  CHECK(loop_warnings(make_plan(calm), calm.controller_at).empty());
  REQUIRE(loop_warnings(make_plan(wild), wild.controller_at).size() == 1);
  // In flight: at rest but for the noise, and in a limit cycle between the rotors' limits.
  CHECK(deviation_of_command(Flown(make_plan(calm), "auto"), 0) < 0.01);
  CHECK(deviation_of_command(Flown(make_plan(wild), "auto"), 0) > 0.2);
  // The controller that sees the state itself is stable with this gain.
  LoadedScenario seeing = with_gain(55);
  std::get<Px4Controller>(*seeing.scenario.controller).feedback = "truth";
  CHECK(model(seeing)->rate_age_s == 0);
  CHECK(model(seeing)->growth_1_s() < -0.1);
}

TEST_CASE("body rates older than 32 updates count as those of a pure delay") {
  // A latency of 6 ms and the middle of 4 ms. The loop is the same at any rate but for the time
  // that commands are held, which changes growth in proportion to the period: up to 3200 Hz the
  // delay is counted in whole updates, at 4000 Hz it passes as 32 lags.
  const auto growth = [](double gain, double rate_hz) {
    const LoadedScenario loaded =
        estimated(fmt::format("body_rate.gain_1_s = [{0}, {0}, 20]", gain), 1e-5,
                  {"integrator.rate_hz=16000", fmt::format("controller.rate_hz={}", rate_hz),
                   "controller.delay_s=0", "sensors.imu.accelerometer.latency_s=0.006",
                   "sensors.imu.gyroscope.latency_s=0.006"});
    const Plan plan = make_plan(loaded);
    const auto model =
        loop_model(plan, loaded.scenario, plan.time.control.every, plan.time.control.delay);
    REQUIRE(model);
    CHECK(model->rate_age_s * rate_hz > (rate_hz > 3200 ? 32 : 0));
    return model->growth_1_s();
  };
  const auto pure_delay = [&](double gain) {
    const double slow = growth(gain, 2000), fast = growth(gain, 3200);
    return fast + (fast - slow) * (1 / 3200.0 - 1 / 4000.0) / (1 / 2000.0 - 1 / 3200.0);
  };
  // Lags let exp(-(w T)^2 / 64) through of what a delay T would: 0.97 where it costs 80 degrees.
  const double gain = 40, lagged = growth(gain, 4000);
  CHECK(lagged <= pure_delay(gain) + 1e-3 * std::fabs(pure_delay(gain)));
  CHECK(lagged >= pure_delay(0.95 * gain));
}

TEST_CASE("commands are as noisy as the noise of the gyroscope makes them") {
  // P alone, and with a derivative, whose filter remembers.
  const char* lines = GENERATE("body_rate.gain_1_s = [20, 20, 8]",
                               "body_rate = {gain_1_s = [20, 20, 8], derivative_gain = [0.8, 0.8, "
                               "0], cutoff_hz = 60}");
  const LoadedScenario loaded = estimated(lines, 0.1);  // the others' noise is drowned
  const Plan plan = make_plan(loaded);
  const auto model =
      loop_model(plan, loaded.scenario, plan.time.control.every, plan.time.control.delay);
  REQUIRE(model);
  const Eigen::VectorXd wanted = command_deviations(*model, body_rate_noise(loaded.scenario));
  const Flown flown(make_plan(loaded), "auto");
  for (std::size_t rotor = 0; rotor < 4; ++rotor) {
    const double got = deviation_of_command(flown, rotor);
    INFO(lines << ", rotor " << rotor << ": " << got << ", " << wanted[static_cast<int>(rotor)]);
    // 3750 values make 1.2 % of a deviation, neighbours are correlated; and the filter's attitude
    // wanders with the same noise, which is left out.
    CHECK(got == Approx(wanted[static_cast<int>(rotor)]).epsilon(0.1));
  }
}

TEST_CASE("a gyroscope whose noise takes a third of the control margin is warned of") {
  const auto warnings = [](double noise) {
    const LoadedScenario loaded = estimated(
        "body_rate = {gain_1_s = [20, 20, 8], derivative_gain = [0.8, 0.8, 0], cutoff_hz = 60}",
        noise);
    return loop_warnings(make_plan(loaded), loaded.controller_at);
  };
  CHECK(warnings(0.1).empty());
  const std::vector<Problem> told = warnings(0.8);
  REQUIRE(told.size() == 1);
  CHECK_THAT(told[0].what, Catch::Contains("gyroscope noise moves the command of rotor"));
}

}  // namespace
}  // namespace montecopter
