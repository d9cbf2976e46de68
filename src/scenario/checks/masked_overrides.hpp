#pragma once
/// Overrides of the command line that change nothing, since a dispersion or the sweep gives the
/// same key to every flight.

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// The keys that overrides give, but for those of the sweep itself: dotted paths of what is neither
/// a table nor a list.
std::vector<std::string> overridden_keys(const toml::table& root);

/// Warns of those keys over which sets of the sweep have been laid since.
void warn_of_laid_over(const std::vector<std::string>& overridden, const toml::table& root,
                       Report& report);

/// Warns of overrides that give a number which every sample draws, or the sweep sets.
void warn_of_replaced(Scenario& scenario, Report& report);

}  // namespace montecopter
