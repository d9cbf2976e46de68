#pragma once
/// Where a kind reports faults of its own keys: its check(Problems&) const, which is declared
/// beside its fields(). A kind with nothing to check has no check().
///
/// Keys belong to the kind's own table, "to_m_s" or "rows.3"; "" is the table as a whole. A
/// scenario knows where each is written (scenario/checks/kind_problems.hpp).

#include <string>
#include <string_view>

namespace montecopter {

class Problems {
 public:
  Problems() = default;
  Problems(const Problems&) = delete;
  Problems& operator=(const Problems&) = delete;
  virtual ~Problems() = default;

  virtual void error(std::string_view key, std::string what, std::string why = {},
                     std::string suggestion = {}) = 0;
  virtual void warning(std::string_view key, std::string what, std::string why = {},
                       std::string suggestion = {}) = 0;

  /// Whether no error was reported yet at, below or above this key: what it holds can be judged.
  virtual bool is_clean(std::string_view key = {}) const = 0;
  /// As is_clean(), without the keys below this key.
  virtual bool is_clean_above(std::string_view key) const = 0;
  /// Whether the user wrote this key.
  virtual bool is_written(std::string_view key) const = 0;
  /// The key to name of two keys that contradict each other: the one that the command line gives,
  /// or else the first.
  virtual std::string_view newest(std::string_view key, std::string_view other) const = 0;
};

/// Largest distance from 1 of the norm of a quaternion that users write: rounding to three digits.
inline constexpr double written_norm_error = 1e-3;

/// "Subtract 0.5 from all times": the suggestion where the first time is not 0.
std::string subtract_first(double time);

/// Calls the check() of a kind, if it has one.
template <class Kind>
void check_kind(const Kind& kind, Problems& problems) {
  if constexpr (requires { &Kind::check; }) kind.check(problems);
}

}  // namespace montecopter
