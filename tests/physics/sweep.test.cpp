/// A sweep flies what its points would fly as scenarios of their own, bit for bit.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

using Overrides = std::vector<std::string>;

/// The example: five masses, two winds, 20 samples; shortened.
Plan example(Overrides overrides) {
  overrides.insert(overrides.begin(), {"simulation.duration_s=0.5", "output.traces=none"});
  return make_plan(
      load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/mass-sweep.toml", overrides));
}

/// The same scenario with another sweep, or none.
Plan with_sweep(const Sweep& sweep, Overrides overrides) {
  overrides.insert(overrides.begin(), {"simulation.duration_s=0.5", "output.traces=none"});
  LoadedScenario loaded =
      load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/mass-sweep.toml", overrides);
  loaded.scenario.sweep = sweep;
  return make_plan(loaded);
}

SweepAxis values(std::vector<double> list) {
  SweepAxis axis;
  axis.values = std::move(list);
  return axis;
}

std::vector<std::uint64_t> digests(Plan plan, const char* kernel = "auto") {
  return Flown(std::move(plan), kernel).digests();
}

/// The digests of some rows.
std::vector<std::uint64_t> part(const std::vector<std::uint64_t>& all, std::int64_t first,
                                std::int64_t count) {
  const auto begin = all.begin() + first * checkpoint_count;
  return {begin, begin + count * checkpoint_count};
}

/// Every point of `sweep` against a scenario with the values of that point written into it.
void check_points(const Sweep& sweep, const Overrides& overrides = {}) {
  const Plan plan = with_sweep(sweep, overrides);
  const std::vector<std::uint64_t> all = digests(plan);
  for (std::int64_t point = 0; point < plan.sweep.points(); ++point) {
    Overrides alone = overrides;
    for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
      alone.push_back(
          fmt::format("{}={:.17g}", plan.sweep.path(axis), plan.sweep.value(axis, point)));
    }
    INFO(plan.sweep.describe(point));
    CHECK(digests(with_sweep({}, alone)) ==
          part(all, point * plan.samples_per_point, plan.samples_per_point));
  }
}

TEST_CASE("each point of a sweep is the scenario with its values") {
  check_points(
      {{"vehicle.mass_kg", values({0.8, 1.1})}, {"wind.0.to_m_s.x", values({0.0, -3.0, 1.0})}});
}

TEST_CASE("each point is, where a term is zero at some points and not at others") {
  check_points({{"vehicle.quadratic_drag_n_s2_m2", values({0.0, 0.1})},
                {"vehicle.inertia_kg_m2.xy", values({0.0, 1e-4})}});
  check_points({{"vehicle.process_noise.force_n2_s", values({0.0, 1e-3})},
                {"vehicle.rotors.0.axis.x", values({0.0, 0.1})}});
}

TEST_CASE("each point is, with tolerances that its block mates do not share") {
  // 3 samples per point: a block of 64 holds all points.
  check_points({{"integrator.absolute_tolerance", values({1e-3, 1e-8})},
                {"integrator.relative_tolerance", values({1e-2, 1e-4, 1e-9})}},
               {"integrator.type=dopri5", "monte_carlo.samples=3"});
}

TEST_CASE("each point is, with draws relative to the swept value") {
  const Overrides spread = {
      "disperse.\"vehicle.mass_kg\"={dist = \"normal\", mean = 1.0, sd = 0.02, apply = \"factor\"}",
      "disperse.\"wind.0.to_m_s.x\"={dist = \"normal\", mean = 0.0, sd = 0.5, apply = \"offset\"}"};
  const Sweep sweep = {{"vehicle.mass_kg", values({0.8, 1.1})},
                       {"wind.0.to_m_s.x", values({0.0, -3.0})}};
  check_points(sweep, spread);
  const Flown flown(with_sweep(sweep, spread), "auto");
  CHECK(flown.number("in_vehicle.mass_kg.factor", 5) ==
        flown.number("in_vehicle.mass_kg.factor", 45));
  CHECK(flown.number("in_wind.0.to_m_s.x.offset", 5) ==
        flown.number("in_wind.0.to_m_s.x.offset", 45));
  CHECK(flown.number("in_vehicle.mass_kg", 5) == 0.8);
  CHECK(flown.number("in_vehicle.mass_kg", 45) == 1.1);
}

TEST_CASE("tolerances make a difference") {
  const auto all = digests(with_sweep({{"integrator.relative_tolerance", values({1e-1, 1e-12})}},
                                      {"integrator.type=dopri5", "monte_carlo.samples=3"}));
  CHECK(part(all, 0, 3) != part(all, 3, 3));
}

TEST_CASE("a sweep over the nominal value alone changes nothing") {
  CHECK(digests(with_sweep({{"vehicle.mass_kg", values({1.0})}}, {})) ==
        digests(with_sweep({}, {})));
}

TEST_CASE("independent points draw by row") {
  const Sweep sweep = {{"wind.0.to_m_s.x", values({0.0, 1.0, 2.0})}};
  Plan independent = with_sweep(sweep, {"monte_carlo.independent_points=true"});
  const auto own = digests(independent);
  const auto shared = digests(with_sweep(sweep, {}));
  CHECK(part(own, 0, 20) == part(shared, 0, 20));
  // Sample i of point 2 is what sample 40 + i of a longer run at its values is.
  const auto longer = digests(with_sweep({}, {"wind.0.to_m_s.x=2.0", "monte_carlo.samples=60"}));
  CHECK(part(own, 40, 20) == part(longer, 40, 20));
  CHECK(part(shared, 40, 20) == part(longer, 0, 20));
}

TEST_CASE("neither the kernel nor the choice of rows changes a sweep") {
  const Plan plan = example({"monte_carlo.samples=7"});
  const auto all = digests(plan);
  for (const Kernel* kernel : available_kernels()) CHECK(digests(plan, kernel->name) == all);
  for (const std::int64_t row : {0, 6, 7, 63, 64, 69}) {
    CHECK(Flown(plan, "auto", {row}).digests() == part(all, row, 1));
  }
}

TEST_CASE("swept inputs and the place in the sweep are recorded") {
  const Flown flown(example({}), "auto");
  CHECK(flown.number("in_vehicle.mass_kg", 0) == 0.8);
  CHECK(flown.number("in_wind.0.to_m_s.x", 39) == -3);
  CHECK(flown.number("in_vehicle.mass_kg", 199) == 1.2);
  const auto tau = [&](std::int64_t row) {
    return flown.number("in_vehicle.rotors.all.motor.time_constant_s", row);
  };
  CHECK(tau(3) == tau(183));
  CHECK(tau(3) != tau(4));
}

TEST_CASE("a sample that is impossible at a point does not harm its neighbours") {
  // xy is drawn up to 0.0049: no tensor with xx = yy = 0.0049 bears that, one with 0.02 does.
  const Sweep sweep = {{"vehicle.inertia_kg_m2.xx", values({0.0049, 0.008})}};
  const Overrides drawn = {"disperse.\"vehicle.inertia_kg_m2.zz\"={dist=\"fixed\", value=0.0105}"};
  const Flown flown(with_sweep(sweep, drawn), "auto");
  CHECK(flown.status(0) == Status::invalid_input);
  CHECK(flown.number("in_vehicle.inertia_kg_m2.xx", 0) == 0.0049);
  CHECK(flown.status(20) == Status::ok);
}

}  // namespace
}  // namespace montecopter
