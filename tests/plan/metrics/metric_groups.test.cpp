#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "plan/metrics/validity_metrics.hpp"
#include "plan/plan.hpp"

using namespace montecopter;

TEST_CASE("no two metrics of all groups have one name, and each says what it is") {
  std::set<std::string_view> names;
  for (const MetricGroup& group : metric_groups()) {
    INFO(group.flights);
    CHECK(!group.metrics.empty());
    for (const FlightMetric& metric : group.metrics) {
      INFO(metric.name);
      CHECK(names.insert(metric.name).second);
      CHECK(!metric.unit.empty());
      CHECK(!metric.long_name.empty());
      CHECK(metric.value != nullptr);
    }
  }
}

TEST_CASE("a metric that flights may lack says when, and only such a one is missing") {
  const FlightTotals nothing = {};
  const double origin[6] = {};  // and at rest
  const FlownSample flown = {nothing, origin, origin, 0.0, 0.01};
  for (const MetricGroup& group : metric_groups()) {
    if (group.flights == "that follow a trajectory") continue;  // its first look is at the start
    if (group.flights == validity_group.flights)
      continue;  // missing by the vehicle, not by the flight
    for (const FlightMetric& metric : group.metrics) {
      INFO(metric.name);
      const double value = metric.value(flown);
      CHECK((value == value) == metric.missing.empty());
    }
  }
}

TEST_CASE("flights have the metrics of the groups that apply, in the order of the list") {
  const auto names = [](const char* example) {
    const Plan plan =
        make_plan(load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + example, {}));
    std::vector<std::string> all;
    for (const PlannedMetric& metric : plan.metrics()) all.push_back(metric.name);
    return all;
  };
  const std::vector<std::string> open_loop = names("flightgoggles-roll-doublet.toml");
  CHECK(open_loop.size() == 8);
  CHECK(open_loop.front() == "final_distance_from_start_m");
  const std::vector<std::string> steps = names("hummingbird-steps.toml");
  CHECK(steps.size() == 8 + 7 + 4);
  CHECK(steps.back() == "steady_state_error_m");
  const std::vector<std::string> estimated = names("x500-estimated.toml");
  CHECK(estimated.size() == 8 + 7 + 3 + 2 + 2);
  CHECK(estimated.back() == "final_wind_nees");
  const std::vector<std::string> powered = names("hummingbird-battery.toml");
  CHECK(std::count(powered.begin(), powered.end(), "final_state_of_charge") == 1);
}
