/// The simplex method against closed forms and against all vertices of random programs.

#include <catch2/catch.hpp>
#include <random>

#include <Eigen/LU>

#include "core/numerics/linear_program.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// The best vertex, found by trying all: as many variables as there are equations are anywhere, and
/// each of the others is at one of its bounds.
std::optional<double> best_vertex(const LinearProgram& p) {
  const int n = static_cast<int>(p.low.size()), m = static_cast<int>(p.values.size());
  std::optional<double> best;
  for (int basic = 0; basic < 1 << n; ++basic) {
    if (__builtin_popcount(basic) != m) continue;
    for (int upper = 0; upper < 1 << n; ++upper) {
      if ((upper & basic) != 0) continue;
      Vector x(n);
      Matrix B(m, m);
      for (int j = 0, column = 0; j < n; ++j) {
        const bool is_basic = (basic >> j & 1) != 0;
        x[j] = is_basic ? 0 : (upper >> j & 1) != 0 ? p.high[j] : p.low[j];
        if (is_basic) B.col(column++) = p.equations.col(j);
      }
      const Eigen::FullPivLU<Matrix> lu(B);
      if (!lu.isInvertible()) continue;
      const Vector rest = lu.solve(Vector(p.values - p.equations * x));
      for (int j = 0, row = 0; j < n; ++j) {
        if ((basic >> j & 1) != 0) x[j] = rest[row++];
      }
      constexpr double rounding = 1e-10;
      if ((x - p.low).minCoeff() < -rounding || (p.high - x).minCoeff() < -rounding) continue;
      best = std::max(best.value_or(-1e300), p.objective.dot(x));
    }
  }
  return best;
}

TEST_CASE("without equations each variable goes to its better bound") {
  LinearProgram p{Vector(3), Matrix(0, 3), Vector(0), Vector(3), Vector(3)};
  p.objective << 2, -1, 0;
  p.low << -1, -2, 3;
  p.high << 4, 5, 3;
  const auto x = maximised(p);
  REQUIRE(x);
  CHECK((*x)[0] == 4);
  CHECK((*x)[1] == -2);
  CHECK((*x)[2] == 3);
}

TEST_CASE("random programs have the best of all their vertices") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1), scale(-6, 6);
  int solved = 0;
  for (int k = 0; k < 300; ++k) {
    const int n = 5 + k % 2, m = 1 + k % 4;
    LinearProgram p{Vector(n), Matrix(m, n), Vector(m), Vector(n), Vector(n)};
    const auto fill = [&](auto& of) {
      for (Eigen::Index i = 0; i < of.size(); ++i) of.data()[i] = any(random);
    };
    fill(p.objective), fill(p.equations), fill(p.values), fill(p.low);
    for (int j = 0; j < n; ++j) p.high[j] = p.low[j] + std::fabs(any(random));
    // Rows may be of any scale: moments of an insect, thrust of an airship.
    for (int i = 0; i < m; ++i) {
      const double row = std::pow(10, scale(random));
      p.equations.row(i) *= row, p.values[i] *= 0.3 * row;
    }
    // Two of three can be satisfied, by the middle of the bounds.
    if (k % 3 != 0) p.values = p.equations * (0.5 * (p.low + p.high));
    const auto best = best_vertex(p);
    const auto x = maximised(p);
    INFO(k);
    REQUIRE(x.has_value() == best.has_value());
    if (!x) continue;
    ++solved;
    CHECK(p.objective.dot(*x) == Approx(*best).margin(1e-8));
    CHECK((*x - p.low).minCoeff() >= 0);
    CHECK((p.high - *x).minCoeff() >= -1e-12);
  }
  CHECK(solved >= 200);
}

TEST_CASE("equal vertices, equations twice and fixed variables end, too") {
  // Six equal rotors in a ring at their lowest thrust: every vertex is degenerate.
  LinearProgram p{Vector::Ones(6), Matrix(4, 6), Vector(4), Vector::Zero(6), Vector::Ones(6)};
  for (int i = 0; i < 6; ++i) p.equations.col(i) << std::cos(i), std::sin(i), std::cos(i), 0;
  p.values.setZero();
  p.high[5] = 0;
  const auto x = maximised(p);
  REQUIRE(x);
  CHECK((p.equations * *x - p.values).cwiseAbs().maxCoeff() < 1e-12);
  p.values[3] = 1;  // 0 = 1
  CHECK_FALSE(maximised(p));
  p.values[3] = 0, p.values[2] = 0.1;  // the first equation, but for its value
  CHECK_FALSE(maximised(p));
  p.values[2] = std::nan("");
  CHECK_FALSE(maximised(p));
}

}  // namespace
}  // namespace montecopter
