#pragma once
/// Rosenbrock method RODAS of order 4(3), L-stable (Hairer, Wanner II, IV.7, coefficients of their
/// code RODAS), for stiff vehicles. Boost.Odeint has the same method over ublas, whose 1.74 is no
/// C++20, and with a controller that calls libm's pow; so this one is ours. Allocates nothing.

#include <array>
#include <cstddef>
#include <utility>

#include "dynamics/integrators/step_size.hpp"
#include "dynamics/integrators/stepping.hpp"

namespace montecopter {

/// L U = P A of the leading `size` rows and columns, by partial pivoting.
template <std::size_t n>
class LuFactors {
 public:
  std::array<std::array<double, n>, n> a;  ///< filled by the caller; factorise() replaces it

  void factorise(std::size_t size) {
    size_ = size;
    for (std::size_t k = 0; k < size; ++k) {
      row_[k] = k;
      for (std::size_t i = k + 1; i < size; ++i) {
        if (abs(a[i][k]) > abs(a[row_[k]][k])) row_[k] = i;
      }
      std::swap(a[k], a[row_[k]]);
      for (std::size_t i = k + 1; i < size; ++i) {
        a[i][k] = a[i][k] / a[k][k];
        for (std::size_t j = k + 1; j < size; ++j) a[i][j] = fnma(a[i][k], a[k][j], a[i][j]);
      }
    }
  }

  /// Replaces b by A^-1 b.
  void solve(std::array<double, n>& b) const {
    for (std::size_t k = 0; k < size_; ++k) std::swap(b[k], b[row_[k]]);
    for (std::size_t k = 0; k < size_; ++k) {
      for (std::size_t i = k + 1; i < size_; ++i) b[i] = fnma(a[i][k], b[k], b[i]);
    }
    for (std::size_t k = size_; k-- > 0;) {
      for (std::size_t j = k + 1; j < size_; ++j) b[k] = fnma(a[k][j], b[j], b[k]);
      b[k] = b[k] / a[k][k];
    }
  }

 private:
  std::size_t size_ = 0;
  std::array<std::size_t, n> row_;  ///< that was swapped with row k
};

namespace rodas {
inline constexpr int stages = 6;
inline constexpr double gamma = 0.25;
/// Stage i is at x + sum_j a[i][j] g_j. The last stage's increment is the error estimate.
inline constexpr double a[stages][stages - 1] = {
    {},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0}};
/// (1 / (gamma h) - f') g_i = f(stage i) + sum_j c[i][j] g_j / h.
inline constexpr double c[stages][stages - 1] = {
    {},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054}};
}  // namespace rodas

/// S is a pack of one lane.
template <class S, std::size_t n>
class Rosenbrock4 {
 public:
  using Array = std::array<double, n>;

  explicit Rosenbrock4(const LargestRelativeError& tolerance) : tolerance_(tolerance) {}

  /// Advances x and t by dt, or leaves them and makes dt smaller: false.
  template <class System>
  bool try_step(const System& system, Array& x, double& t, double& dt) {
    const auto size = static_cast<std::size_t>(system.used);
    differentiate(system, x);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) lu_.a[i][j] = -lu_.a[i][j];
      lu_.a[i][i] += 1.0 / (rodas::gamma * dt);
    }
    lu_.factorise(size);

    std::array<Array, rodas::stages> g;
    Array at{};
    for (int k = 0; k < rodas::stages; ++k) {
      at = combine(x, rodas::a[k], g, k, 1.0, size);
      system(at, g[k], 0.0);
      g[k] = combine(g[k], rodas::c[k], g, k, 1.0 / dt, size);
      lu_.solve(g[k]);
    }
    const Array& error = g[rodas::stages - 1];
    const double largest = tolerance_.of(x, error);
    if (largest > 1.0) {
      dt = adjuster_.decrease_step(dt, largest, 0);
      return false;
    }
    for (std::size_t i = 0; i < size; ++i) x[i] = at[i] + error[i];
    t += dt;
    dt = adjuster_.increase_step(dt, largest, 0);
    return true;
  }

 private:
  /// start + scale sum_j factor[j] g_j over the stages before `stage`.
  static Array combine(const Array& start, const double* factor,
                       const std::array<Array, rodas::stages>& g, int stage, double scale,
                       std::size_t size) {
    Array sum = start;
    for (int j = 0; j < stage; ++j) {
      for (std::size_t i = 0; i < size; ++i) sum[i] = fma(scale * factor[j], g[j][i], sum[i]);
    }
    return sum;
  }

  /// The Jacobian by central differences. Their error is least, about 1e-10, near the cube root of
  /// the rounding error: 2^-17.
  template <class System>
  void differentiate(const System& system, const Array& x) {
    Array at = x, above, below;
    for (int j = 0; j < system.used; ++j) {
      const double reach = 0x1p-17 * max(abs(x[j]), 1.0);
      const double high = x[j] + reach, low = x[j] - reach;
      at[j] = high;
      system(at, above, 0.0);
      at[j] = low;
      system(at, below, 0.0);
      at[j] = x[j];
      for (int i = 0; i < system.used; ++i) lu_.a[i][j] = (above[i] - below[i]) / (high - low);
    }
  }

  LuFactors<n> lu_;
  LargestRelativeError tolerance_;
  PortableStepAdjuster<S, 3> adjuster_;  // the embedded solution is of order 3
};

struct Rosenbrock4Integrator {
  static constexpr std::string_view name = "rosenbrock4";
  static constexpr std::string_view doc = "Rosenbrock 4(3) with step control, for stiff vehicles";
  static constexpr Stepping stepping = Stepping::controlled;
  static constexpr int order = 4;
  static constexpr int evaluations = 0;
  static constexpr int steps = 1;
  static constexpr double real_stability = always_stable;
  static double stable_angle(double) { return always_stable; }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  using Method = Rosenbrock4<S, n>;
};

}  // namespace montecopter
