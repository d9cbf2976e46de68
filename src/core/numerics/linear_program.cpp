#include "core/numerics/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/numerics/decompositions.hpp"

namespace montecopter {
namespace {

/// Rounding of numbers that are scaled to 1: smaller slopes and steps lead nowhere.
constexpr double rounding = 1e-10;

/// The root of a square system, which may have no equations.
Eigen::VectorXd root(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return b.size() == 0 ? b : least_squares(A, b);
}

/// A basis of as many variables as there are equations; each of the others is at one of its
/// bounds. The last variables, one of each equation, are artificial: what an equation lacks.
class Simplex {
 public:
  Simplex(const LinearProgram& p, const Eigen::MatrixXd& rows, const Eigen::VectorXd& values)
      : real_(p.low.size()), values_(values) {
    const Eigen::Index m = rows.rows();
    const Eigen::VectorXd lack = values - rows * p.low;
    columns_.setZero(m, real_ + m);
    columns_.leftCols(real_) = rows;
    low_.setZero(real_ + m), high_.setZero(real_ + m);
    low_.head(real_) = p.low, high_.head(real_) = p.high;
    x_ = low_;
    for (Eigen::Index k = 0; k < m; ++k) {
      columns_(k, real_ + k) = lack[k] < 0 ? -1 : 1;
      high_[real_ + k] = std::numeric_limits<double>::infinity();
      x_[real_ + k] = std::fabs(lack[k]);
      basis_.push_back(real_ + k);
    }
  }

  /// Moves from a vertex to a better one until there is none.
  void maximise(const Eigen::VectorXd& objective) {
    constexpr int most = 2000;  // of 16 variables no more than some 30 were ever needed
    for (int k = 0; k < most; ++k) {
      if (!improve(objective)) return;
    }
  }

  double lack() const { return x_.tail(columns_.rows()).sum(); }
  /// Closes the bounds: a slack of the equations stays as it is.
  void close() { high_.tail(columns_.rows()) = x_.tail(columns_.rows()); }
  Eigen::VectorXd solution() const { return x_.head(real_); }
  Eigen::Index size() const { return x_.size(); }
  Eigen::Index real() const { return real_; }

 private:
  Eigen::MatrixXd base() const {
    Eigen::MatrixXd B(columns_.rows(), columns_.rows());
    for (std::size_t k = 0; k < basis_.size(); ++k) B.col(k) = columns_.col(basis_[k]);
    return B;
  }

  bool is_basic(Eigen::Index j) const {
    return std::find(basis_.begin(), basis_.end(), j) != basis_.end();
  }

  /// The first variable (Bland) that gets better off its bound; its direction, or 0.
  std::pair<Eigen::Index, double> entering(const Eigen::VectorXd& objective,
                                           const Eigen::MatrixXd& B) const {
    Eigen::VectorXd basic(B.rows());
    for (std::size_t k = 0; k < basis_.size(); ++k) basic[k] = objective[basis_[k]];
    const Eigen::VectorXd prices = root(B.transpose(), basic);
    for (Eigen::Index j = 0; j < x_.size(); ++j) {
      if (is_basic(j) || !(low_[j] < high_[j])) continue;
      const double slope = objective[j] - prices.dot(columns_.col(j));
      if (x_[j] <= low_[j] && slope > rounding) return {j, 1};
      if (x_[j] >= high_[j] && slope < -rounding) return {j, -1};
    }
    return {0, 0};
  }

  /// One step along an edge; false: this vertex is the best.
  bool improve(const Eigen::VectorXd& objective) {
    const Eigen::MatrixXd B = base();
    const auto [j, way] = entering(objective, B);
    if (way == 0) return false;
    const Eigen::VectorXd change = -way * root(B, columns_.col(j));
    double step = high_[j] - low_[j];
    int leaves = -1;
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      const Eigen::Index b = basis_[k];
      if (std::fabs(change[k]) <= rounding) continue;
      const double room = ((change[k] > 0 ? high_[b] : low_[b]) - x_[b]) / change[k];
      const bool is_first = leaves >= 0 && room <= step && b < basis_[leaves];
      if (room < step || is_first) step = std::fmax(room, 0), leaves = static_cast<int>(k);
    }
    x_[j] += way * step;
    for (std::size_t k = 0; k < basis_.size(); ++k) x_[basis_[k]] += change[k] * step;
    if (leaves < 0) {
      x_[j] = way > 0 ? high_[j] : low_[j];
    } else {
      const Eigen::Index b = basis_[leaves];
      x_[b] = change[leaves] > 0 ? high_[b] : low_[b];
      basis_[leaves] = j;
    }
    return true;
  }

  Eigen::Index real_;
  Eigen::VectorXd values_;
  Eigen::MatrixXd columns_;
  Eigen::VectorXd low_, high_, x_;
  std::vector<Eigen::Index> basis_;
};

}  // namespace

std::optional<Eigen::VectorXd> maximised(const LinearProgram& program) {
  Eigen::MatrixXd rows = program.equations;
  Eigen::VectorXd values = program.values;
  // In units of its range each variable goes from 0 to 1, and each row has its largest effect as
  // unit.
  const Eigen::VectorXd range = program.high - program.low;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    values[k] -= rows.row(k).dot(program.low);
    rows.row(k).array() *= range.transpose().array();
    const double most = std::fmax(rows.row(k).cwiseAbs().maxCoeff(), std::fabs(values[k]));
    if (most > 0) rows.row(k) /= most, values[k] /= most;
  }
  Eigen::VectorXd objective = program.objective.cwiseProduct(range);
  const double most = objective.cwiseAbs().maxCoeff();
  if (most > 0) objective /= most;
  if (!rows.allFinite() || !values.allFinite() || !objective.allFinite()) return std::nullopt;
  LinearProgram scaled{{}, {}, {}, Eigen::VectorXd::Zero(range.size()), {}};
  scaled.high = (range.array() > 0).select(Eigen::VectorXd::Ones(range.size()), scaled.low);
  Simplex simplex(scaled, rows, values);
  Eigen::VectorXd all = Eigen::VectorXd::Zero(simplex.size());
  all.tail(simplex.size() - simplex.real()).setConstant(-1);
  simplex.maximise(all);
  constexpr double nothing = 1e-9;  // sums of 16 terms of size 1, rounded over some 30 steps
  if (simplex.lack() > nothing) return std::nullopt;
  simplex.close();
  all.setZero(), all.head(simplex.real()) = objective;
  simplex.maximise(all);
  return program.low + range.cwiseProduct(simplex.solution());
}

}  // namespace montecopter
