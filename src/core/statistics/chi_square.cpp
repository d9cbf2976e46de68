#include "core/statistics/chi_square.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/powers.hpp"

namespace montecopter {
namespace {

/// log Gamma(a + 1) - [(a + 1/2) log a - a + 1/2 log(2 pi)], Stirling's series (Abramowitz & Stegun
/// 6.1.41); small a through a + 1, where the series is good to the last digit from 10 on.
double stirling_remainder(double a) {
  if (a < 10) {
    // Gamma(a + 1) = Gamma(a + 2) / (a + 1)
    return stirling_remainder(a + 1) - 1 + (a + 0.5) * log1p<double>(1 / a);
  }
  const double z = 1 / (a * a);
  const double sum =
      1.0 / 12 -
      z * (1.0 / 360 -
           z * (1.0 / 1260 - z * (1.0 / 1680 - z * (1.0 / 1188 - z * (691.0 / 360360 - z / 156)))));
  return sum / a;
}

/// x^a e^-x / Gamma(a + 1).
double power_term(double a, double x) {
  const double d = (x - a) / a;
  // log of (x/a)^a e^(a - x); near x = a both parts cancel, but then neither is large.
  const double exponent = a * ((d > -0.5 ? log1p<double>(d) : log<double>(x / a)) - d);
  const double two_pi_a = 4 * elementary::half_pi_high * a;
  return exp<double>(exponent - stirling_remainder(a)) / std::sqrt(two_pi_a);
}

/// sum of x^n / ((a + 1) ... (a + n)) (A&S 6.5.29), up to terms that are lost in it.
double series(double a, double x) {
  double term = 1, sum = 1;
  for (double n = 1; term > 1e-17 * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/// Gamma(a, x) / (x^a e^-x) = 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))) (A&S 6.5.31), by
/// Lentz's method (Press et al., Numerical Recipes, section 5.2): `tiny` in place of a denominator
/// of 0, until a factor is 1 but for rounding.
double fraction(double a, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
  for (double i = 1; i < 1e7; ++i) {
    const double coefficient = -i * (i - a);
    b += 2;
    d = coefficient * d + b;
    if (std::fabs(d) < tiny) d = tiny;
    c = b + coefficient / c;
    if (std::fabs(c) < tiny) c = tiny;
    d = 1 / d;
    const double change = d * c;
    value *= change;
    if (std::fabs(change - 1) < 1e-15) break;
  }
  return value;
}

/// Wilson & Hilferty, Proc. Nat. Acad. Sci. 17 (1931) 684; far down the first term of the series,
/// P(a, x) = x^a / Gamma(a + 1).
double first_guess(double p, double a) {
  const double ninth = 1 / (9 * a);
  const double root = 1 - ninth + normal_quantile(p, 1 - p) * std::sqrt(ninth);
  const double guess = a * root * root * root;
  if (root > 0.1) return guess;
  return pow<double>(p / power_term(a, a), 1 / a) * a * exp<double>(-1.0);
}

}  // namespace

double gamma_p(double a, double x) {
  expects(a > 0, "a positive shape");
  if (x <= 0) return 0;
  if (x < a + 1) return power_term(a, x) * series(a, x);
  return 1 - a * power_term(a, x) * fraction(a, x);
}

double chi_square_quantile(double p, double dof) {
  expects(0 < p && p < 1 && dof > 0, "a probability between 0 and 1, and degrees of freedom");
  const double a = 0.5 * dof;
  double x = first_guess(p, a), low = 0, high = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200; ++i) {
    const double excess = gamma_p(a, x) - p;
    (excess > 0 ? high : low) = x;
    // Newton's step in log(x), in which P is nearly straight far down.
    double next = x * exp<double>(-std::clamp(excess / (a * power_term(a, x)), -2.0, 2.0));
    if (next <= low || next >= high) next = high > 1e300 ? 2 * x : 0.5 * (low + high);
    if (std::fabs(next - x) <= 1e-14 * x) return 2 * next;  // but for rounding
    x = next;
  }
  return 2 * x;
}

}  // namespace montecopter
