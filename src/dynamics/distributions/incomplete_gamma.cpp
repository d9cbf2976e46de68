#include "dynamics/distributions/incomplete_gamma.hpp"

#include <cmath>
#include <numbers>

#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/powers.hpp"

namespace montecopter {

namespace {

using std::numbers::pi;
/// Terms and factors that change a sum or a product by less change no bit of it.
constexpr double precision = 0x1p-54;
/// Series and fractions need some square roots of their parameter, which is 1e6 at most.
constexpr int max_terms = 100000;

/// t - log(1 + t), with the logarithm given for where that does not cancel. With s = t / (2 + t),
/// log(1 + t) = 2 (s + s^3/3 + s^5/5 + ...) and t - 2 s = t s.
double excess(double t, double log_ratio) {
  if (std::fabs(t) > 0.4) return t - log_ratio;
  const double s = t / (2 + t), z = s * s;  // z <= 1/16
  double sum = 0;
  for (int k = 29; k >= 3; k -= 2) sum = std::fma(sum, z, 1.0 / k);
  return std::fma(s, t, -2 * s * z * sum);
}

/// 1 + 1/(12 a) + ...: exp of Stirling's series (DLMF 5.11.1) for a >= 10.
double stirling(double a) {
  static constexpr double b[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                 1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  const double r = 1 / a;
  return exp<double>(r * elementary::polynomial(r * r, b));
}

/// Keeps a denominator of a continued fraction away from 0 (I. Thompson, A. Barnett, "Coulomb and
/// Bessel functions of complex arguments and order", J. Comput. Phys. 64 (1986), section 4, who
/// modify Lentz's method so).
double away_from_zero(double x) { return std::fabs(x) < 1e-300 ? 1e-300 : x; }

/// A continued fraction b_0 + a_1 / (b_1 + a_2 / (b_2 + ...)) from the front.
class Fraction {
 public:
  explicit Fraction(double b) : value_(away_from_zero(b)), c_(value_) {}
  /// Takes a term; false: nothing changes any more.
  bool add(double a, double b) {
    d_ = 1 / away_from_zero(std::fma(a, d_, b));
    c_ = away_from_zero(b + a / c_);
    const double factor = c_ * d_;
    value_ *= factor;
    return std::fabs(factor - 1) > 2 * precision;
  }
  double value() const { return value_; }

 private:
  double value_, c_, d_ = 0;
};

/// Series of P(a, x), DLMF 8.7.1: 1 + x / (a + 1) + x^2 / ((a + 1)(a + 2)) + ...
double gamma_series(double a, double x) {
  double term = 1, sum = 1;
  for (int n = 1; n < max_terms && term > precision * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/// Fraction of Q(a, x), DLMF 8.9.2: x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...).
double gamma_fraction(double a, double x) {
  Fraction fraction(x + 1 - a);
  for (int n = 1; n < max_terms; ++n) {
    if (!fraction.add(-n * (n - a), x + (2 * n + 1) - a)) break;
  }
  return fraction.value();
}

/// Fraction of I_x(a, b), DLMF 8.17.22: 1 + d_1 / (1 + d_2 / (1 + ...)).
double beta_fraction(double a, double b, double x) {
  Fraction fraction(1);
  for (int m = 0; m < max_terms; ++m) {
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    const double n = m + 1;
    const double even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n));
    const bool changed = fraction.add(odd, 1);
    if (!fraction.add(even, 1) && !changed) break;
  }
  return fraction.value();
}

}  // namespace

double scaled_gamma(double a) {
  if (a >= 10) return stirling(a);
  // Gamma(a) = Gamma(z) / (a (a + 1) ... (z - 1)), z = a + n.
  double product = 1, z = a;
  for (; z < 10; z += 1) product *= z;
  const double power = std::fma(z, log<double>(z), -a * log<double>(a)) - (z - a);
  return stirling(z) * std::sqrt(a / z) * exp<double>(power) / product;
}

TailsAt gamma_tails(double a, double log_x) {
  const double x = exp<double>(log_x);
  // x^a e^-x / Gamma(a) without the large powers: sqrt(a / 2 pi) e^(-a (t - log(1 + t))) over the
  // scaled gamma function, t = x / a - 1.
  const double exponent = excess((x - a) / a, log_x - log<double>(a));
  const double density = std::sqrt(a / (2 * pi)) / scaled_gamma(a) * exp<double>(-a * exponent);
  if (x < a + 1) {
    const double lower = density / a * gamma_series(a, x);
    return {{lower, 1 - lower}, density};
  }
  const double upper = density / gamma_fraction(a, x);
  return {{1 - upper, upper}, density};
}

double inverse_logit(double z) {
  const double e = exp<double>(-std::fabs(z));
  return (z < 0 ? e : 1.0) / (1 + e);
}

TailsAt beta_tails(double a, double b, double logit_x) {
  const double x = inverse_logit(logit_x), y = inverse_logit(-logit_x);
  const double log_x = std::fmin(logit_x, 0.0) - log1p<double>(exp<double>(-std::fabs(logit_x)));
  const double log_y = log_x - logit_x;
  // As in gamma_tails(), about the mean a / (a + b).
  const double sum = a + b, off = std::fma(x, b, -(y * a));
  const double exponent = a * excess(off / a, log_x - log<double>(a / sum)) +
                          b * excess(-off / b, log_y - log<double>(b / sum));
  const double scale = scaled_gamma(sum) / (scaled_gamma(a) * scaled_gamma(b));
  const double density = std::sqrt(a * (b / sum) / (2 * pi)) * scale * exp<double>(-exponent);
  if (x < (a + 1) / (sum + 2)) {
    const double lower = density / (a * beta_fraction(a, b, x));
    return {{lower, 1 - lower}, density};
  }
  const double upper = density / (b * beta_fraction(b, a, y));
  return {{1 - upper, upper}, density};
}

double gamma_log_quantile(double a, const Probability& wanted) {
  // Nearly normal, but for the tails of small a; never beyond what e^-x leaves.
  const double normal = log<double>(a) + normal_quantile(wanted.lower, wanted.upper) / std::sqrt(a);
  const double start = std::fmin(normal, log<double>(a + 10 * std::sqrt(a) + 50));
  return monotone_root([a](double z) { return gamma_tails(a, z); }, wanted, {start});
}

double beta_logit_quantile(double a, double b, const Probability& wanted) {
  const double sd = std::sqrt(1 / a + 1 / b);
  const double start =
      log<double>(a) - log<double>(b) + sd * normal_quantile(wanted.lower, wanted.upper);
  return monotone_root([a, b](double z) { return beta_tails(a, b, z); }, wanted, {start});
}

}  // namespace montecopter
