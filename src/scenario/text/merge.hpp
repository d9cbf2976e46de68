#pragma once
/// Laying TOML tables over one another: a scenario over a file that it includes, an override over
/// a scenario.

#include <string>

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// A table that names another type than the one below it stands for itself: nothing is inherited.
/// `path` is where both stand.
bool names_another_type(const toml::table& base, const toml::table& over, const std::string& path);

/// What an empty table does to what it is laid over: a header without keys says nothing, but an
/// override by {} is meant.
enum class EmptyTable { changes_nothing, replaces };

/// Lays `over`, whose nodes are moved away, over `base`: tables merge key by key, everything else
/// is replaced. A table over a list changes the elements that it names by index. Of two keys that
/// give one quantity in different units, that of `over` is left.
void lay_over(toml::table& base, toml::table& over, const std::string& path, EmptyTable empty,
              Report& report);

}  // namespace montecopter
