/// Samples at and beyond the edge: what may not pass as a good flight does not.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "support/fly.hpp"

using namespace montecopter;

namespace {

LoadedScenario example(const char* name, const std::vector<std::string>& overrides) {
  return load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name, overrides);
}

std::int64_t count(const Flown& flown, Status status) {
  std::int64_t n = 0;
  for (std::int64_t i = 0; i < flown.plan().layout.samples; ++i) n += flown.status(i) == status;
  return n;
}

}  // namespace

TEST_CASE("a drawn motor lag that the step cannot follow is no flight") {
  // 1/960 s is stable from a time constant of 1/960/2.785 = 0.374 ms on: of a uniform draw from 0.1
  // to 0.9 ms about a third falls below.
  const Plan plan = make_plan(example("flightgoggles-roll-doublet.toml",
                                      {"monte_carlo.samples=200", "output.traces=\"none\"",
                                       "disperse.\"vehicle.rotors.*.motor.time_constant_s\"={dist="
                                       "\"uniform\", low=1e-4, high=9e-4}"}));
  const Flown flown(plan, "auto");
  for (std::int64_t i = 0; i < 200; ++i) {
    const double tau = flown.number("in_vehicle.rotors.all.motor.time_constant_s", i);
    CHECK((flown.status(i) == Status::invalid_input) == (1.0 / 960 >= 2.785 * tau));
  }
  // 4 standard errors of a binomial count around 200 * 0.3426
  CHECK(std::abs(count(flown, Status::invalid_input) - 68) < 27);
}

TEST_CASE("a drawn rotor inertia is refused where the rotor's state is no speed") {
  const Plan plan = make_plan(
      example("sih-hover.toml",
              {"monte_carlo.samples=8",
               "vehicle.rotor.motor={type=\"first_order\", time_constant_s=0.05, max=1.0}",
               "disperse.\"vehicle.rotors.*.motor.rotor_inertia_kg_m2\"={dist=\"uniform\", "
               "low=0.1, high=0.2}"}));
  CHECK(count(Flown(plan, "auto"), Status::invalid_input) == 8);
}

TEST_CASE("the quaternion keeps unit length however fast the vehicle turns") {
  // Up to 5 rad per step: garbage as a trajectory, but never a stretched rotation.
  for (const char* rate : {"100", "2500", "4000", "5000"}) {
    const Plan plan = make_plan(
        example("flightgoggles-roll-doublet.toml",
                {"monte_carlo.samples=1", "simulation.duration_s=0.1", "output.rate_hz=960",
                 "output.traces=\"all\"",
                 std::string("simulation.initial.body_rate_rad_s=[0, 0, ") + rate + "]"}));
    const Flown flown(plan, "auto");
    for (std::int64_t k = 0; k < flown.outputs(); ++k) {
      const auto q = flown.at("attitude", k);
      const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      CHECK(norm == Approx(1.0).margin(1e-15));
    }
  }
}

TEST_CASE("what overflows from a finite state is stored as the one NaN, in every kernel") {
  const Plan plan = make_plan(
      example("flightgoggles-roll-doublet.toml",
              {"monte_carlo.samples=1", "simulation.duration_s=0.1", "output.rate_hz=960",
               "output.traces=\"all\"", "output.signals=[\"velocity\", \"specific_force\"]",
               "simulation.initial.velocity_m_s=[1e160, 0, 1e160]"}));
  for (const char* kernel : {"baseline", "auto"}) {
    const Flown flown(plan, kernel);
    int nans = 0;
    for (const double x : flown.at("specific_force", 0)) {
      if (!std::isnan(x)) continue;
      std::uint64_t bits = 0;
      std::memcpy(&bits, &x, sizeof(bits));
      CHECK(bits == 0x7ff8000000000000u);
      ++nans;
    }
    CHECK(nans > 0);
  }
}
