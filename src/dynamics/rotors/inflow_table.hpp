#pragma once
/// Coefficients of a rotor over inflow ratio and advance ratio, precomputed from blade elements,
/// and their look-up over lanes.
///
/// The look-up is linear along both axes, and so continuous with kinks at the nodes. The second
/// axis is g(mu^2) = (1 + h) mu^2 / (mu^2 + h), h = 0.015: even and smooth in the edgewise velocity
/// where a rotor hovers, fine there and coarse at mu = 1. Beyond the ends the coefficients stay
/// constant.

#include <array>
#include <cstddef>

#include "core/numerics/scalar.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

/// Loads of a rotor that is not in axial flow: along the axis, and in the plane of the disc per
/// edgewise velocity of the hub.
template <class S>
struct RotorWrench {
  Load<S> load;
  S drag;         ///< [N s/m] against the edgewise velocity
  S roll, pitch;  ///< [N s] about the edgewise velocity and across it, as in RotorCoefficients
};

struct InflowTable {
  static constexpr int inflow_cells = 64, advance_cells = 16, coefficients = 5;
  static constexpr double least_inflow = -0.36, most_inflow = 0.6, most_advance = 1.0;
  static constexpr double bend = 0.015;  ///< h of the second axis
  static constexpr int stride = 8;       ///< numbers of a node, of which the last are not used
  static constexpr int row = (advance_cells + 1) * stride;

  alignas(64) std::array<double, (inflow_cells + 1) * row> node{};

  friend bool operator==(const InflowTable&, const InflowTable&) = default;

  double* at(int inflow, int advance) { return &node[place(inflow, advance)]; }
  const double* at(int inflow, int advance) const { return &node[place(inflow, advance)]; }

  /// Inflow ratio and advance ratio of a node.
  static double inflow_of(int node) {
    return least_inflow + (most_inflow - least_inflow) * node / inflow_cells;
  }
  static double advance_of(int node) {
    const double g = static_cast<double>(node) / advance_cells;
    return sqrt(bend * g / (1 + bend - g));
  }

  /// All coefficients, in the order of RotorCoefficients, of a rotor whose tip has this speed, not
  /// zero, in air of this velocity along the axis and squared velocity across it. The units are
  /// free, but the same. One division serves both ratios.
  template <class S>
  std::array<S, coefficients> look_up(const S& tip, const S& axial, const S& edgewise2) const {
    constexpr double per_inflow = inflow_cells / (most_inflow - least_inflow);
    const S bent = fma(S(bend) * tip, tip, edgewise2);
    const S inverse = S(1.0) / (tip * bent);
    const S x = clamp((axial * (bent * inverse) - S(least_inflow)) * S(per_inflow), S(0.0),
                      S(inflow_cells));
    const S y = min(S((1 + bend) * advance_cells) * edgewise2 * (tip * inverse), S(advance_cells));
    const S i = cell_of(x, inflow_cells), k = cell_of(y, advance_cells);
    const S u = x - i, v = y - k;
    const S place = fma(i, S(row), S(stride) * k);
    std::array<S, coefficients> c;
    if constexpr (requires { static_cast<int>(place); }) {
      in_one_cell(static_cast<int>(place), u, v, c);
    } else {
      alignas(64) double first[Lanes<S>::width];
      place.store(first);
      if (all(place == S(first[0]))) {
        in_one_cell(static_cast<int>(first[0]), u, v, c);
      } else {
        in_cells(first, u, v, c);
      }
    }
    return c;
  }

 private:
  static constexpr std::size_t place(int inflow, int advance) {
    return static_cast<std::size_t>(inflow * row + advance * stride);
  }

  /// Number of the cell that holds x, which is not negative.
  template <class S>
  static S cell_of(const S& x, int cells) {
    constexpr double magic = 0x1.8p52;
    return min(max((x - S(0.5) + S(magic)) - S(magic), S(0.0)), S(cells - 1.0));
  }

  template <class S>
  static S between(const S& u, const S& v, const S& a, const S& b, const S& d, const S& e) {
    const S before = fma(v, b - a, a), after = fma(v, e - d, d);
    return fma(u, after - before, before);
  }

  /// Where all lanes are in the same cell, its corners are broadcast.
  template <class S>
  void in_one_cell(int first, const S& u, const S& v, std::array<S, coefficients>& c) const {
    const double* a = &node[static_cast<std::size_t>(first)];
    for (int n = 0; n < coefficients; ++n) {
      c[n] = between(u, v, S(a[n]), S(a[n + stride]), S(a[n + row]), S(a[n + row + stride]));
    }
  }

  /// Each lane in its own cell: all coefficients of a lane side by side, then turned into lanes.
  template <class S>
  void in_cells(const double* first, const S& u, const S& v, std::array<S, coefficients>& c) const {
    constexpr int width = Lanes<S>::width;
    alignas(64) double along[width], across[width], found[width][stride];
    u.store(along), v.store(across);
    for (int l = 0; l < width; ++l) {
      const double* a = &node[static_cast<std::size_t>(first[l])];
      for (int n = 0; n < stride; ++n) {
        found[l][n] =
            between(along[l], across[l], a[n], a[n + stride], a[n + row], a[n + row + stride]);
      }
    }
    for (int n = 0; n < coefficients; ++n) {
      alignas(64) double lanes[width];
      for (int l = 0; l < width; ++l) lanes[l] = found[l][n];
      c[n] = S::load(lanes);
    }
  }
};

}  // namespace montecopter
