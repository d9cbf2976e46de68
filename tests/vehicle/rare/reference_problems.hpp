#pragma once
/// Problems with known failure probabilities, from openturns/otbenchmark @b2b6d0a (RPRepo), over
/// standard normal numbers. `beyond` is the negative of their limit state: above 0 is a failure.
///
/// Probabilities are those of the source, except where it gives a distribution function or a
/// quadrature shows other digits. Stated there: RP33 0.00257, RP54 0.000998, RP60 0.0456, RP63
/// 0.000379, RP77 2.87e-7, RP89 0.00543, RP107 2.92e-7, RP111 7.65e-7.

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/numerics/normal_quantile.hpp"

namespace montecopter::reference_problems {

using Z = std::span<const double>;

struct Reference {
  const char* name;
  std::size_t dimensions;
  double probability;
  std::function<double(Z)> beyond;
};

inline double lognormal(double z, double mean, double sd) {
  const double variance = std::log1p(sd * sd / (mean * mean));
  return mean * std::exp(std::sqrt(variance) * z - variance / 2);
}

inline double square(double x) { return x * x; }
inline const double root2 = std::sqrt(2.0);
inline const double pi = 3.14159265358979323846;

inline double rp14(Z z) {
  const double scale = 350 * std::sqrt(6.0) / pi, mode = 1500 - 0.5772156649015329 * scale;
  const double x1 = 70 + 10 * normal_cdf(z[0]), x2 = 39 + 0.1 * z[1];
  const double x3 = mode - scale * std::log(-std::log(normal_cdf(z[2])));
  const double x4 = 400 + 0.1 * z[3], x5 = 250000 + 35000 * z[4];
  return 32 / (pi * x2 * x2 * x2) * std::sqrt(square(x3 * x4) / 16 + x5 * x5) - x1;
}

inline double rp38(Z z) {
  constexpr double means[] = {350, 50.8, 3.81, 173, 9.38, 33.1, 0.036};
  double x[8];
  for (int i = 0; i < 7; ++i) x[i + 1] = means[i] * (1 + 0.1 * z[i]);
  const double inner =
      x[4] * x[4] - 4 * x[5] * x[6] * x[7] * x[7] + x[4] * (x[6] + 4 * x[5] + 2 * x[6] * x[7]);
  return x[1] * x[2] * x[2] * x[2] / (2 * x[3] * x[3] * x[3]) * inner /
             (x[4] * x[5] * (x[4] + x[6] + 2 * x[6] * x[7])) -
         15.59e4;
}

inline double rp60(Z z) {
  constexpr double means[] = {2200, 2100, 2300, 2000, 1200}, sds[] = {220, 210, 230, 200, 480};
  double x[5];
  for (int i = 0; i < 5; ++i) x[i] = lognormal(z[i], means[i], sds[i]);
  const double g8 = std::min(x[1] - x[4], x[2] - x[4]), g9 = std::max(x[3] - x[4], g8);
  const double g10 = std::min({x[1] - x[4] / 2, x[2] - x[4] / 2, x[3] - x[4] / 2});
  return -std::min(x[0] - x[4], std::max(g10, g9));
}

inline double rp91(Z z) {
  const double x1 = 0.07433 + 0.005 * z[0], x2 = 0.1 + 0.01 * z[1], x3 = 13 + 60 * z[2],
               x4 = 4751 + 48 * z[3], x5 = -684 + 11 * z[4];
  const double g1 = 0.847 + 0.96 * x2 + 0.986 * x3 - 0.216 * x4 + 0.077 * x2 * x2 + 0.11 * x3 * x3 +
                    7.0 / 378 * x4 * x4 - x3 * x2 - 0.106 * x2 * x4 - 0.11 * x3 * x4;
  const double g2 = 84000 * x1 / std::sqrt(x3 * x3 + x4 * x4 - x3 * x4 + 3 * x5 * x5) - 1;
  return -std::min({g1, g2, 84000 * x1 / std::fabs(x4) - 1});
}

/// Sum of the numbers over the root of their count, above b: the probability is Phi(-b).
inline Reference linear(std::size_t dimensions, double b) {
  const double scale = 1 / std::sqrt(static_cast<double>(dimensions));
  return {"linear", dimensions, normal_cdf(-b), [=](Z z) {
            double sum = 0;
            for (const double x : z) sum += x;
            return scale * sum - b;
          }};
}

inline std::vector<Reference> all() {
  return {
      // Quadrature over the load.
      {"axial stressed beam", 2, 0.029198194625,
       [](Z z) { return (75000 + 5000 * z[1]) / (100 * pi) - lognormal(z[0], 300, 30); }},
      {"four branches", 2, 0.0022227950661944,
       [](Z z) {
         const double q = 3 + 0.1 * square(z[0] - z[1]), s = (z[0] + z[1]) / root2;
         return -std::min({q - s, q + s, z[0] - z[1] + 7 / root2, z[1] - z[0] + 7 / root2});
       }},
      {"RP107", 10, normal_cdf(-5),
       [](Z z) {
         double sum = 0;
         for (const double x : z) sum += x;
         return sum - 5 * std::sqrt(10.0);
       }},
      {"RP110", 2, 3.19e-5,
       [](Z z) {
         const double g1 = z[0] <= 3.5 ? 0.85 - 0.1 * z[0] : 4 - z[0];
         return -std::min(g1, z[1] <= 2 ? 2.3 - z[1] : 0.5 - 0.1 * z[1]);
       }},
      // Density K_0(x) / pi of a product of normals.
      {"RP111", 2, 8.0351e-7, [](Z z) { return std::fabs(z[0] * z[1]) - 12.5; }},
      {"RP14", 5, 0.00077285, rp14},
      {"RP22", 2, 0.00420730551129961794,
       [](Z z) { return (z[0] + z[1]) / root2 - 2.5 - 0.1 * square(z[0] - z[1]); }},
      {"RP24", 2, 0.00286,
       [](Z z) {
         return 0.2357 * 3 * (z[0] - z[1]) - 2.5 - 0.00463 * square(square(3 * z[0] + 3 * z[1]));
       }},
      {"RP25", 2, 4.148566293759747e-05,
       [](Z z) { return -std::max(z[0] * z[0] - 8 * z[1] + 16, -16 * z[0] + z[1] + 32); }},
      // Quadrature over the first number.
      {"RP28", 2, 1.45308904526e-7,
       [](Z z) { return 146.14 - (78064 + 11710 * z[0]) * (0.0104 + 0.00156 * z[1]); }},
      {"RP31", 2, 0.0032266812095876910, [](Z z) { return z[1] - 2 - 256 * square(square(z[0])); }},
      {"RP33", 3, 0.0025756,
       [](Z z) { return -std::min(3 * std::sqrt(3.0) - z[0] - z[1] - z[2], 3 - z[2]); }},
      {"RP35", 2, 0.00347894632,
       [](Z z) {
         const double g1 = 2 - z[1] + std::exp(-0.1 * z[0] * z[0]) + square(square(0.2 * z[0]));
         return -std::min(g1, 4.5 - z[0] * z[1]);
       }},
      {"RP38", 7, 0.0081, rp38},
      {"RP53", 2, 0.0313,
       [](Z z) {
         const double a = 1.5 + z[0], b = 2.5 + z[1];
         return (a * a + 4) * (b - 1) / 20 - std::sin(2.5 * a) - 2;
       }},
      // Distribution function of the gamma distribution of shape 20.
      {"RP54", 20, 9.90603072517e-4,
       [](Z z) {
         double sum = 0;
         for (const double x : z) sum -= std::log(normal_cdf(-x));
         return 8.951 - sum;
       }},
      {"RP55", 2, 0.560014428286370380,
       [](Z z) {
         const double d = 2 * (normal_cdf(z[0]) - normal_cdf(z[1]));
         const double q = 0.2 + 0.6 * square(square(d)), w = 5 / root2 - 2.2;
         return -std::min({q - d / root2, q + d / root2, d + w, w - d});
       }},
      {"RP57", 2, 0.0284,
       [](Z z) {
         const double a = z[0], b = z[1];
         const double g12 = std::max(-a * a + b * b * b + 3, 2 - a - 8 * b);
         return -std::min(g12, square(a + 3) + square(b + 3) - 4);
       }},
      {"RP60", 5, 0.044840, rp60},
      {"RP63", 100, 3.7694e-4,
       [](Z z) {
         double sum = 0;
         for (const double x : z.subspan(1)) sum += x * x;
         return z[0] + 4.5 - 0.1 * sum;
       }},
      {"RP75", 2, 0.00981929872154689, [](Z z) { return z[0] * z[1] - 3; }},
      // Quadrature over the third number, of both cases.
      {"RP77", 3, 2.6908439521e-7,
       [](Z z) {
         const double a = 10 + 0.5 * z[0], c = 4 + z[2];
         return c <= 5 ? z[1] + c - a : z[1] - c;
       }},
      // Convolution of the six densities on a grid of 0.02.
      {"RP8", 6, 7.8979e-4,
       [](Z z) {
         const auto big = [](double x) { return lognormal(x, 120, 12); };
         return 5 * lognormal(z[4], 50, 10) + 5 * lognormal(z[5], 40, 8) - big(z[0]) -
                2 * big(z[1]) - 2 * big(z[2]) - big(z[3]);
       }},
      {"RP89", 2, 0.0054713,
       [](Z z) { return -std::min(8 - z[0] * z[0] - z[1], 6 - z[0] / 5 - z[1]); }},
      {"RP91", 5, 0.000697, rp91},
      // Waarts' means, 7 and 2, as in the note of the source; its own default, 4 and 2, is no rare
      // event.
      {"R minus S", 2, normal_cdf(-5 / root2), [](Z z) { return z[1] - z[0] - 5; }},
  };
}

inline Reference named(const char* name) {
  for (const Reference& problem : all()) {
    if (std::string_view(problem.name) == name) return problem;
  }
  throw std::out_of_range(name);
}

}  // namespace montecopter::reference_problems
