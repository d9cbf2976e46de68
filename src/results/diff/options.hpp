#pragma once
/// How far two results may differ and still count as the same: the options of `diff`, or a profile
/// (profile.hpp). compare() calls of() for each signal.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/angles.hpp"

namespace montecopter::diff {

/// Tolerance: a and b agree if |a - b| <= max(abs, rel * max(|a|, |b|)), or if at most `ulp`
/// representable numbers lie between them. If all are zero, they must be equal (-0 equals +0).
/// Attitudes also agree if the angle between them is at most angle_rad. With tube_s, a value may
/// agree with a value of the other signal at most tube_s away in time (tube.hpp).
struct Tolerance {
  double abs = 0;        ///< in the unit of the signal
  double rel = 0;        ///< relative to the larger magnitude
  std::int64_t ulp = 0;  ///< in units in the last place of the stored type
  double angle_rad = 0;  ///< attitudes only
  double tube_s = 0;     ///< signals over time only
  bool is_zero() const { return abs == 0 && rel == 0 && ulp == 0 && angle_rad == 0 && tube_s == 0; }
  bool operator==(const Tolerance&) const = default;
};

/// Tolerance for the signals that match a pattern: '*' stands for any text, '?' for one character.
struct SignalRule {
  std::string pattern;
  Tolerance tolerance;
  std::string ignored_because = {};  ///< not empty: the signals are not compared
};

struct CompareOptions {
  Tolerance all;                              ///< for signals that nothing below names
  std::map<std::string, Tolerance> signals;   ///< by name; replaces `all` as a whole
  bool across = false;                        ///< compare results of any two scenarios
  std::vector<std::string> across_keys = {};  ///< or of scenarios that differ in these keys only
  std::map<std::string, std::string> ignored = {};  ///< by name: why a signal is not compared
  std::vector<SignalRule> patterns = {};            ///< for signals that are not named above
  std::map<std::string, double> floors = {};        ///< by unit: smaller differences agree

  /// The pattern for a signal: the matching pattern with most characters other than '*' and '?'; of
  /// equal ones, the last. nullptr if none matches.
  const SignalRule* pattern_of(const std::string& signal) const;
  /// The tolerance of a signal: by name, else by pattern, else `all`.
  const Tolerance& of(const std::string& signal) const;
  /// Why a signal is not compared; empty if it is compared.
  std::string ignored_because(const std::string& signal) const;
  /// Whether a name or a pattern, not only `all`, sets the tolerance of a signal.
  bool is_named(const std::string& signal) const;
  /// Floor of signals with this unit, spelt as in files; 0 if there is none.
  double floor_of(const std::string& unit) const;
  bool is_exact() const;
  /// Throws Error(usage) on NaN, infinite or negative tolerances.
  void validate() const;
};

/// Whether two spellings mean the same unit: "m/s" and "m s-1", "deg" and "degree", "rad/s^2".
bool is_same_unit(std::string_view a, std::string_view b);

}  // namespace montecopter::diff
