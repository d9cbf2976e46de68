#pragma once
/// Turbulence as white noise through linear filters, discretised exactly: what a filter puts out at
/// the steps has the variance and the autocorrelation of the continuous process, whatever the step.

#include <array>
#include <cstdint>

#include "core/numerics/vec3.hpp"
#include "dynamics/random/normal_sequence.hpp"

namespace montecopter {

/// Lower triangular matrix: rows one after another.
template <class S, int order>
using Lower = std::array<S, order*(order + 1) / 2>;

/// Linear filter. Per step: x <- transition x + kick n with standard normals n, and y = output . x.
/// At tick 0, x = start n, which is the steady state. All members are S.
template <class S, int order>
struct ShapingFilter {
  Lower<S, order> transition, kick, start;
  std::array<S, order> output;

  /// y of this step.
  S advance(bool starts, const S* normals, std::array<S, order>& x) const {
    std::array<S, order> next;
    const Lower<S, order>& gain = starts ? start : kick;
    for (int i = 0, row = 0; i < order; row += ++i) {
      next[i] = gain[row] * normals[0];
      for (int j = 1; j <= i; ++j) next[i] = fma(gain[row + j], normals[j], next[i]);
      for (int j = 0; j <= i && !starts; ++j) next[i] = fma(transition[row + j], x[j], next[i]);
    }
    x = next;
    S y = output[0] * x[0];
    for (int i = 1; i < order; ++i) y = fma(output[i], x[i], y);
    return y;
  }
};

/// A process in three axes: u along the mean flow, v to its right, w down. All members are S.
template <class S, int along, int across>
struct TurbulenceConstants {
  ShapingFilter<S, along> u;
  ShapingFilter<S, across> v, w;
  S cosine, sine;  ///< of the azimuth of u
};

template <class S, int along, int across>
struct TurbulenceState {
  std::array<S, along> u;
  std::array<S, across> v, w;
  NormalSequence<S, along + 2 * across> normals;  ///< those of u, then those of v, then those of w
};

/// Velocity of the air at step `tick`, NED.
template <class S, int along, int across>
Vec3<S> turbulent_velocity(const TurbulenceConstants<S, along, across>& c, const Draws<S>& draws,
                           const RandomStream& stream, std::uint64_t tick,
                           TurbulenceState<S, along, across>& state) {
  S n[along + 2 * across];
  state.normals.take(draws, stream, tick, n);
  const bool starts = tick == 0;
  const S u = c.u.advance(starts, n, state.u);
  const S v = c.v.advance(starts, n + along, state.v);
  const S w = c.w.advance(starts, n + along + across, state.w);
  return {fnma(c.sine, v, c.cosine * u), fma(c.sine, u, c.cosine * v), w};
}

}  // namespace montecopter
