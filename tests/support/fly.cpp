#include "support/fly.hpp"

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter {

Plan plan_of(const std::string& scenario_text) {
  return make_plan(load_scenario_text(scenario_text, "test.toml", MONTECOPTER_SCENARIOS));
}

std::vector<std::string> all_integrators() {
  return {integrator_names.begin(), integrator_names.end()};
}

Flown::Flown(const std::string& scenario_text, std::string_view kernel)
    : Flown(plan_of(scenario_text), kernel) {}

Flown::Flown(Plan plan, std::string_view kernel, std::vector<std::int64_t> rows)
    : FlightsInMemory(std::move(plan), choose_kernel(kernel), std::move(rows)) {}

}  // namespace montecopter
