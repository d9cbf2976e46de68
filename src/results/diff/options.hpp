#pragma once
/// How far two results may be apart and still count as the same: the options of `diff`, or a
/// profile (profile.hpp). compare() asks of() for each signal.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/angles.hpp"

namespace montecopter::diff {

/// a and b agree if |a - b| <= max(abs, rel * max(|a|, |b|)) or if at most `ulp` representable
/// numbers lie between them. All zero: they must be equal (-0 equals +0). Attitudes also agree if
/// the angle between them is at most angle_rad. With tube_s a value agrees that finds a value of
/// the other signal to agree with at most so far off in time (tube.hpp).
struct Tolerance {
  double abs = 0;        ///< in the unit of the signal
  double rel = 0;        ///< of the larger magnitude
  std::int64_t ulp = 0;  ///< in units in the last place of the stored type
  double angle_rad = 0;  ///< of attitudes only
  double tube_s = 0;     ///< of signals over time only
  bool is_zero() const { return abs == 0 && rel == 0 && ulp == 0 && angle_rad == 0 && tube_s == 0; }
  bool operator==(const Tolerance&) const = default;
};

/// What is asked of the signals that a pattern fits: '*' stands for any text, '?' for one
/// character.
struct SignalRule {
  std::string pattern;
  Tolerance tolerance;
  std::string ignored_because = {};  ///< not empty: they are not compared
};

struct CompareOptions {
  Tolerance all;                                    ///< of signals that nothing below names
  std::map<std::string, Tolerance> signals;         ///< by name; replaces `all` as a whole
  bool across = false;                              ///< compare results of any two scenarios
  std::vector<std::string> across_keys = {};        ///< or of those that differ in these keys only
  std::map<std::string, std::string> ignored = {};  ///< by name: why they are not compared
  std::vector<SignalRule> patterns = {};            ///< for signals that are not named above
  std::map<std::string, double> floors = {};        ///< by unit: what is not more apart agrees

  /// The pattern that decides about a signal: the one with most characters that are neither '*' nor
  /// '?', and of those with as many the last. nullptr: none fits.
  const SignalRule* pattern_of(const std::string& signal) const;
  /// By name, else by pattern, else `all`.
  const Tolerance& of(const std::string& signal) const;
  /// Why it is not compared; empty if it is.
  std::string ignored_because(const std::string& signal) const;
  /// Whether something but `all` decides about it.
  bool is_named(const std::string& signal) const;
  /// Floor of signals with this unit, as files spell it; 0 if there is none.
  double floor_of(const std::string& unit) const;
  bool is_exact() const;
  /// Throws Error(usage) on NaN, infinite or negative tolerances.
  void validate() const;
};

/// Whether two spellings are of one unit: "m/s" and "m s-1", "deg" and "degree", "rad/s^2".
bool is_same_unit(std::string_view a, std::string_view b);

}  // namespace montecopter::diff
