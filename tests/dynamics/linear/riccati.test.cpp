/// The regulator, the hold with delay, and their identities: closed forms, and numbers of SciPy.

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include <Eigen/Eigenvalues>

#include "core/numerics/fixed_order.hpp"
#include "core/numerics/riccati.hpp"
#include "dynamics/linear/lqr_design.hpp"
#include "scenario/load.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Matrix one(double x) { return Matrix::Constant(1, 1, x); }

double radius(const Matrix& A) {
  return Eigen::EigenSolver<Matrix>(A, false).eigenvalues().cwiseAbs().maxCoeff();
}

/// What is left of X = A'XA - A'XB K + Q, over the size of X.
double residual(const Matrix& A, const Matrix& B, const Vector& Q, const Regulator& r) {
  const Matrix rest = A.transpose() * r.cost * A - r.cost + Matrix(Q.asDiagonal()) -
                      A.transpose() * r.cost * B * r.gain;
  return rest.cwiseAbs().maxCoeff() / r.cost.cwiseAbs().maxCoeff();
}

TEST_CASE("the regulator of a scalar is the root of its quadratic equation") {
  const double b = 0.7, r = 0.3;
  for (const double a : {-1.5, 0.0, 0.5, 1.0, 1.1, 4.0}) {
    for (const double q : {1e-3, 1.0, 50.0}) {
      // b^2 X^2 + (r (1 - a^2) - q b^2) X - q r = 0, the positive root
      const double p = r * (1 - a * a) - q * b * b;
      const double X = (-p + std::sqrt(p * p + 4 * b * b * q * r)) / (2 * b * b);
      const auto found = regulator(one(a), one(b), Vector::Constant(1, q), Vector::Constant(1, r));
      REQUIRE(found);
      // The root itself loses digits where p > 0.
      CHECK(found->cost(0, 0) == Approx(X).epsilon(1e-11));
      CHECK(found->gain(0, 0) == Approx(a * b * X / (r + b * b * X)).epsilon(1e-11));
    }
  }
}

TEST_CASE("the regulator of a double integrator has the poles of its root locus") {
  // r + B'(z) Q B(1/z) over (z - 1)^2 (1/z - 1)^2 vanishes at the poles of the loop; with w = z +
  // 1/z it is r (2 - w)^2 + q1 T^4/4 (2 + w) + q2 T^2 (2 - w) = 0.
  const double T = 0.1, q1 = 3, q2 = 0.5, r = 0.02;
  const double a = r, b = -4 * r + q1 * std::pow(T, 4) / 4 - q2 * T * T;
  const double c = 4 * r + q1 * std::pow(T, 4) / 2 + 2 * q2 * T * T;
  const std::complex<double> root = std::sqrt(std::complex<double>(b * b - 4 * a * c));
  std::complex<double> z[2];
  for (int k = 0; k < 2; ++k) {
    const std::complex<double> w = (-b + (k == 0 ? root : -root)) / (2 * a);
    const std::complex<double> s = std::sqrt(w * w - 4.0), z1 = (w + s) / 2.0, z2 = (w - s) / 2.0;
    z[k] = std::abs(z1) < 1 ? z1 : z2;
  }
  const double c1 = -(z[0] + z[1]).real(), c0 = (z[0] * z[1]).real();
  Matrix A(2, 2), B(2, 1);
  A << 1, T, 0, 1;
  B << T * T / 2, T;
  const auto found = regulator(A, B, Eigen::Vector2d(q1, q2), Vector::Constant(1, r));
  REQUIRE(found);
  CHECK(found->gain(0, 0) == Approx((1 + c1 + c0) / (T * T)).epsilon(1e-11));
  CHECK(found->gain(0, 1) == Approx((3 + c1 - c0) / (2 * T)).epsilon(1e-11));
}

