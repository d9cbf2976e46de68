#pragma once
/// What fuzz targets ask of a scenario that was accepted, and scenarios for them to change.

#include <string>

#include "fuzz/attempt.hpp"
#include "plan/plan.hpp"
#include "scenario/load.hpp"

namespace montecopter::fuzz {

inline const std::string examples = std::string(MONTECOPTER_SCENARIOS) + "/examples";

/// The resolved text says all: read again it gives itself, which two files of the same scenario
/// and every resumed run depend on. And what is accepted can be planned, or is refused.
inline void use(const LoadedScenario& loaded) {
  require_accepted("a resolved scenario is refused", [&] {
    const LoadedScenario again = load_scenario_text(loaded.resolved, "resolved.toml", "/");
    if (again.resolved != loaded.resolved) finding("a resolved scenario resolves to another");
  });
  accepted([&] { make_plan(loaded); });
}

/// A shipped scenario that needs no other file, so that changing it reads none.
inline std::string resolved_example(const std::string& name) {
  return load_scenario(examples + "/" + name + ".toml").resolved;
}

}  // namespace montecopter::fuzz
