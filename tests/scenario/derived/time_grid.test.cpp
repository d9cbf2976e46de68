/// Periods and times are whole numbers of steps.

#include "scenario/derived/time_grid.hpp"

#include <catch2/catch.hpp>

#include "dynamics/controllers/controller.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

Scenario scenario_at(Rate rate) {
  Scenario scenario;
  scenario.integrator.rate_hz = rate;
  scenario.simulation.duration_s = 3.0;
  return scenario;
}

struct Outcome {
  TimeGrid grid;
  std::vector<std::string> problems;  ///< "path: what (why). suggestion"
};

Outcome make(const Scenario& scenario) {
  Outcome outcome;
  outcome.grid = make_time_grid(scenario, [&](const std::string& path, const std::string& what,
                                              const std::string& why, const std::string& advice) {
    outcome.problems.push_back(path + ": " + what + " (" + why + "). " + advice);
  });
  return outcome;
}

TEST_CASE("960 Hz with 96 Hz") {
  Scenario scenario = scenario_at({960, 1});
  scenario.output.rate_hz = Rate{96, 1};
  auto& vehicle = std::get<Multirotor>(*scenario.vehicle);
  vehicle.process_noise.rate_hz = Rate{480, 1};
  std::get<CommandTable>(*scenario.controller).rows = {{0}, {0.2}, {0.3}, {0.4}};
  const Outcome outcome = make(scenario);
  CHECK(outcome.problems.empty());
  CHECK(outcome.grid.step_s == 1.0 / 960);
  CHECK(outcome.grid.steps == 2880);
  CHECK(outcome.grid.output_every == 10);
  CHECK(outcome.grid.noise_every == 2);
  CHECK(outcome.grid.command_steps == std::vector<std::int64_t>{0, 192, 288, 384});
}

TEST_CASE("defaults are every step") {
  const Outcome outcome = make(scenario_at({1000, 1}));
  CHECK(outcome.grid.output_every == 1);
  CHECK(outcome.grid.noise_every == 1);
}

TEST_CASE("the nearest legal rates are named") {
  Scenario scenario = scenario_at({960, 1});
  scenario.output.rate_hz = Rate{100, 1};
  Outcome outcome = make(scenario);
  REQUIRE(outcome.problems.size() == 1);
  CHECK(outcome.problems[0] ==
        "output.rate_hz: a period of 100 Hz is not a whole number of steps (the step rate is 960 "
        "Hz). Nearest legal: \"320/3\" or 96 Hz");
  scenario.output.rate_hz = Rate{2000, 1};
  outcome = make(scenario);
  REQUIRE(outcome.problems.size() == 1);
  CHECK_THAT(outcome.problems[0], Contains("Nearest legal: 960 Hz"));
  scenario.output.rate_hz = Rate{320, 3};
  CHECK(make(scenario).grid.output_every == 9);
}

TEST_CASE("ratios are compared exactly") {
  // 1e9/999999937 Hz has no period near a whole number of these, but its double quotient is close.
  Scenario scenario = scenario_at({1'000'000'000, 1});
  scenario.simulation.duration_s = 1.0;
  scenario.output.rate_hz = Rate{1'000'000'000, 999'999'937};
  CHECK(make(scenario).grid.output_every == 999'999'937);
  scenario.output.rate_hz = Rate{999'999'999, 1'000'000'000};
  CHECK(make(scenario).problems.size() == 1);
}

TEST_CASE("a float as the step, with rows by step number") {
  Scenario scenario;
  scenario.integrator.step_s = 0.0010000000474974513;  // 0.001 as a float
  scenario.simulation.steps = 3000;
  scenario.output.rate_hz = Rate{100, 1};
  auto& table = std::get<CommandTable>(*scenario.controller);
  table.time = "step";
  table.rows = {{0}, {50}, {100}};
  const Outcome outcome = make(scenario);
  CHECK(outcome.problems.empty());
  CHECK(outcome.grid.step_s == 0.0010000000474974513);
  CHECK(outcome.grid.steps == 3000);
  CHECK(outcome.grid.output_every == 10);
  CHECK(outcome.grid.command_steps == std::vector<std::int64_t>{0, 50, 100});

  table.rows = {{0}, {50.5}};
  CHECK_THAT(make(scenario).problems.at(0),
             Contains("controller.rows.1: 50.5 is not a step number"));
}

TEST_CASE("times that are no whole number of steps name the nearest legal ones") {
  Scenario scenario = scenario_at({1000, 1});
  scenario.simulation.duration_s = 2.0005;
  std::get<CommandTable>(*scenario.controller).rows = {{0}, {0.1234}, {0.2}};
  const Outcome outcome = make(scenario);
  REQUIRE(outcome.problems.size() == 2);
  CHECK(outcome.problems[0] ==
        "simulation.duration_s: 2.0005 s is not a whole number of steps (the step rate is 1000 "
        "Hz). Nearest legal: 2 or 2.001 s");
  CHECK_THAT(outcome.problems[1], Contains("controller.rows.1: 0.1234 s is not") &&
                                      Contains("Nearest legal: 0.123 or 0.124 s"));
}

TEST_CASE("two rows cannot start at one step") {
  Scenario scenario = scenario_at({1000, 1});
  std::get<CommandTable>(*scenario.controller).rows = {{0}, {0.1}, {0.1000000001}};
  CHECK_THAT(make(scenario).problems.at(0), Contains("starts at the step of the previous row"));
}

TEST_CASE("step and end are given once each") {
  Scenario scenario;
  scenario.simulation.steps = 10;
  CHECK_THAT(make(scenario).problems.at(0), Contains("neither integrator.step_s nor"));
  scenario.integrator.step_s = 0.001;
  CHECK(make(scenario).problems.empty());
  scenario.integrator.rate_hz = Rate{1000, 1};
  CHECK_THAT(make(scenario).problems.at(0), Contains("integrator.rate_hz: both"));
  scenario.integrator.rate_hz.reset();
  scenario.simulation.duration_s = 1;
  CHECK_THAT(make(scenario).problems.at(0), Contains("simulation.steps: both"));
  scenario.simulation.steps.reset();
  scenario.simulation.duration_s.reset();
  CHECK_THAT(make(scenario).problems.at(0), Contains("simulation: neither"));
  scenario.simulation.duration_s = 1e12;
  CHECK_THAT(make(scenario).problems.at(0), Contains("1 to 1e12 steps"));
  scenario.simulation.duration_s = 1e-9;
  CHECK_THAT(make(scenario).problems.at(0), Contains("1 to 1e12 steps"));
  scenario.simulation.duration_s = 1;
  scenario.output.rate_hz = Rate{100, 1};
  scenario.output.every_steps = 10;
  CHECK_THAT(make(scenario).problems.at(0), Contains("output.every_steps: both"));
}

}  // namespace
}  // namespace montecopter
