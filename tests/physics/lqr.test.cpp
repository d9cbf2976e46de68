/// Flights under a linear-quadratic regulator against the linear loop that it was designed as, and
/// loops whose boundary of stability is known.

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include <Eigen/Eigenvalues>

#include "dynamics/environment/world_setup.hpp"
#include "dynamics/linear/lqr_design.hpp"
#include "scenario/load.hpp"
#include "support/fly.hpp"
#include "vehicle/stability/loop_stability.hpp"

namespace montecopter {
namespace {

constexpr const char* regulated_quad = R"(
schema = 1
name = "regulated"
vehicle.include = "{}/vehicles/{}.toml"
environment = {{gravity_m_s2 = 9.81}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 2}}
output = {{signals = ["position", "velocity", "attitude", "body_rate", "command"], rate_hz = 100}}
[trajectory]
type = "hover"
[controller]
type = "lqr"
rate_hz = 100
position_weight_1_m2 = 4
velocity_weight_s2_m2 = 1
attitude_weight_1_rad2 = 4
command_weights = [0.05, 40, 40, 100]
)";

LoadedScenario regulated(const std::string& vehicle, const std::vector<std::string>& overrides) {
  return load_scenario_text(fmt::format(regulated_quad, MONTECOPTER_SCENARIOS, vehicle),
                            "regulated.toml", "", overrides);
}

/// Position [m] at each look of a flight that starts a micrometre off, and of the linear loop.
double distance_from_linear(const LoadedScenario& loaded, const LqrDesign& d, double start,
                            double down = 0) {
  const Flown flown(make_plan(loaded), "auto");
  Eigen::VectorXd x = Eigen::VectorXd::Zero(d.A.rows());
  x[0] = start;
  double worst = 0;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const auto p = flown.at("position", n);
    const auto v = flown.at("velocity", n);
    const auto w = flown.at("body_rate", n);
    for (int k = 0; k < 3; ++k) {
      worst = std::max({worst, std::fabs(p[k] - (k == 2 ? down : 0) - x[k]),
                        std::fabs(v[k] - x[3 + k]), std::fabs(w[k] - x[9 + k])});
    }
    x = d.A * x - d.B * (d.gain * x);
  }
  return worst / start;
}

TEST_CASE("a small deviation decays as the linear loop of the design") {
  // Motors of first order; hold alone, and hold with delay and sums. (The thrust of the f450 has a
  // kink at rest, that of a table.)
  const std::vector<std::vector<std::string>> all = {
      {},
      {"controller.delay_s=0.004", "controller.position_integral_weight_1_m2_s2=1",
       "controller.heading_integral_weight_1_rad2_s2=0.5"},
      {"controller.delay_s=0.024", "controller.position_integral_weight_1_m2_s2=1"}};
  constexpr std::array delays_s = {0.0, 0.004, 0.024};  // the last is 2.4 periods
  for (std::size_t k = 0; k < all.size(); ++k) {
    auto overrides = all[k];
    overrides.push_back("simulation.initial.position_m=[1e-6,0,0]");
    const LoadedScenario loaded = regulated("sih2022", overrides);
    const auto design = design_lqr(std::get<LqrController>(*loaded.scenario.controller),
                                   *loaded.scenario.vehicle, {9.81, 1.225}, 0.01, delays_s[k]);
    // The square of the deviation over it, 1e-6; slopes by differences are good to 1e-9.
    const double worst = distance_from_linear(loaded, std::get<LqrDesign>(design), 1e-6);
    INFO(worst);
    CHECK(worst < 1e-5);
  }
}

/// The example's controller in a hover in calm air, no number dispersed.
LoadedScenario calm_marvin() {
  std::ifstream file(std::string(MONTECOPTER_SCENARIOS) + "/examples/marvin-square.toml");
  std::stringstream whole;
  whole << file.rdbuf();
  std::string text = whole.str();
  text.resize(text.find("[monte_carlo]"));
  const auto first = text.find("[[wind]]"), last = text.find("[controller]");
  text.replace(first, last - first, "[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, -20]\n\n");
  text.replace(text.find("../vehicles"), 11, MONTECOPTER_SCENARIOS "/vehicles");
  return load_scenario_text(text, "marvin.toml", "",
                            {"simulation.initial.position_m=[1e-6,0,-20]", "output.traces=all",
                             "output.signals=[\"position\",\"velocity\",\"body_rate\"]",
                             "simulation.duration_s=5", "integrator.rate_hz=1000"});
}

