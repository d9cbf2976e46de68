#pragma once
/// Errors in units in the last place, against an oracle in 80-bit long double.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

namespace montecopter {

static_assert(std::numeric_limits<long double>::digits >= 64, "the oracle needs a wider type");

/// Units in the last place of the correctly rounded result (the smallest subnormal below 2^-1022).
inline double ulps(double ours, long double wanted) {
  const double rounded = static_cast<double>(wanted);
  if (ours == rounded) return 0;
  const double size = std::fabs(rounded);
  const double unit = size < 0x1p-1022
                          ? 0x1p-1074
                          : std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::fabs(static_cast<long double>(ours) - wanted) / unit);
}

/// The largest error and where it is.
struct Worst {
  double error = 0, x = 0, y = 0;
  void take(double e, double at_x, double at_y = 0) {
    if (!(e <= error)) error = e, x = at_x, y = at_y;
  }
  std::string text() const { return fmt::format("{:.3f} ulp at {:.17g}, {:.17g}", error, x, y); }
};

}  // namespace montecopter
