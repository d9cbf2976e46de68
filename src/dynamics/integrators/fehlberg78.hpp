#pragma once
/// Fehlberg 7(8) with step control (E. Fehlberg, NASA TR R-287, 1968, table X), ours for its
/// estimate of the error. Fehlberg's estimate, 41/840 (k0 + k10 - k11 - k12), compares two pairs of
/// stages at the same two times. It is 0 for any rate that does not depend on the component it
/// changes, however rough it is in between. Positions, and velocities behind motors, are such
/// integrals, and a kink in them passed unseen. Differences over the stages at 0, 1/6, ... 1 of the
/// step see it.

#include <array>
#include <cstddef>
#include <utility>

#include "dynamics/integrators/step_size.hpp"
#include "dynamics/integrators/stepping.hpp"

namespace montecopter {

namespace fehlberg {
inline constexpr std::size_t stages = 13;
using Weights = std::array<double, stages>;  ///< of the stages' rates

/// Stage i is at x + h sum_j a[i][j] k_j.
inline constexpr std::array<Weights, stages> a = {{
    {},
    {2.0 / 27},
    {1.0 / 36, 1.0 / 12},
    {1.0 / 24, 0, 1.0 / 8},
    {5.0 / 12, 0, -25.0 / 16, 25.0 / 16},
    {1.0 / 20, 0, 0, 1.0 / 4, 1.0 / 5},
    {-25.0 / 108, 0, 0, 125.0 / 108, -65.0 / 27, 125.0 / 54},
    {31.0 / 300, 0, 0, 0, 61.0 / 225, -2.0 / 9, 13.0 / 900},
    {2, 0, 0, -53.0 / 6, 704.0 / 45, -107.0 / 9, 67.0 / 90, 3},
    {-91.0 / 108, 0, 0, 23.0 / 108, -976.0 / 135, 311.0 / 54, -19.0 / 60, 17.0 / 6, -1.0 / 12},
    {2383.0 / 4100, 0, 0, -341.0 / 164, 4496.0 / 1025, -301.0 / 82, 2133.0 / 4100, 45.0 / 82,
     45.0 / 164, 18.0 / 41},
    {3.0 / 205, 0, 0, 0, 0, -6.0 / 41, -3.0 / 205, -3.0 / 41, 3.0 / 41, 6.0 / 41},
    {-1777.0 / 4100, 0, 0, -341.0 / 164, 4496.0 / 1025, -289.0 / 82, 2193.0 / 4100, 51.0 / 82,
     33.0 / 164, 12.0 / 41, 0, 1},
}};

/// A row as an object of its own, which clang 14 wants of template arguments.
template <std::size_t stage>
inline constexpr Weights row = a[stage];

/// Weights of the solution, order 8.
inline constexpr Weights solution = {
    0, 0, 0, 0, 0, 34.0 / 105, 9.0 / 35, 9.0 / 35, 9.0 / 280, 9.0 / 280, 0, 41.0 / 840, 41.0 / 840};

/// Weights that take the solution to embedded ones, order 7: Fehlberg's own ...
inline constexpr Weights error7 = {41.0 / 840, 0, 0, 0,          0,           0,          0,
                                   0,          0, 0, 41.0 / 840, -41.0 / 840, -41.0 / 840};
/// ... and order 5: tenths of the fifth differences of the first and of the last six of the stages
/// 0, 7, 9, 5, 8, 6, 10, which are at 0, 1/6, ... 1. But for pairs of stages at the same time there
/// are no others of order 5. A kink that one of them misses is seen by the other.
inline constexpr Weights error5_early = {0.1, 0, 0, 0, 0, -1.0, -0.1, -0.5, 0.5, 1.0, 0, 0, 0};
inline constexpr Weights error5_late = {0, 0, 0, 0, 0, 1.0, 0.5, 0.1, -1.0, -0.5, -0.1, 0, 0};
/// Tenths of the central differences: embedded solutions of orders 2, 3 and 4.
inline constexpr Weights error2 = {0, 0, 0, 0, 0, -0.2, 0, 0, 0.1, 0.1, 0, 0, 0};
inline constexpr Weights error3 = {0, 0, 0, 0, 0, 0, 0.05, -0.05, -0.1, 0.1, 0, 0, 0};
inline constexpr Weights error4 = {0, 0, 0, 0, 0, 0.6, 0.1, 0.1, -0.4, -0.4, 0, 0, 0};
}  // namespace fehlberg

template <class S, std::size_t n>
class Fehlberg78 {
 public:
  using Array = std::array<double, n>;

