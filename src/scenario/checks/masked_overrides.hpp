#pragma once
/// Command-line overrides without effect, because a dispersion or the sweep sets the same key in
/// every flight.

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// The keys that overrides give, except keys of the sweep itself: dotted paths of values that are
/// neither tables nor lists.
std::vector<std::string> overridden_keys(const toml::table& root);

/// Warns of overridden keys that sets of the sweep have replaced.
void warn_of_laid_over(const std::vector<std::string>& overridden, const toml::table& root,
                       Report& report);

/// Warns of overrides that give a number which every sample draws, or the sweep sets.
void warn_of_replaced(Scenario& scenario, Report& report);

}  // namespace montecopter
