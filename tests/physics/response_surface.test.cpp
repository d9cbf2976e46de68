/// Response surfaces in flight: draws of their coefficients, and events.

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/setup/sample_builder.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

std::string impact(const std::string& more, int samples, const std::string& rotors = "800") {
  return fmt::format(R"(
schema = 1
name = "impact"
vehicle.include = "vehicles/impact.toml"
controller = {{type = "command_table", rows = [[0, {1}, {1}, {1}, {1}]]}}
integrator = {{type = "euler", rate_hz = 1000}}
simulation = {{duration_s = 0.5, initial.position_m = [0, 0, -3]}}
output = {{signals = ["velocity", "rotor_speed", "force_surface_body", "force_thrust_body", "moment_surface_body"], rate_hz = 1000}}
monte_carlo = {{samples = {0}, seed = 3}}
{2}
)",
                     samples, rotors, more);
}

LoadedScenario load(const std::string& text) {
  return load_scenario_text(text, "impact.toml", MONTECOPTER_SOURCE_DIR "/scenarios");
}

TEST_CASE("10 000 draws of IMPACT have its standard errors") {
  constexpr int samples = 10000;
  const Plan plan = make_plan(load(impact(R"(
[disperse."vehicle.response_surface.terms.*.deviation"]
dist = "normal"
mean = 0
sd = 1
share = "each"
)",
                                          samples)));
  REQUIRE(plan.dispersions.size() == 45);
  const PreparedFlights prepared(plan);
  SampleBuilder builder(plan, prepared);
  const auto terms_of = [](const Scenario& scenario) -> const std::vector<SurfaceTerm>& {
    return std::get<Multirotor>(*scenario.vehicle).response_surface->terms;
  };
  const auto& nominal = terms_of(plan.scenario);
  std::vector<double> sum(45), squares(45), inputs(plan.inputs());
  double product = 0;  // of the first two
  SampleRow row = prepared.make_row();
  for (int i = 0; i < samples; ++i) {
    REQUIRE(builder.build(i, inputs, row) == InvalidReason::none);
    const auto& drawn = terms_of(builder.scenario());
    for (std::size_t k = 0; k < 45; ++k) {
      const double error = drawn[k].value() - nominal[k].coefficient;
      sum[k] += error, squares[k] += error * error;
    }
    product +=
        (drawn[0].value() - nominal[0].coefficient) * (drawn[1].value() - nominal[1].coefficient);
  }
  for (std::size_t k = 0; k < 45; ++k) {
    CAPTURE(k);
    // Standard errors of mean and standard deviation of n normal numbers: s / sqrt(n) and
    // s / sqrt(2 n). In 45 terms 4.5 of them are exceeded once in 1500 seeds.
    const double s = nominal[k].standard_error, n = samples;
    CHECK(std::fabs(sum[k] / n) < 4.5 * s / std::sqrt(n));
    CHECK(std::sqrt(squares[k] / n) == Approx(s).epsilon(4.5 / std::sqrt(2 * n)));
  }
  CHECK(std::fabs(product / samples) <
        4.5 * nominal[0].standard_error * nominal[1].standard_error / std::sqrt(samples));
}

TEST_CASE("a surface in place of the rotors is all that pushes") {
  const Flown flown(make_plan(load(impact("", 1))), "auto");
  const double mass = 1.9593, dt = 1e-3;
  for (const std::int64_t n : {0, 250, 499}) {
    CHECK(flown.at("force_thrust_body", n)[2] == 0);
    CHECK(flown.at("force_surface_body", n)[2] < -15);
  }
  // At rest and level at first: Euler's step is g plus the force by the mass.
  for (std::size_t k = 0; k < 3; ++k) {
    const double gravity = k == 2 ? 9.80665 : 0;
    CHECK(flown.at("velocity", 1)[k] ==
          Approx(dt * (gravity + flown.at("force_surface_body", 0)[k] / mass)).epsilon(1e-13));
  }
}

/// Published slopes of Z over squared speed [lbf s2], by rotor.
constexpr std::array<double, 4> slope = {-1.82479511069024e-06, -1.52209885631848e-06,
                                         -1.86992909458542e-06, -1.65811696316834e-06};

TEST_CASE("a failed rotor loses thrust in the terms, and a dropped mass leaves their force") {
  const Flown whole(make_plan(load(impact("", 1))), "auto");
  const Flown failed(make_plan(load(impact(R"(
[[event]]
type = "rotor_failure"
rotor = 2
at_s = 0
effectiveness = 0.4
)",
                                           1))),
                     "auto");
  // 0.6 of the thrust of rotor 2 by its slope at 800 rad/s. At rest there is nothing else.
  const double lost = 0.6 * 800 * 800 * slope[2] * 4.4482216152605;
  CHECK(whole.at("force_surface_body", 0)[2] - failed.at("force_surface_body", 0)[2] ==
        Approx(lost).epsilon(1e-12));
  const Flown lighter(make_plan(load(impact("[[event]]\ntype = \"mass_drop\"\nat_s = 0\n"
                                            "mass_kg = 0.9593\n",
                                            1))),
                      "auto");
  const double force = whole.at("force_surface_body", 0)[2];
  CHECK(lighter.at("force_surface_body", 0)[2] == Approx(force).epsilon(1e-14));
  CHECK(lighter.at("velocity", 1)[2] == Approx(1e-3 * (9.80665 + force)).epsilon(1e-12));  // 1 kg
}

}  // namespace
}  // namespace montecopter