  explicit Fehlberg78(const LargestRelativeError& tolerance) : tolerance_(tolerance) {}

  /// Advances x and t by dt, or leaves them and makes dt smaller: false.
  template <class System>
  bool try_step(const System& system, Array& x, double& t, double& dt) {
    const auto size = static_cast<std::size_t>(system.used);
    Stages k;
    take_stages(system, x, dt, k, std::make_index_sequence<fehlberg::stages>());
    Array error{};
    for (std::size_t i = 0; i < size; ++i) error[i] = dt * error_rate(k, i);
    const double largest = tolerance_.of(x, error);
    if (largest > 1.0) {
      dt = adjuster_.decrease_step(dt, largest, 0);
      return false;
    }
    for (std::size_t i = 0; i < size; ++i) x[i] = fma(dt, sum<fehlberg::solution>(k, i), x[i]);
    t += dt;
    dt = adjuster_.increase_step(dt, largest, 0);
    return true;
  }

 private:
  using Stages = std::array<Array, fehlberg::stages>;

  template <class System, std::size_t... stage>
  static void take_stages(const System& system, const Array& x, double dt, Stages& k,
                          std::index_sequence<stage...>) {
    const auto size = static_cast<std::size_t>(system.used);
    Array at = x;
    const auto take = [&]<std::size_t s>(std::integral_constant<std::size_t, s>) {
      for (std::size_t i = 0; i < size; ++i) at[i] = fma(dt, sum<fehlberg::row<s>, s>(k, i), x[i]);
      system(at, k[s], 0.0);
    };
    (take(std::integral_constant<std::size_t, stage>()), ...);
  }

  /// Sum of component i over the first `count` stages; weights of 0 cost nothing.
  template <const fehlberg::Weights& weights, std::size_t count = fehlberg::stages>
  static double sum(const Stages& k, std::size_t i) {
    double total = 0.0;
    const auto add = [&]<std::size_t j>(std::integral_constant<std::size_t, j>) {
      if constexpr (weights[j] != 0.0) total = fma(weights[j], k[j][i], total);
    };
    [&]<std::size_t... j>(std::index_sequence<j...>) {
      (add(std::integral_constant<std::size_t, j>()), ...);
    }
    (std::make_index_sequence<count>());
    return total;
  }

  /// The error of component i, by the step. A sum, as NaN has to pass.
  static double error_rate(const Stages& k, std::size_t i) {
    return abs(sum<fehlberg::error7>(k, i)) + roughness(k, i);
  }

  /// The fifth differences d5 where the rate is rough. Where it is smooth, each difference is
  /// smaller than the previous one by the same small factor, and d5 (d5 / d3)^3 is of order 11.
  /// That is below Fehlberg's estimate. At a kink all are of one size. For d3 stands sqrt(d3^2 +
  /// |d2 d4|): the same for exponentials, and without the zeros that d3 of an oscillation has. The
  /// 5 is measured, on motions with and without kinks at tolerances from 1e-6 to 1e-13. Smooth ones
  /// cost up to a third more than by Fehlberg's estimate for the same error. With 1 they cost twice
  /// as much, with 10 kinks leave ten times the error.
  static double roughness(const Stages& k, std::size_t i) {
    using namespace fehlberg;
    const double fifth = max(abs(sum<error5_early>(k, i)), abs(sum<error5_late>(k, i)));
    if (fifth == 0.0) return 0.0;
    const double d2 = sum<error2>(k, i), d3 = sum<error3>(k, i), d4 = sum<error4>(k, i);
    const double third = sqrt(fma(d3, d3, abs(d2 * d4)));
    const double ratio = fifth / (5.0 * third);
    return ratio < 1.0 ? fifth * ratio * ratio * ratio : fifth;
  }

  LargestRelativeError tolerance_;
  PortableStepAdjuster<S, 7> adjuster_;
};

struct Fehlberg78Integrator {
  static constexpr std::string_view name = "fehlberg78";
  static constexpr std::string_view doc = "Fehlberg 7(8) with step control";
  static constexpr Stepping stepping = Stepping::controlled;
  static constexpr int order = 8;
  static constexpr int evaluations = 13;
  static constexpr int steps = 1;
  static constexpr double real_stability = always_stable;
  static double stable_angle(double) { return always_stable; }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  using Method = Fehlberg78<S, n>;
};

}  // namespace montecopter