TEST_CASE("a helicopter's small deviation does, too") {
  const LoadedScenario loaded = calm_marvin();
  const auto design =
      std::get<LqrDesign>(design_lqr(std::get<LqrController>(*loaded.scenario.controller),
                                     *loaded.scenario.vehicle, {9.81, 1.225}, 0.05, 0.0));
  const double worst = distance_from_linear(loaded, design, 1e-6, -20);
  INFO(worst);
  // The attitude at the start has 14 digits; 1e-14 rad is 1e-8 of the deviation. The vehicle is
  // quadratic in its airspeed: 1e-6 of it.
  CHECK(worst < 1e-4);
}

TEST_CASE("a regulator works at any heading as it does to the north") {
  const Flown north(make_plan(regulated("f450", {"simulation.initial.position_m=[0.3,0.2,-0.1]"})),
                    "auto");
  const double a = 2.4;  // rad: everything turned by it
  const Flown turned(
      make_plan(regulated("f450", {fmt::format("simulation.initial.position_m=[{},{},-0.1]",
                                               0.3 * std::cos(a) - 0.2 * std::sin(a),
                                               0.3 * std::sin(a) + 0.2 * std::cos(a)),
                                   fmt::format("simulation.initial.attitude=[{},0,0,{}]",
                                               std::cos(a / 2), std::sin(a / 2)),
                                   fmt::format("trajectory.heading.angle_rad={}", a)})),
      "auto");
  for (std::int64_t n = 0; n < north.outputs(); n += 10) {
    const auto p = north.at("position", n), q = turned.at("position", n);
    CHECK(q[0] == Approx(p[0] * std::cos(a) - p[1] * std::sin(a)).margin(1e-12));
    CHECK(q[1] == Approx(p[0] * std::sin(a) + p[1] * std::cos(a)).margin(1e-12));
    CHECK(q[2] == Approx(p[2]).margin(1e-12));
  }
}

TEST_CASE("sums of the error remove the offset that a wind leaves") {
  const auto offset = [&](const char* weight) {
    const Flown flown(
        make_plan(regulated(
            "f450", {"vehicle.linear_drag_n_s_m=0.25", "simulation.duration_s=20",
                     "wind=[{type=\"steady\",to_m_s=[2,1,0.5]}]",
                     std::string("controller.position_integral_weight_1_m2_s2=") + weight})),
        "auto");
    const auto p = flown.at("position", flown.outputs() - 1);
    return std::hypot(p[0], p[1], p[2]);
  };
  CHECK(offset("0") > 0.05);
  CHECK(offset("4") < 1e-6);  // the slowest pole is near 1 1/s: e^-20 of half a metre
}

/// A loop about yaw: sih2019 without damping, J w' = M with motors that do not lag. At 50 Hz.
std::string yaw_loop(double share_of_limit) {
  const double J = 0.035, T = 0.02, limit = 2 * J / T;
  return fmt::format(R"(
schema = 1
name = "yaw"
vehicle.include = "{}/vehicles/sih2019.toml"
vehicle.linear_aero_moment_n_m_s = 0
environment = {{gravity_m_s2 = 9.81}}
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = 20, initial = {{body_rate_rad_s = [0, 0, 1e-9]}}}}
output = {{signals = ["body_rate"], rate_hz = 50}}
[trajectory]
type = "hover"
[controller]
type = "lee"
rate_hz = 50
position_gain_1_s2 = 1
velocity_gain_1_s = 1
attitude_gain_n_m = [0.5, 0.5, 0.1]
rate_gain_n_m_s = [0.2, 0.2, {:.17g}]
)",
                     MONTECOPTER_SCENARIOS, share_of_limit * limit);
}

std::vector<Problem> warnings_of(const std::string& text) {
  const LoadedScenario loaded = load_scenario_text(text, "yaw.toml", "");
  return loop_warnings(make_plan(loaded), loaded.controller_at);
}

