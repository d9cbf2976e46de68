#include "core/numerics/normal_quantile.hpp"

#include <cmath>

#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace {

double density(double x) {
  // Far out, the rounding of x^2 would cost digits: it is made good to first order.
  const double square = x * x, lost = std::fma(x, x, -square);
  return 0x1.9884533d43651p-2 * exp<double>(-0.5 * square) * std::fma(-0.5, lost, 1.0);
}

/// Phi(x) for x <= 0.
double lower_cdf(double x) {
  if (x < -40.0) return 0.0;  // less than the smallest number
  if (x > -1.5) {
    // Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...), all terms of one sign (Abramowitz & Stegun
    // 26.2.11). Further down the difference to 1/2 would cost digits; further up, the continued
    // fraction below would need more terms. What is below 1e-18 of the sum is lost in it.
    double term = x, sum = x;
    for (int n = 3; std::fabs(term) > 1e-18 * std::fabs(sum); n += 2) {
      term *= x * x / n;
      sum += term;
    }
    return 0.5 + density(x) * sum;
  }
  // Mills' ratio as a continued fraction 1/(z + 1/(z + 2/(z + 3/ ...))) (A&S 26.2.14), backwards.
  const double z = -x;
  double tail = z;
  for (int n = 220; n >= 1; --n) tail = z + n / tail;
  return density(x) / tail;
}

/// Ratio of two polynomials of degree 7, coefficients by ascending degree.
double ratio(double x, const double (&n)[8], const double (&d)[8]) {
  return elementary::polynomial(x, n) / elementary::polynomial(x, d);
}

}  // namespace

double normal_cdf(double x) { return x <= 0 ? lower_cdf(x) : 1.0 - lower_cdf(-x); }

// Rational approximations of M. Wichura, "Algorithm AS 241", Applied Statistics 37 (1988) 477,
// routine PPND16: about 1 part in 1e16.
double normal_quantile_lower(double p) {
  static constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double b[] = {1.0,
                                 4.2313330701600911252e+1,
                                 6.8718700749205790830e+2,
                                 5.3941960214247511077e+3,
                                 2.1213794301586595867e+4,
                                 3.9307895800092710610e+4,
                                 2.8729085735721942674e+4,
                                 5.2264952788528545610e+3};
  static constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                 5.76949722146069140550e0,  3.64784832476320460504e0,
                                 1.27045825245236838258e0,  2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[] = {1.0,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
  static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                 1.78482653991729133580e0,  2.96560571828504891230e-1,
                                 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[] = {1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (q >= -0.425) return q * ratio(0.180625 - q * q, a, b);
  const double r = std::sqrt(-log<double>(p));
  return r <= 5.0 ? -ratio(r - 1.6, c, d) : -ratio(r - 5.0, e, f);
}

double normal_quantile(double lower, double upper) {
  return lower <= upper ? normal_quantile_lower(lower) : -normal_quantile_lower(upper);
}

}  // namespace montecopter
