#pragma once
/// The value at which a distribution function has a given probability, where the inverse is no
/// elementary function.

#include <cmath>
#include <limits>

#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// A law at one value: the probabilities below and above, each accurate, and the density.
struct TailsAt {
  Probability tails;
  double density = 0;
};

/// Start of a search, and bounds of the value.
struct SearchRange {
  double start = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The z with tails_at(z).tails == wanted, by Newton's method on the logarithm of the smaller of
/// the two probabilities. That is concave for a log-concave density, so the search cannot oscillate
/// there. Steps that leave the interval known to hold z, or are no number, are replaced by
/// bisection or, where that interval is open, by steps that double. All by a fixed rule, so the
/// bits are the same everywhere.
template <class Law>
double monotone_root(const Law& tails_at, const Probability& wanted, const SearchRange& range) {
  const bool of_lower = wanted.lower <= wanted.upper;
  const double log_wanted = log<double>(of_lower ? wanted.lower : wanted.upper);
  double low = range.low, high = range.high, z = range.start, reach = 1;
  for (int i = 0; i < 200; ++i) {
    const TailsAt at = tails_at(z);
    const double tail = of_lower ? at.tails.lower : at.tails.upper;
    const double missing = log_wanted - log<double>(tail);  // inf where the tail is 0
    (missing > 0) == of_lower ? low = z : high = z;
    double next = z + (of_lower ? missing : -missing) * (tail / at.density);
    if (std::fabs(next - z) <= 0x1p-52 * std::fmax(std::fabs(z), 1.0)) break;  // of rounding alone
    const bool is_newton = next > low && next < high;
    if (!is_newton) {
      const bool is_closed = std::isfinite(low) && std::isfinite(high);
      next = is_closed ? 0.5 * (low + high) : std::isfinite(low) ? low + reach : high - reach;
      if (!is_closed) reach *= 2;
    }
    const double step = std::fabs(next - z);
    z = next;
    // Newton's error after a step is that of the square of the step before: below rounding from
    // 1e-12 on.
    if (step == 0 || (is_newton && step <= 1e-12 * std::fmax(std::fabs(z), 1.0))) break;
  }
  return z;
}

}  // namespace montecopter
