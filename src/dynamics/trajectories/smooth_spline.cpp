#include "dynamics/trajectories/smooth_spline.hpp"

#include <Eigen/LU>

namespace montecopter {

namespace {

/// j! / (j - k)!: what the kth derivative makes of the power j.
constexpr double falling(int j, int k) {
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= j - i;
  return product;
}

/// The polynomial on [0, 1] that has given derivatives 0 to n - 1 at 0 (first) and at 1.
template <int n>
class Hermite {
 public:
  using Ends = Eigen::Matrix<double, 2 * n, 1>;
  using Rows = Eigen::Matrix<double, n - 1, 2 * n>;

  static Ends coefficients(const Ends& ends) {
    Ends c;
    for (int k = 0; k < n; ++k) c[k] = ends[k] / falling(k, k);
    for (int k = 0; k < n; ++k) c[n + k] = 0.0;
    for (int k = 0; k < n; ++k) {
      double rest = ends[n + k];  // what the lower powers leave of the end
      for (int j = k; j < n; ++j) rest -= falling(j, k) * c[j];
      for (int row = 0; row < n; ++row) c[n + row] += inverse[row][k] * rest;
    }
    return c;
  }

  /// Derivatives n to 2n - 2 at u, as rows over the ends.
  static Rows upper_derivatives(double u) {
    Rows rows;
    for (int end = 0; end < 2 * n; ++end) {
      const Ends c = coefficients(Ends::Unit(end));
      for (int k = n; k < 2 * n - 1; ++k) {
        double sum = 0.0;
        for (int j = 2 * n - 1; j >= k; --j) sum = sum * u + falling(j, k) * c[j];
        rows(k - n, end) = sum;
      }
    }
    return rows;
  }

 private:
  /// Inverse of the matrix falling(n + column, row): powers n to 2n - 1 from the rests at 1.
  static constexpr auto inverse = [] {
    if constexpr (n == 3) {
      return std::array<std::array<double, 3>, 3>{{{10, -4, 0.5}, {-15, 7, -1}, {6, -3, 0.5}}};
    } else {
      return std::array<std::array<double, 4>, 4>{{{35, -15, 2.5, -1.0 / 6},
                                                   {-84, 39, -7, 0.5},
                                                   {70, -34, 6.5, -0.5},
                                                   {-20, 10, -2, 1.0 / 6}}};
    }
  }();
};

/// The unknowns are the derivatives 1 to n - 1 at the knots, in units of one time for all. That the
/// derivatives n to 2n - 2 have no jumps makes a block-tridiagonal system, which is that of the
/// least cost; blocks are eliminated from the first knot to the last.
template <int n, int axes>
class SplineSystem {
 public:
  using Block = Eigen::Matrix<double, n - 1, n - 1>;
  using Values = Eigen::Matrix<double, n - 1, axes>;
  using Point = std::array<double, axes>;

  SplineSystem(const std::vector<double>& times, const std::vector<Point>& points)
      : times_(times), points_(points), derivatives_(points.size(), Values::Zero()) {
    unit_s_ = times.back() / static_cast<double>(pieces());
  }

  void solve(SplineEnds ends) {
    const std::size_t first = ends == SplineEnds::rest ? 1 : 0;
    const std::size_t end = points_.size() - first;
    std::vector<Block> next(points_.size(), Block::Zero());
    std::vector<Values>& y = derivatives_;
    for (std::size_t i = first; i < end; ++i) {
      Block diagonal = Block::Zero(), upper = Block::Zero();
      Values right = Values::Zero();
      if (i > 0) {  // derivatives at the end of the piece before, less ...
        const Rows rows = scaled(i - 1, at_end_);
        diagonal += after(rows);
        right -= rows.col(n) * way(i - 1);
        if (i > first) {
          diagonal -= before(rows) * next[i - 1];
          right -= before(rows) * y[i - 1];
        }
      }
      if (i < pieces()) {  // ... those at the start of the piece after
        const Rows rows = scaled(i, at_start_);
        diagonal -= before(rows);
        right += rows.col(n) * way(i);
        if (i + 1 < end) upper = -after(rows);
      }
      const Eigen::PartialPivLU<Block> lu(diagonal);
      next[i] = lu.solve(upper);
      y[i] = lu.solve(right);
    }
    for (std::size_t i = end; i-- > first;) {
      if (i + 1 < end) y[i] -= next[i] * y[i + 1];
    }
  }

