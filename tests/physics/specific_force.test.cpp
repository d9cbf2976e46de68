/// The specific force is what an ideal accelerometer reads in the step that starts at that time.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/numerics/vec3.hpp"
#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

TEST_CASE("at hover, the specific force is one g upwards") {
  const std::string name = GENERATE("models/sih_a.toml", "models/flightgoggles_a.toml");
  const ReferenceCase c = load_reference_case(name);
  // Before the first manoeuvre at 0.2 s both hover.
  const Flown flown(to_scenario(c, {.signals = {"specific_force"}}));
  for (std::int64_t n = 0; flown.time(n) < 0.19; ++n) {
    const auto f = flown.at("specific_force", n);
    CHECK(std::fabs(f[0]) < 1e-13);
    CHECK(std::fabs(f[1]) < 1e-13);
    CHECK(std::fabs(f[2] + 9.81) < 1e-13);  // FRD: up is negative; a few ulp of 9.81
  }
}

TEST_CASE("the specific force contains the process force of the very same step") {
  ReferenceCase c = load_reference_case("models/flightgoggles_a.toml");
  c.force_noise = 5e-4;
  c.moment_noise = 1.25e-7;
  const Flown flown(
      to_scenario(c, {.integrator = "euler",
                      .signals = {"velocity", "attitude", "specific_force"},
                      .more = "[[wind]]\ntype = \"steady\"\nto_m_s = [2.0, 1.0, -0.5]\n"}));
  const double dt = flown.time(1);
  double worst = 0, noise = 0;
  for (std::int64_t n = 0; n + 1 < flown.outputs(); ++n) {
    const auto v = flown.at("velocity", n), next = flown.at("velocity", n + 1);
    const auto q = flown.at("attitude", n), f = flown.at("specific_force", n);
    const Vec3<double> a =
        Rotation<double>({q[0], q[1], q[2], q[3]}) * Vec3<double>{f[0], f[1], f[2]};
    worst = std::max({worst, std::fabs(a.x - (next[0] - v[0]) / dt),
                      std::fabs(a.y - (next[1] - v[1]) / dt),
                      std::fabs(a.z + 9.81 - (next[2] - v[2]) / dt)});
    const auto g = flown.at("specific_force", n + 1);
    noise += (g[0] - f[0]) * (g[0] - f[0]);
  }
  const double steps = static_cast<double>(flown.outputs() - 1);
  const double step_to_step = std::sqrt(noise / steps);
  INFO(fmt::format("consistent to {:.2e} m/s2; step-to-step scatter {:.4f} m/s2", worst,
                   step_to_step));
  // Euler moves the velocity by dt R f + dt g; a velocity of 10 m/s has an ulp of 1.8e-15, / dt.
  CHECK(worst < 1e-10);
  // sqrt(W / dt) / m = 0.6928 m/s2 per axis; neighbours differ by sqrt(2) of it, known to
  // sqrt(3/4/steps) = 1.8 % here: four standard errors.
  const double expected = std::sqrt(2 * 5e-4 * 960);
  CHECK(std::fabs(step_to_step / expected - 1) < 4 * std::sqrt(0.75 / steps));
}

}  // namespace
}  // namespace montecopter
