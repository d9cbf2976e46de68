#pragma once
/// How the difference between two flights grows: at once, exponentially (chaos), by a power of time
/// (an accumulating error), or irregularly.
///
/// The growth is found from the distances d(t): from the first that is not 0, at t_1, to the
/// largest, at t_m.
///
///   jump         d(t_1) is at least a tenth of d(t_m), or there are fewer than 4 distances;
///
///   exponential  ln d = c + r t, by least squares, with r > 0;
///
///   power        ln d = c + p ln(t - t_0), where t_0 is the last time without a difference, or one
///                period before t_1 if there is none.
///
/// The better fit of exponential and power, by the sum of squares, is reported if its coefficient
/// of determination is at least 0.8; otherwise the growth is `irregular`.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace montecopter::diff {

enum class GrowthKind { jump, exponential, power, irregular };
std::string growth_name(GrowthKind kind);

struct Growth {
  GrowthKind kind = GrowthKind::jump;
  double from_s = 0;         ///< t_1
  double to_s = 0;           ///< t_m
  double first = 0;          ///< d(t_1)
  double largest = 0;        ///< d(t_m)
  std::int64_t points = 0;   ///< number of nonzero distances in between
  double doubling_s = 0;     ///< exponential: ln 2 / r
  double exponent = 0;       ///< power: p
  double determination = 0;  ///< R^2 of the fit, in ln d

  /// "grows exponentially from 1e-12 at 0.5 s to 0.25 at 3 s, doubling every 0.066 s (R2 0.99)";
  /// `unit` is the unit of the distances.
  std::string text(const std::string& unit) const;
};

/// Fits the growth. Times ascend; distances are >= 0, NaN where there is none. nullopt if all are 0
/// or NaN.
std::optional<Growth> growth_of(std::span<const double> times_s, std::span<const double> distances);

}  // namespace montecopter::diff