  void write(PieceArrays& out) const {
    out = {};
    for (std::size_t i = 0; i < pieces(); ++i) {
      out.add(times_[i], times_[i + 1]);
      for (int axis = 0; axis < axes; ++axis) write_axis(i, axis, out.coefficients);
    }
  }

 private:
  using Rows = typename Hermite<n>::Rows;

  std::size_t pieces() const { return points_.size() - 1; }
  double duration(std::size_t i) const { return times_[i + 1] - times_[i]; }

  Eigen::Matrix<double, 1, axes> way(std::size_t i) const {
    Eigen::Matrix<double, 1, axes> way;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      way[static_cast<int>(axis)] = points_[i + 1][axis] - points_[i][axis];
    }
    return way;
  }

  /// Rows of piece i in the unit of time of the system: the kth derivative in its own time is
  /// `stretch`^-k times that in the unit.
  Rows scaled(std::size_t i, const Rows& rows) const {
    const double stretch = duration(i) / unit_s_;
    Rows result = rows;
    double power = 1.0;
    for (int k = 1; k < n; ++k) {
      power *= stretch;
      result.col(k) *= power;
      result.col(n + k) *= power;
    }
    for (int k = n; k < 2 * n - 1; ++k) {
      power *= stretch;  // stretch^k
      result.row(k - n) /= power;
    }
    return result;
  }
  static Block before(const Rows& rows) { return rows.template block<n - 1, n - 1>(0, 1); }
  static Block after(const Rows& rows) { return rows.template block<n - 1, n - 1>(0, n + 1); }

  void write_axis(std::size_t i, int axis, std::vector<double>& out) const {
    typename Hermite<n>::Ends ends;
    ends[0] = 0.0;  // relative to where the piece starts: that is exact then
    ends[n] = way(i)[axis];
    const double stretch = duration(i) / unit_s_;
    double power = 1.0;
    for (int k = 1; k < n; ++k) {
      power *= stretch;
      ends[k] = derivatives_[i](k - 1, axis) * power;
      ends[n + k] = derivatives_[i + 1](k - 1, axis) * power;
    }
    const auto c = Hermite<n>::coefficients(ends);
    out.push_back(points_[i][static_cast<std::size_t>(axis)]);
    double scale = 1.0;
    for (int k = 1; k < static_cast<int>(path_terms); ++k) {
      scale *= duration(i);
      out.push_back(k < 2 * n ? c[k] / scale : 0.0);
    }
  }

  const std::vector<double>& times_;
  const std::vector<Point>& points_;
  std::vector<Values> derivatives_;  ///< derivatives at the knots
  double unit_s_;
  const Rows at_start_ = Hermite<n>::upper_derivatives(0.0);
  const Rows at_end_ = Hermite<n>::upper_derivatives(1.0);
};

}  // namespace

template <int n, std::size_t axes>
void fit_smooth_spline(const std::vector<double>& times,
                       const std::vector<std::array<double, axes>>& points, SplineEnds ends,
                       PieceArrays& out) {
  SplineSystem<n, static_cast<int>(axes)> system(times, points);
  system.solve(ends);
  system.write(out);
}

template void fit_smooth_spline<4, 3>(const std::vector<double>&,
                                      const std::vector<std::array<double, 3>>&, SplineEnds,
                                      PieceArrays&);
template void fit_smooth_spline<3, 3>(const std::vector<double>&,
                                      const std::vector<std::array<double, 3>>&, SplineEnds,
                                      PieceArrays&);
template void fit_smooth_spline<3, 1>(const std::vector<double>&,
                                      const std::vector<std::array<double, 1>>&, SplineEnds,
                                      PieceArrays&);

}  // namespace montecopter
