#pragma once
/// How far two results may be apart and still count as the same.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace montecopter::compare {

/// a and b agree if |a - b| <= max(abs, rel * max(|a|, |b|)) or if at most `ulp` representable
/// numbers lie between them. All zero: they must be equal (-0 equals +0).
struct Tolerance {
  double abs = 0;        ///< in the unit of the signal
  double rel = 0;        ///< of the larger magnitude
  std::int64_t ulp = 0;  ///< in units in the last place of the stored type
  bool is_zero() const { return abs == 0 && rel == 0 && ulp == 0; }
  bool operator==(const Tolerance&) const = default;
};

struct CompareOptions {
  Tolerance all;                             ///< of signals without an entry below
  std::map<std::string, Tolerance> signals;  ///< by name; replaces `all` as a whole
  bool across = false;                       ///< compare results of different scenarios as well

  const Tolerance& of(const std::string& signal) const;
  bool is_exact() const;
  /// Throws Error(usage) on NaN, infinite or negative tolerances.
  void validate() const;
};

/// Options from a TOML profile: tables [all] and [signal.NAME] with keys abs, rel, ulp. All
/// problems are reported at once, as Error(usage) with file:line:column.
CompareOptions parse_profile(std::string_view text, const std::string& file);

/// The same from a file; Error(io) if it cannot be read, Error(usage) above max_file_bytes.
CompareOptions load_profile(const std::string& path);

}  // namespace montecopter::compare
