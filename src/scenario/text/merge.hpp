#pragma once
/// Merges TOML tables: a scenario over a file that it includes, an override over a scenario.

#include <string>

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Whether a table names another type than the one below it: then it inherits nothing. `path`: the
/// place of both.
bool names_another_type(const toml::table& base, const toml::table& over, const std::string& path);

/// Effect of an empty table on the base: a header without keys changes nothing, but an override by
/// {} replaces it.
enum class EmptyTable { changes_nothing, replaces };

/// Lays `over`, whose nodes are moved away, over `base`: tables merge key by key, everything else
/// is replaced. A table over a list changes the elements that it names by index. If two keys give
/// one quantity in different units, the key of `over` remains.
void lay_over(toml::table& base, toml::table& over, const std::string& path, EmptyTable empty,
              Report& report);

}  // namespace montecopter
