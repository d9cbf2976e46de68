#pragma once
/// Misspelt names, as opposed to merely similar ones: autopilots have hundreds of names that differ
/// in the last letter of a word (MC_ROLLRATE_P, MC_ROLLRATE_D).

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "core/base/words.hpp"

namespace montecopter {

/// Name in capitals without underscores.
inline std::string in_capitals(std::string_view name) {
  std::string bare;
  for (const char c : name) {
    if (c != '_') bare += upper_case(c);
  }
  return bare;
}

/// Whether names differ only in case and underscores.
inline bool is_same_but_for_case(std::string_view name, std::string_view written) {
  return in_capitals(name) == in_capitals(written);
}

/// Whether a name is a slip of another: besides case, one letter missing, extra or different,
/// except the last, or two neighbours exchanged.
inline bool is_slip_of(std::string_view name, std::string_view written) {
  const std::string a = in_capitals(name), b = in_capitals(written);
  const auto [at, there] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const std::string_view left(at, a.end()), right(there, b.end());
  if (left.empty() && right.empty()) return true;
  if (left.size() < 2 || right.size() < 2) return false;  // the last letter distinguishes names
  if (left.size() == right.size()) {
    const bool are_exchanged =
        left[0] == right[1] && left[1] == right[0] && left.substr(2) == right.substr(2);
    return are_exchanged || left.substr(1) == right.substr(1);
  }
  return left.substr(1) == right || left == right.substr(1);
}

}  // namespace montecopter
