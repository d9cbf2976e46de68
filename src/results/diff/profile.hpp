#pragma once
/// Tolerance profiles: TOML files that say how far two results may differ, for `diff --profile` and
/// `regress --profile`. learn.hpp makes them.

#include <string>
#include <string_view>

#include "results/diff/options.hpp"

namespace montecopter::diff {

/// Options from a TOML profile:
///
///   [all]                       abs, rel, ulp
///
///   [signal.NAME-OR-PATTERN]    abs, rel, ulp, angle_deg, tube_s; or ignore = true and reason;
///                               spread_abs, spread_rel, spread_angle_deg: the spread measured by
///                               `tolerance learn`, a lower limit of the tolerance
///
///   [unit.UNIT]                 floor
///
///   [learned]                   origin of the profile, for people
///
/// All problems are reported at once, as Error(usage) with file:line:column.
CompareOptions parse_profile(std::string_view text, const std::string& file);

/// Options from a profile file; Error(io) if it cannot be read, Error(usage) above max_file_bytes.
CompareOptions load_profile(const std::string& path);

}  // namespace montecopter::diff
