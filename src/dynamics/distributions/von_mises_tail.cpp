#include "dynamics/distributions/von_mises_tail.hpp"

#include <cmath>
#include <numbers>

#include "core/numerics/elementary.hpp"
#include "core/numerics/normal_quantile.hpp"

namespace montecopter {

namespace {

using std::numbers::pi;

/// Gauss-Legendre quadrature of 16 points: nodes, of which there is one of each sign, and weights.
/// Roots and derivatives of the Legendre polynomial, computed with 30 digits.
constexpr double nodes[] = {0.09501250983763744019, 0.28160355077925891323, 0.45801677765722738634,
                            0.61787624440264374845, 0.75540440835500303390, 0.86563120238783174388,
                            0.94457502307323257608, 0.98940093499164993260};
constexpr double weights[] = {
    0.18945061045506849629, 0.18260341504492358887, 0.16915651939500253819, 0.14959598881657673208,
    0.12462897125553387205, 0.09515851168249278481, 0.06225352393864789286, 0.02715245941175409485};

/// e^(kappa (cos t - 1)), which is 1 at most.
double weight_at(double kappa, double t) {
  const double s = sin<double>(0.5 * t);
  return exp<double>(-2 * kappa * s * s);
}

double panel(double kappa, double from, double to) {
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double sum = 0;
  for (int k = 7; k >= 0; --k) {
    const double d = half * nodes[k];
    sum += weights[k] * (weight_at(kappa, middle - d) + weight_at(kappa, middle + d));
  }
  return half * sum;
}

}  // namespace

double von_mises_integral(double kappa, double angle) {
  // Panels of at most 4 standard deviations, over which the integrand falls by e^-8 or so: the
  // error of 16 points, (4^33 (16!)^4 / (33 (32!)^3)) times the 32nd derivative, is below 1e-16.
  const double width = 4 / std::sqrt(kappa + 1);
  double sum = 0, from = angle;
  while (from < pi) {
    const double slope = kappa * sin<double>(from);
    // At the slope 0 the width counts.
    const double to = from + std::fmin(width, 8 / std::fmax(slope, 1e-300));
    const double part = panel(kappa, from, std::fmin(to, pi));
    sum += part;
    if (part <= 0x1p-60 * sum) break;  // lost in the sum, and so are those that follow
    from = to;
  }
  return sum;
}

double von_mises_above(double kappa, double angle) {
  const double part =
      von_mises_integral(kappa, std::fabs(angle)) / (2 * von_mises_integral(kappa, 0));
  return angle < 0 ? 1 - part : part;
}

double von_mises_quantile(double kappa, const Probability& wanted) {
  const bool is_below = wanted.lower < wanted.upper;
  const double tail = is_below ? wanted.lower : wanted.upper;
  const double whole = 2 * von_mises_integral(kappa, 0);
  const auto tails_at = [&](double angle) -> TailsAt {
    const double above = von_mises_integral(kappa, angle) / whole;
    return {{1 - above, above}, weight_at(kappa, angle) / whole};
  };
  const double wide = pi * (1 - 2 * tail);
  const double narrow = -normal_quantile(tail, 1 - tail) / std::sqrt(kappa + 1);
  const double angle =
      monotone_root(tails_at, {1 - tail, tail}, {std::fmin(wide, narrow), 0.0, pi});
  return is_below ? -angle : angle;
}

}  // namespace montecopter
