#pragma once
/// Common operations of Kalman filters of any size, over lanes: scalar updates one after another,
/// and the normalised square of an error. The callers are ekf_updates.hpp (15 states) and
/// wind_law.hpp (4 states).
///
/// Components of one reading are fused as scalars, whose noises are independent (D. Simon, Optimal
/// State Estimation, 2006, section 6.1). With K = P h / s and s = h^T P h + r, the covariance
/// becomes P - K (P h)^T = P - K s K^T. Joseph's form, (I - K h^T) P (I - K h^T)^T + r K K^T, costs
/// more and is the same with this K but for rounding. P is symmetric by construction, because only
/// one half of it is computed. Nothing else keeps rounding from making it indefinite.

#include <array>
#include <cstddef>
#include <utility>

#include "core/numerics/elementary.hpp"

namespace montecopter {

template <class S, std::size_t n>
using KalmanVector = std::array<S, n>;
/// Rows of a symmetric matrix, of which the upper half counts; elements below the diagonal mean
/// nothing. A quarter of the EKF's time was to compute that half and to mirror it.
template <class S, std::size_t n>
using KalmanMatrix = std::array<std::array<S, n>, n>;

/// The error state: its covariance P, and its mean, which updates change until it is injected into
/// the estimate.
template <class S, std::size_t n>
struct KalmanState {
  KalmanMatrix<S, n> P;
  KalmanVector<S, n> mean;
};

/// Makes the lower half that of the upper one.
template <class S, std::size_t n>
void mirror(std::array<std::array<S, n>, n>& P) {
  for (int i = 0; i < static_cast<int>(n); ++i) {
    for (int k = 0; k < i; ++k) P[i][k] = P[k][i];
  }
}

/// Indices of the elements of a row of H that may differ from zero, ascending.
template <int... places>
struct KalmanPlaces {};

template <std::size_t... i>
constexpr auto places_of(std::index_sequence<i...>) {
  return KalmanPlaces<static_cast<int>(i)...>{};
}
template <std::size_t n>
using AllPlaces = decltype(places_of(std::make_index_sequence<n>{}));

/// u <- u + P_k h, where P_k is column k.
template <int k, class S, std::size_t n>
[[gnu::always_inline]] inline void add_column(const KalmanMatrix<S, n>& P, const S& h,
                                              KalmanVector<S, n>& u) {
  for (int i = 0; i < k; ++i) u[i] = fma(P[i][k], h, u[i]);
  for (int i = k; i < static_cast<int>(n); ++i) u[i] = fma(P[k][i], h, u[i]);
}

/// Update with one scalar measurement: innovation y - h(x) = h e + n with the variance r of n;
/// lanes where `present` is 0 have no measurement and keep their state. The components of a reading
/// are fused one after another, which needs no inverse of a matrix. Elements of h in other places
/// are not read. Returns the normalised squared innovation (0 without a measurement), whose
/// expectation is 1.
template <class S, std::size_t n, int... k>
S update(const std::array<S, n>& h, KalmanPlaces<k...>, const S& innovation, const S& r,
         const S& present, KalmanState<S, n>& e) {
  constexpr int size = static_cast<int>(n);
  std::array<S, n> u;
  u.fill(S(0.0));
  (add_column<k>(e.P, h[k], u), ...);
  S variance = r, predicted(0.0);
  ((variance = fma(h[k], u[k], variance)), ...);
  ((predicted = fma(h[k], e.mean[k], predicted)), ...);
  const auto is_present = S(0.0) < present;
  const S inverse = select(is_present, S(1.0) / variance, S(0.0));
  const S residual = select(is_present, innovation - predicted, S(0.0));
  for (int i = 0; i < size; ++i) {
    const S gain = u[i] * inverse;
    e.mean[i] = fma(gain, residual, e.mean[i]);
    for (int j = i; j < size; ++j) e.P[i][j] = fnma(gain, u[j], e.P[i][j]);
  }
  return residual * residual * inverse;
}
template <class S, std::size_t n>
S update(const std::array<S, n>& h, const S& innovation, const S& r, const S& present,
         KalmanState<S, n>& e) {
  return update(h, AllPlaces<n>{}, innovation, r, present, e);
}

/// e^T P^-1 e by P = L D L^T, of which L and D overwrite the lower half of P.
template <class S, std::size_t n>
S normalised_square(std::array<std::array<S, n>, n>& P, std::array<S, n>& e) {
  mirror(P);
  S sum(0.0);
  for (int i = 0; i < static_cast<int>(n); ++i) {
    S d = P[i][i];
    for (int k = 0; k < i; ++k) {
      // P[i][k] holds L_ik D_k until here.
      S held = P[i][k];
      for (int j = 0; j < k; ++j) held = fnma(P[i][j] * P[j][j], P[k][j], held);
      P[i][k] = held / P[k][k];
      d = fnma(P[i][k] * P[i][k], P[k][k], d);
      e[i] = fnma(P[i][k], e[k], e[i]);
    }
    P[i][i] = d;
    sum = fma(e[i] / d, e[i], sum);
  }
  return sum;
}

}  // namespace montecopter
