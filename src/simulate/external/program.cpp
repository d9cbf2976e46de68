#include "simulate/external/program.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "dynamics/controllers/controller.hpp"
#include "scenario/derived/controls.hpp"
#include "simulate/external/ardupilot.hpp"
#include "simulate/external/library.hpp"
#include "simulate/external/process.hpp"
#include "simulate/external/px4.hpp"

namespace montecopter {
namespace {

using Loaded = std::shared_ptr<const ExternalProgram>;

/// One overload for each kind of program.
Loaded load(const LibraryController& controller, const Scenario& scenario,
            const std::string& where) {
  return std::make_shared<const ExternalLibrary>(controller, scenario, where);
}
Loaded load(const ExternalController& controller, const Scenario&, const std::string& where) {
  return std::make_shared<const ExternalProcess>(controller, where);
}
Loaded load(const ArdupilotController& controller, const Scenario& scenario,
            const std::string& where) {
  return std::make_shared<const ExternalArdupilot>(controller, scenario, where);
}
Loaded load(const Px4MavlinkController& controller, const Scenario& scenario,
            const std::string& where) {
  return std::make_shared<const ExternalPx4>(controller, scenario, where);
}

}  // namespace

Loaded load_program(const Scenario& scenario, const std::string& where) {
  return std::visit(
      [&]<class C>(const C& controller) -> Loaded {
        if constexpr (is_program_law<C>) return load(controller, scenario, where);
        return nullptr;
      },
      *scenario.controller);
}

void require_loaded(const Plan& plan) {
  const ProgramController* own = program_of(*plan.scenario.controller);
  if (own == nullptr || plan.external_program) return;
  const ProgramNames names = program_names(*plan.scenario.controller);
  throw Error(ExitCode::refused,
              Problem{fmt::format("controller.{}", names.key),
                      fmt::format("the {} '{}' is not run", names.noun, own->found_at()),
                      "the scenario comes from a result file, and its programs need your "
                      "permission",
                      "If you trust the file, use --allow-programs"});
}

}  // namespace montecopter