TEST_CASE("a rate loop becomes unstable at its closed form, and is warned of from there on") {
  // PD held over T: z^2 - (2 - a T^2/2 - b T) z + (1 + a T^2/2 - b T) with a = k_R / J, b = k_W /
  // J; by Jury's criterion at z = -1 it is stable for b T < 2, whatever a is (below 2 b / T).
  const auto last_rate = [](double share) {
    const Flown flown(yaw_loop(share));
    return std::fabs(flown.at("body_rate", flown.outputs() - 1)[2]);
  };
  // Just beyond, z + 1 = -(2 (b T - 2)) / (4 - a T^2 / 2 - b T) to first order: -0.02 for 1 %; 1000
  // periods make 1e8 of it. Just below, as much less, and the slow pole leaves e^(-a/b 20).
  CHECK(last_rate(1.01) > 1e-4);
  CHECK(last_rate(0.99) < 1e-9);
  CHECK(warnings_of(yaw_loop(0.99)).empty());
  CHECK(warnings_of(yaw_loop(1 - 1e-5)).empty());
  const std::vector<Problem> found = warnings_of(yaw_loop(1 + 1e-4));
  REQUIRE(found.size() == 1);
  CHECK(found[0].is_warning);
  INFO(found[0].text());
  CHECK(found[0].where == "yaw.toml:12:1");
  CHECK(found[0].what == "the gains make the loop unstable at hover");
  CHECK(found[0].why.find("is -1.000") != std::string::npos);
  // b T < 2: the next whole number of steps below 20 ms is 18 ms.
  CHECK(found[0].suggestion == "The loop is stable at 55.56 Hz and above");
}

TEST_CASE("what is neutral is not warned of") {
  // No gain for heading, position or velocity: eigenvalues of 1, some of them double.
  std::string text = yaw_loop(0);
  text.replace(text.find("0.5, 0.1]"), 9, "0.5, 0.0]");
  CHECK(warnings_of(text).empty());
  text.replace(text.find("position_gain_1_s2 = 1"), 22, "position_gain_1_s2 = 0");
  text.replace(text.find("velocity_gain_1_s = 1"), 21, "velocity_gain_1_s = 0");
  CHECK(warnings_of(text).empty());
}

TEST_CASE("every example's loop is stable") {
  for (const char* name : {"lee-helix", "f450-lemniscate", "iris-gust", "marvin-square",
                           "x500-survey", "crazyflie-circle", "hummingbird-steps"}) {
    const LoadedScenario loaded =
        load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name + ".toml");
    INFO(name);
    CHECK(loop_warnings(make_plan(loaded), "").empty());
  }
}

TEST_CASE("the loop of the law that flies is the loop of the design") {
  // Its eigenvalues are those of the design, and others: of the model of the lags that the law
  // carries (e^(-T / tau), and the vehicle's four motors are not the model's), and neutral ones of
  // memory that has no gain.
  const LoadedScenario loaded = regulated(
      "sih2022", {"controller.delay_s=0.01", "controller.position_integral_weight_1_m2_s2=1",
                  "controller.heading_integral_weight_1_rad2_s2=0.5"});
  const auto model = loop_model(make_plan(loaded), loaded.scenario, 10, 10);
  REQUIRE(model);
  const auto design = std::get<LqrDesign>(design_lqr(
      std::get<LqrController>(*loaded.scenario.controller), *loaded.scenario.vehicle,
      {9.81, fold_world(*loaded.scenario.environment, {0, 0, 0}).air.density_kg_m3}, 0.01, 0.01));
  const auto eigenvalues = [](const Eigen::MatrixXd& A) {
    return Eigen::VectorXcd(Eigen::EigenSolver<Eigen::MatrixXd>(A, false).eigenvalues());
  };
  const Eigen::VectorXcd flown = eigenvalues(model->matrix);
  for (const auto& z : eigenvalues(design.A - design.B * design.gain)) {
    if (std::abs(z) < 0.5) continue;  // fast ones come in clusters, which rounding spreads
    INFO(z.real() << " " << z.imag());
    CHECK((flown.array() - z).abs().minCoeff() < 1e-5);  // differences of 1e-8, pairs of its root
  }
  CHECK(model->growth_1_s() < 1e-6);
}

}  // namespace
}  // namespace montecopter
