/// Whether a loop is stable at hover, as `check` says it, against flights: shipped vehicles under
/// shipped controllers, most of which were made for another vehicle.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "physics/fly.hpp"
#include "scenario/load.hpp"
#include "simulate/loop_stability.hpp"

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

}  // namespace
}  // namespace montecopter
