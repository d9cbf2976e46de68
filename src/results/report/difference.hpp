#pragma once
/// Two results in one picture, for `diff --plot`: an SVG for any browser. The program draws it
/// itself, without Python or an HTML page.

#include <cstdint>
#include <span>
#include <string>

#include "record/reader.hpp"

namespace montecopter::report {

/// A signal over time, and the sample with its largest difference between two results.
struct DrawnDifference {
  std::string signal;
  std::int64_t sample = 0;
  /// Differences of an angle [rad] are modulo 2 pi; quaternions q and -q of an attitude are
  /// the same.
  enum class Kind { number, angle, attitude } kind = Kind::number;
};

/// Largest number of rows in a picture.
inline constexpr std::size_t most_drawn_differences = 6;

/// A picture with one row for each signal: on the left both results, on the right B - A, for the
/// component that differs most. Signals without a trace in one of the files are left out; empty if
/// nothing is left.
std::string difference_picture(const record::ResultFile& a, const record::ResultFile& b,
                               std::span<const DrawnDifference> differences);

}  // namespace montecopter::report
