#pragma once
/// Two results in one picture, for `diff --plot`: an SVG that any browser shows, made by the
/// program itself, so that it needs neither Python nor a page.

#include <cstdint>
#include <span>
#include <string>

#include "record/reader.hpp"

namespace montecopter::report {

/// A signal over time, and the sample in which two results differ most in it.
struct DrawnDifference {
  std::string signal;
  std::int64_t sample = 0;
  /// Differences of an angle [rad] are modulo 2 pi; quaternions q and -q of an attitude are
  /// the same.
  enum class Kind { number, angle, attitude } kind = Kind::number;
};

/// Most rows of a picture.
inline constexpr std::size_t most_drawn_differences = 6;

/// A row for each: on the left both results, on the right B - A, of the component that differs
/// most. What one of the files does not have traced is left out; empty if nothing is left.
std::string difference_picture(const record::ResultFile& a, const record::ResultFile& b,
                               std::span<const DrawnDifference> differences);

}  // namespace montecopter::report
