#pragma once
/// The plain data of a trajectory for the kernels: what all samples share (PathForm), and what a
/// sample has of its own (PathConstants). Trajectories and headings fill them; path.hpp evaluates
/// them.

#include <array>
#include <cstddef>

#include "core/numerics/vec3.hpp"

namespace montecopter {

struct PieceArrays;  // piece_arrays.hpp

/// Coefficients of a piece per axis: polynomials of degree 7.
inline constexpr std::size_t path_terms = 8;

enum class PathKind { step, circle, harmonic, pieces };

/// Polynomials by time. They belong to all samples, which share their time, too.
struct PieceTable {
  std::size_t pieces = 0;
  const double* starts = nullptr;        ///< [s], ascending
  const double* ends = nullptr;          ///< [s], each at or before the next start
  const double* coefficients = nullptr;  ///< [pieces][axes][path_terms], powers of t - start

  /// The last piece that starts at or before t; the first if there is none.
  std::size_t find(double t) const {
    std::size_t low = 0;
    for (std::size_t high = pieces; high - low > 1;) {
      const std::size_t middle = low + (high - low) / 2;
      (starts[middle] <= t ? low : high) = middle;
    }
    return low;
  }
};

/// Common part of all samples.
struct PathForm {
  PathKind kind = PathKind::step;
  int heading = 0;      ///< its index in the list (headings/heading.hpp)
  double slow_m_s = 0;  ///< below it, rates of an along-track heading are those of this speed
  PieceTable track;     ///< three axes, NED [m]; no gaps; held after its end
  PieceTable turns;     ///< one axis, the heading [rad]
};

/// Numbers of a sample. All members are S, so that samples gather into lanes as flat arrays of
/// doubles. Position: offset + drift t + amplitude sin(rate t + phase), or offset and from
/// step_time on also step, or offset + piece. On a circle, which may climb, x has the common
/// numbers of x and y: offset + drift t + amplitude.x (cos, sin, 0)(rate.x t + phase.x). Heading:
/// heading + heading_rate t + the heading of the form. Vectors are NED.
template <class S>
struct PathConstants {
  Vec3<S> offset;     ///< [m]
  Vec3<S> drift;      ///< [m/s]
  Vec3<S> amplitude;  ///< [m]
  Vec3<S> rate;       ///< [rad/s]
  Vec3<S> phase;      ///< [rad]
  Vec3<S> step;       ///< [m]
  S step_time;        ///< [s]
  S heading;          ///< [rad]
  S heading_rate;     ///< [rad/s]
};

/// Three numbers of a trajectory, NED.
inline Vec3<double> ned(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

}  // namespace montecopter