TEST_CASE("a regulator of four states is SciPy's") {
  // scipy.linalg.solve_discrete_are of SciPy 1.10.1, residual 2e-14.
  Matrix A(4, 4), B(4, 2), X(4, 4), K(2, 4);
  A << 1.2, 0.3, 0, 0, -0.1, 0.9, 0.25, 0, 0, 0.2, 1.0, 0.5, 0.05, 0, -0.3, 0.7;
  B << 0, 0.1, 1, 0, 0, 0.5, 0.2, -1.0;
  X << 8.181801173593366, 2.0629917011027192, -2.1214933106356306, -3.6164055660698002,
      2.0629917011027192, 0.9244328883785864, 0.21840911378511602, -0.5170007596353026,
      -2.1214933106356306, 0.21840911378511602, 5.7595781723478705, 3.2235632889404138,
      -3.6164055660698002, -0.5170007596353026, 3.2235632889404138, 5.042421663399207;
  K << 1.2428002778121587, 1.0650507486801564, 0.7495997419163221, 0.6591461097490752,
      0.4691612959593201, 0.2001292998289709, 0.09353132018512532, -0.3797095961716943;
  const Eigen::Vector4d Q(1, 0, 2, 0.5);
  const auto found = regulator(A, B, Q, Eigen::Vector2d(0.3, 4));
  REQUIRE(found);
  CHECK((found->cost - X).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((found->gain - K).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(residual(A, B, Q, *found) < 1e-14);
}

TEST_CASE("what no command reaches or no weight sees has no regulator") {
  const Matrix unit = Matrix::Identity(2, 2);
  const auto with = [&](double pole, double reach, double weight) {
    Matrix A = unit;
    A(1, 1) = pole;
    return regulator(A, Eigen::Vector2d(1, reach), Eigen::Vector2d(1, weight), Vector::Ones(1));
  };
  CHECK(with(0.5, 0, 0));                                                    // it decays by itself
  CHECK_FALSE(with(1.1, 0, 1));                                              // grows, out of reach
  CHECK_FALSE(with(1.0, 0, 1));                                              // stays, out of reach
  CHECK_FALSE(regulator(one(1), one(1), Vector::Zero(1), Vector::Ones(1)));  // stays, unweighted
}

TEST_CASE("a hold and a delay of a double integrator are the closed form") {
  Matrix A = Matrix::Zero(2, 2), B(2, 1);
  A(0, 1) = 1;
  B << 0, 1;
  const double T = 0.2, d = 0.05;
  const SampledModel m = sampled(A, B, T, d);
  CHECK(m.transition(0, 1) == Approx(T).epsilon(1e-15));
  CHECK(m.now(0, 0) == Approx((T - d) * (T - d) / 2).epsilon(1e-14));
  CHECK(m.now(1, 0) == Approx(T - d).epsilon(1e-14));
  CHECK(m.before(0, 0) == Approx(d * (T - d / 2)).epsilon(1e-14));
  CHECK(m.before(1, 0) == Approx(d).epsilon(1e-14));
  CHECK_FALSE(sampled(A, B, T, 0).is_delayed());
  CHECK(sampled(A, B, T, T).now.isZero(0.0));
  CHECK(sampled(A, B, T, T).waiting == 0);
}

TEST_CASE("whole periods of a delay wait, and the rest is that of a shorter one") {
  Matrix A = Matrix::Zero(2, 2), B(2, 1);
  A(0, 1) = 1;
  B << 0, 1;
  const SampledModel rest = sampled(A, B, 0.25, 0.0625), late = sampled(A, B, 0.25, 0.5625);
  CHECK(late.waiting == 2);
  CHECK(late.now == rest.now);
  CHECK(late.before == rest.before);
  CHECK(sampled(A, B, 0.01, 0.03).waiting == 2);  // three periods, the last of which is the rest
  // What a push of one period does, moved by the periods that wait.
  const auto [first, second] = with_commands_as_states(late);
  Eigen::VectorXd y = second.col(0);
  for (int k = 0; k < 2; ++k) {
    CHECK(y.head(2).isZero(0.0));
    y = first * y;
  }
  CHECK(y.head(2) == rest.now.col(0));
}

TEST_CASE("a hold of a lag is the exponential") {
  const SampledModel m = sampled(one(-2.5), one(2.5), 0.05, 0);
  CHECK(m.transition(0, 0) == Approx(std::exp(-0.125)).epsilon(1e-15));
  CHECK(m.now(0, 0) == Approx(1 - std::exp(-0.125)).epsilon(1e-14));
}

LqrDesign design_of(const std::string& example, const std::vector<std::string>& overrides,
                    double period_s, double delay_s) {
  const LoadedScenario loaded = load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/" + example + ".toml", overrides);
  return std::get<LqrDesign>(design_lqr(std::get<LqrController>(*loaded.scenario.controller),
                                        *loaded.scenario.vehicle, {9.81, 1.225}, period_s,
                                        delay_s));
}

TEST_CASE("the regulator of a helicopter solves its equation, and its cost is what it costs") {
  const auto [delay, commands] = GENERATE(std::pair(0.0, 0), std::pair(0.02, 1),
                                          std::pair(0.12, 3));  // the last is 2.4 periods
  const LqrDesign d = design_of("marvin-square", {}, 0.05, delay);
  CHECK(d.A.rows() == 18 + 5 * commands + 5);
  CHECK(residual(d.A, d.B, d.state_weights, {d.cost, d.gain}) < 1e-11);
  const Matrix loop = d.A - d.B * d.gain;
  CHECK(radius(d.A) > 1);
  CHECK(radius(loop) < 0.98);
  Vector x(d.A.rows());
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = std::sin(1.0 + 2.3 * static_cast<double>(k));
  const double expected = x.dot(d.cost * x);
  double cost = 0;
  for (int k = 0; k < 4000; ++k) {
    const Vector u = -d.gain * x;
    cost += x.dot(d.state_weights.cwiseProduct(x)) + u.dot(d.command_weights.cwiseProduct(u));
    x = loop * x;
  }
  CHECK(cost == Approx(expected).epsilon(1e-10));
}

/// Commands cannot change what happens before they act, so the best of those that wait two periods
/// is that of the loop without these periods, for the state that the commands on their way lead to.
TEST_CASE("a regulator with commands that wait is that without, of a state two periods ahead") {
  const Eigen::Index n = 18, m = 5, sums = 5;
  const LqrDesign here = design_of("marvin-square", {}, 0.05, 0.02),
                  late = design_of("marvin-square", {}, 0.05, 0.12);
  REQUIRE(late.A.rows() == here.A.rows() + 2 * m);
  const Matrix twice = here.A * here.A;
  Matrix ahead(here.A.rows(), late.A.rows());
  ahead << twice.leftCols(n + m), here.A * here.B, here.B, twice.rightCols(sums);
  const Matrix expected = here.gain * ahead;
  // The Riccati equation of the longer state is solved to 1e-11 (above), over four orders of size.
  CHECK((late.gain - expected).cwiseAbs().maxCoeff() < 1e-7 * expected.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace montecopter
