/// Wind is named by where it blows to, and it reaches every term that depends on airspeed.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

constexpr Vector3 wind = {3.0, -2.0, 0.5};  // to the north, from the east, a little down
const std::string wind_table = "[[wind]]\ntype = \"steady\"\nto_m_s = [3.0, -2.0, 0.5]\n";

TEST_CASE("without gravity and thrust, a body drifts to where the wind blows") {
  const std::string term = GENERATE("linear", "quadratic", "rotor");
  ReferenceCase c = free_body(1, {1, 1, 1}, 40);
  c.linear_drag = term == "linear" ? 0.5 : 0;
  c.rotor_drag = term == "rotor" ? Vector3{0.5, 0.5, 0.5} : Vector3{};
  c.quadratic_drag = term == "quadratic" ? 0.5 : 0;
  const Flown flown(to_scenario(c, {.rate_hz = 100, .output_every = 100, .more = wind_table}));
  const double speed = std::sqrt(wind[0] * wind[0] + wind[1] * wind[1] + wind[2] * wind[2]);
  double worst = 0;
  for (std::int64_t n = 1; n < flown.outputs(); ++n) {
    const double t = flown.time(n);
    // What is left of the airspeed, as a fraction: m u' = -K u, or m u' = -c u^2.
    const double left = term == "quadratic" ? 1 / (1 + 0.5 * speed * t) : std::exp(-0.5 * t);
    const double drifted = term == "quadratic" ? t - std::log(1 + 0.5 * speed * t) / (0.5 * speed)
                                               : t - (1 - std::exp(-0.5 * t)) / 0.5;
    for (std::size_t k = 0; k < 3; ++k) {
      worst = std::max({worst, std::fabs(flown.at("velocity", n)[k] - wind[k] * (1 - left)),
                        std::fabs(flown.at("position", n)[k] - wind[k] * drifted)});
      CHECK(flown.at("position", n)[k] * wind[k] > 0);  // the way of the wind, on every axis
    }
  }
  INFO(term << ": error " << fmt::format("{:.2e}", worst));
  CHECK(worst < 1e-8);  // RK4 with steps of 0.01 s; the fastest rate is 1.8 1/s
}

TEST_CASE("flying in steady wind is flying in still air, carried along") {
  // Galilean invariance holds for all terms together, or one of them does not see the wind.
  ReferenceCase still = load_reference_case("upstream/mds_full_euler.toml");
  still.duration = 2;
  still.linear_drag = 0.3;
  still.rotor_drag = {0.5, 0.3, 0.1};
  ReferenceCase carried = still;
  REQUIRE(!still.z_up);  // the wind is NED
  for (std::size_t k = 0; k < 3; ++k) carried.velocity[k] += wind[k];
  const Flown calm(to_scenario(still, {}));
  // Two winds add up.
  const Flown windy(
      to_scenario(carried, {.more = "[[wind]]\ntype = \"steady\"\nto_m_s = [1.0, 0.0, 2.5]\n"
                                    "[[wind]]\ntype = \"steady\"\nto_m_s = [2.0, -2.0, -2.0]\n"}));
  double worst = 0;
  for (std::int64_t n = 0; n < calm.outputs(); n += 48) {
    const double t = calm.time(n);
    for (std::size_t k = 0; k < 3; ++k) {
      worst = std::max(
          {worst, std::fabs(windy.at("velocity", n)[k] - calm.at("velocity", n)[k] - wind[k]),
           std::fabs(windy.at("position", n)[k] - calm.at("position", n)[k] - t * wind[k]),
           std::fabs(windy.at("body_rate", n)[k] - calm.at("body_rate", n)[k])});
    }
  }
  INFO("error " << fmt::format("{:.2e}", worst));
  CHECK(worst < 1e-11);  // rounding only
}

TEST_CASE("wind means nothing to a vehicle without drag") {
  ReferenceCase c = free_body(1, {1, 1, 1}, 1);
  const Flown flown(to_scenario(c, {.rate_hz = 100, .more = wind_table}));
  for (std::size_t k = 0; k < 3; ++k) CHECK(flown.at("position", 100)[k] == 0);
}

}  // namespace
}  // namespace montecopter
