#include "results/library/planned_campaign.hpp"

#include <fmt/format.h>

#include <utility>

#include "plan/plan.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/programs.hpp"
#include "vehicle/stability/sample_margins.hpp"

namespace montecopter {

struct PlannedCampaign::Parts {
  Plan plan;
  std::vector<std::string> warnings;
};

namespace {

std::vector<std::string> texts_of(const std::vector<Problem>& problems) {
  std::vector<std::string> texts;
  for (const Problem& problem : problems) texts.push_back(problem.text());
  return texts;
}

Plan plan_with_margins(const LoadedScenario& loaded) {
  Plan plan = make_plan(loaded);
  compute_margins(plan);
  return plan;
}

}  // namespace

PlannedCampaign PlannedCampaign::load(const std::string& path,
                                      const std::vector<std::string>& overrides) {
  const LoadedScenario loaded = load_scenario(path, overrides, PointChecks::all);
  return PlannedCampaign(
      std::make_shared<Parts>(Parts{plan_with_margins(loaded), texts_of(loaded.warnings)}));
}

PlannedCampaign PlannedCampaign::of_text(const std::string& text, const std::string& name,
                                         const std::string& folder,
                                         const std::vector<std::string>& overrides) {
  const LoadedScenario loaded = load_scenario_text(text, name, folder, overrides, PointChecks::all);
  return PlannedCampaign(
      std::make_shared<Parts>(Parts{plan_with_margins(loaded), texts_of(loaded.warnings)}));
}

const std::string& PlannedCampaign::name() const { return plan().scenario.name; }

const Layout& PlannedCampaign::layout() const { return plan().layout; }

std::size_t PlannedCampaign::column(const std::string& name) const {
  if (const auto index = find_column(layout(), name)) return *index;
  throw Error(ExitCode::usage, Problem{name, "the campaign has no such column", "",
                                       "PlannedCampaign::layout() lists the columns"});
}

const std::vector<std::string>& PlannedCampaign::warnings() const { return parts_->warnings; }

void PlannedCampaign::allow_programs() { load_programs(parts_->plan, processor_kernel()); }

const Plan& PlannedCampaign::plan() const { return parts_->plan; }

}  // namespace montecopter
