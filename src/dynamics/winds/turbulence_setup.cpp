#include "dynamics/winds/turbulence_setup.hpp"

#include "core/numerics/powers.hpp"

namespace montecopter {
namespace {

/// Number of steps after which samples share nothing: e^-x is below 1e-300.
constexpr double most_steps = 700.0;

/// 1 - e^-x (1 + x + ... + x^(n-1) / (n-1)!) for x >= 0, without cancellation: the fraction of
/// Poisson's distribution from n on.
double poisson_tail(int n, double x) {
  if (x > 1.0) {
    double sum = 1.0;
    for (int k = n - 1; k > 0; --k) sum = fma(sum, x / k, 1.0);
    return fnma(exp(-x), sum, 1.0);
  }
  double sum = 1.0;
  for (int k = n + 20; k > n; --k) sum = fma(sum, x / k, 1.0);
  for (int k = n; k > 0; --k) sum = sum * (x / k);
  return exp(-x) * sum;
}

/// Modes x_i' = -rate_i x_i / T + w that the same white noise w of intensity q / T drives.
template <int order>
struct Modes {
  std::array<double, order> rate, residue;
  double intensity;
};

template <int order>
ShapingFilter<double, order> filter_of(const Modes<order>& modes, double sigma, double steps) {
  ShapingFilter<double, order> f{};
  Lower<double, order> steady{}, step{};
  for (int i = 0, k = 0; i < order; ++i) {
    f.output[i] = sigma * modes.residue[i];
    for (int j = 0; j <= i; ++j, ++k) {
      const double rate = modes.rate[i] + modes.rate[j];
      steady[k] = modes.intensity / rate;
      step[k] = -expm1(-(rate * steps)) * steady[k];
      f.transition[k] = i == j ? exp(-(modes.rate[i] * steps)) : 0.0;
    }
  }
  f.start = cholesky<order>(steady);
  f.kick = cholesky<order>(step);
  return f;
}

/// Poles and residues of the transfer functions in the header, rounded once.
constexpr Modes<2> von_karman_along = {{0x1.7f4d03cec5f1ep+2, 0x1.ae3dd2d9d280cp-1},
                                       {0x1.f1b9f91f3969bp-2, 0x1.8b52f0e2eca26p-1},
                                       2.0};
constexpr Modes<3> von_karman_across = {
    {0x1.648073b0c4987p+3, 0x1.36fe84fad8806p+0, 0x1.eba0f69115bf6p-2},
    {0x1.8af1b2013ea2ap-1, 0x1.a2ebb0a69a7ffp+0, -0x1.994e8d6f09421p-3},
    1.0};

}  // namespace

ShapingFilter<double, 1> first_order_filter(double sigma, double steps) {
  return filter_of<1>({{1.0}, {1.0}, 2.0}, sigma, min(steps, most_steps));
}

/// sqrt(3) a + (1 - sqrt(3)) b with a' = -a / T + noise and b' = (a - b) / T: for a of variance 1,
/// E ab = E b^2 = 1/2, and the output has the variance 2.
ShapingFilter<double, 2> dryden_cross_filter(double sigma, double steps) {
  const double x = min(steps, most_steps), kept = exp(-x), root3 = sqrt(3.0);
  const double size = sigma * sqrt(0.5);
  ShapingFilter<double, 2> f;
  f.transition = {kept, x * kept, kept};
  f.start = cholesky<2>({1.0, 0.5, 0.5});
  f.kick = cholesky<2>(
      {-expm1(-2.0 * x), 0.5 * poisson_tail(2, 2.0 * x), 0.5 * poisson_tail(3, 2.0 * x)});
  f.output = {size * root3, size * (1.0 - root3)};
  return f;
}

ShapingFilter<double, 2> von_karman_along_filter(double sigma, double steps) {
  return filter_of(von_karman_along, sigma, min(steps, most_steps));
}

ShapingFilter<double, 3> von_karman_cross_filter(double sigma, double steps) {
  return filter_of(von_karman_across, sigma, min(steps, most_steps));
}

}  // namespace montecopter
