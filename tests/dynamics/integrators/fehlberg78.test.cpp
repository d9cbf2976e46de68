/// Fehlberg 7(8): its weights against the order conditions of Butcher's rooted trees, and its steps
/// against closed forms of motions with kinks, which Fehlberg's own estimate of the error misses.

#include <fmt/format.h>

#include <algorithm>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <boost/numeric/odeint/util/resizer.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "core/numerics/pack.hpp"
#include "dynamics/integrators/odeint_controlled.hpp"

namespace montecopter {
namespace {

// --- order conditions ----------------------------------------------------------------------------

/// A rooted tree: the trees that hang on its root, sorted, so that equal trees compare equal.
struct Tree {
  std::vector<Tree> branches;
  bool operator<(const Tree& other) const { return branches < other.branches; }
};

int order(const Tree& tree) {
  int vertices = 1;
  for (const Tree& branch : tree.branches) vertices += order(branch);
  return vertices;
}

/// Butcher's density: the product of the orders of all subtrees.
double density(const Tree& tree) {
  double product = order(tree);
  for (const Tree& branch : tree.branches) product *= density(branch);
  return product;
}

/// The elementary weights of all stages: prod over branches of sum_j a_ij weight_j(branch).
fehlberg::Weights stage_weights(const Tree& tree) {
  fehlberg::Weights weights;
  weights.fill(1);
  for (const Tree& branch : tree.branches) {
    const fehlberg::Weights below = stage_weights(branch);
    for (std::size_t i = 0; i < fehlberg::stages; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < i; ++j) sum += fehlberg::a[i][j] * below[j];
      weights[i] *= sum;
    }
  }
  return weights;
}

Tree with_leaf_at(const Tree& tree, int vertex) {
  Tree grown = tree;
  if (vertex == 0) {
    grown.branches.push_back({});
  } else {
    int left = vertex - 1;
    for (Tree& branch : grown.branches) {
      if (left < order(branch)) {
        branch = with_leaf_at(branch, left);
        break;
      }
      left -= order(branch);
    }
  }
  std::sort(grown.branches.begin(), grown.branches.end());
  return grown;
}

std::vector<std::set<Tree>> trees_up_to(int highest) {
  std::vector<std::set<Tree>> trees = {{}, {Tree{}}};
  for (int n = 2; n <= highest; ++n) {
    std::set<Tree> next;
    for (const Tree& tree : trees.back()) {
      for (int vertex = 0; vertex < n - 1; ++vertex) next.insert(with_leaf_at(tree, vertex));
    }
    trees.push_back(next);
  }
  return trees;
}

/// Largest violation of the conditions of one order.
double violation(const fehlberg::Weights& weights, const std::set<Tree>& trees) {
  double worst = 0;
  for (const Tree& tree : trees) {
    const fehlberg::Weights stage = stage_weights(tree);
    double sum = -1 / density(tree);
    for (std::size_t i = 0; i < fehlberg::stages; ++i) sum += weights[i] * stage[i];
    worst = std::max(worst, std::fabs(sum));
  }
  return worst;
}

fehlberg::Weights embedded(const fehlberg::Weights& difference) {
  fehlberg::Weights weights = fehlberg::solution;
  for (std::size_t i = 0; i < fehlberg::stages; ++i) weights[i] += difference[i];
  return weights;
}

TEST_CASE("Fehlberg's and the embedded solutions have the orders that they are said to have") {
  const auto trees = trees_up_to(9);
  const std::size_t counts[] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};  // OEIS A000081
  for (std::size_t n = 1; n <= 9; ++n) REQUIRE(trees[n].size() == counts[n]);
  struct Solution {
    const char* name;
    fehlberg::Weights weights;
    std::size_t order;
  };
  const Solution solution = GENERATE(Solution{"solution", fehlberg::solution, 8},
                                     Solution{"error7", embedded(fehlberg::error7), 7},
                                     Solution{"error5_early", embedded(fehlberg::error5_early), 5},
                                     Solution{"error5_late", embedded(fehlberg::error5_late), 5},
                                     Solution{"error4", embedded(fehlberg::error4), 4},
                                     Solution{"error3", embedded(fehlberg::error3), 3},
                                     Solution{"error2", embedded(fehlberg::error2), 2});
  INFO(solution.name);
  // Sums of 13 products of size up to 10 that cancel: rounding is below 1e-14. A wrong digit in any
  // coefficient, or the order one too high, is seen at 1e-7 and above.
  for (std::size_t n = 1; n <= solution.order; ++n) {
    CHECK(violation(solution.weights, trees[n]) < 1e-14);
  }
  CHECK(violation(solution.weights, trees[solution.order + 1]) > 1e-7);
}

TEST_CASE("no place of a jump or a kink in a rate hides from the differences of fifth order") {
  const double node[fehlberg::stages] = {
      0, 2.0 / 27, 1.0 / 9, 1.0 / 6, 5.0 / 12, 0.5, 5.0 / 6, 1.0 / 6, 2.0 / 3, 1.0 / 3, 1, 0, 1};
  for (double place = 0.005; place < 1; place += 0.01) {
    for (const int power : {0, 1}) {
      double early = 0, late = 0;
      for (std::size_t i = 0; i < fehlberg::stages; ++i) {
        const double rate = node[i] > place ? std::pow(node[i] - place, power) : 0;
        early += fehlberg::error5_early[i] * rate, late += fehlberg::error5_late[i] * rate;
      }
      INFO(fmt::format("power {}, place {}", power, place));
      // A kink close to an end is a small one: it is that far from the only stage that sees it.
      const double least = power == 0 ? 0.09 : 0.09 * std::min({place, 1 - place, 0.03});
      CHECK(std::max(std::fabs(early), std::fabs(late)) > least);
    }
  }
}

// --- motions with kinks --------------------------------------------------------------------------

using Single = Pack<isa::OneLane<isa::Native>>;
constexpr std::size_t components = 3;
using System = OdeintSystem<double, components>;
using Array = System::Array;
constexpr double gravity = 9.81;

/// x = (height, speed, state of the motor).
using Rate = void (*)(const void*, const void*, const Array& x, Array& rate);

Array flown(Rate rate, Array x, double duration, double tolerance) {
  OdeintControlledMethod<Single, components> method(
      {integrator_number<Fehlberg78Integrator>, tolerance, tolerance});
  REQUIRE(method.cover(System{nullptr, nullptr, components, rate}, duration, x));
  return x;
}

/// A rotor runs up at 2000 rad/s2 until its lag of 0.05 s is the slower of the two: 100 rad/s below
/// the command. Its thrust, quadratic, lifts the vehicle.
constexpr double command = 900, slew = 2000, lag = 0.05, thrust = 1.2e-5;

void run_up(const void*, const void*, const Array& x, Array& rate) {
  rate[2] = std::min((command - x[2]) / lag, slew);
  rate[1] = thrust * x[2] * x[2] - gravity;
  rate[0] = x[1];
}

/// The same in closed form, from rest.
Array run_up_exactly(double rotor_speed, double time) {
  const double knee = command - slew * lag;
  const double t = (knee - rotor_speed) / slew, w = rotor_speed, b = slew;
  const double v1 = thrust * (w * w * t + w * b * t * t + b * b * t * t * t / 3) - gravity * t;
  const double z1 =
      thrust * (w * w * t * t / 2 + w * b * t * t * t / 3 + b * b * t * t * t * t / 12) -
      gravity * t * t / 2;
  const double s = time - t, deficit = command - knee;
  // (c - d e)^2 = c^2 - 2 c d e + d^2 e^2 with e = exp(-s / lag), integrated once and twice.
  const double e1 = -std::expm1(-s / lag), e2 = -std::expm1(-2 * s / lag);
  const double c = command, d = deficit;
  const double v2 = c * c * s - 2 * c * d * lag * e1 + d * d * lag / 2 * e2;
  const double z2 =
      c * c * s * s / 2 - 2 * c * d * lag * (s - lag * e1) + d * d * lag / 2 * (s - lag / 2 * e2);
  return {z1 + v1 * s + thrust * z2 - gravity * s * s / 2, v1 + thrust * v2 - gravity * s,
          c - d * std::exp(-s / lag)};
}

TEST_CASE("fehlberg78 holds its tolerance where a motor leaves its slew limit inside a step") {
  for (int i = 0; i < 40; ++i) {
    const double start = 300 + 7.3 * i;
    for (const double tolerance : {1e-6, 1e-9, 1e-13}) {
      const Array got = flown(run_up, {0, 0, start}, 1, tolerance);
      const Array wanted = run_up_exactly(start, 1);
      INFO(fmt::format("from {} rad/s, tolerance {}", start, tolerance));
      // The rotor's own tolerance is relative, 1e-6 of 900 rad/s, and 0.02 m/s2 of lift by rad/s
      // hang on it: 20 tolerances in 1 s. A kink may leave 5^3 = 125 of them (see roughness()).
      // Fehlberg's estimate leaves up to 1.5e-4 m at any of these tolerances. 1e-11: rounding.
      const double allowed = 150 * tolerance + 1e-11;
      CHECK(std::fabs(got[0] - wanted[0]) < allowed);
      CHECK(std::fabs(got[1] - wanted[1]) < allowed);
    }
  }
}

constexpr double drag = 0.3;

void thrown(const void*, const void*, const Array& x, Array& rate) {
  rate[2] = 0;
  rate[1] = -gravity - drag * std::fabs(x[1]) * x[1];
  rate[0] = x[1];
}

TEST_CASE("fehlberg78 holds its tolerance where quadratic drag turns round at speed 0") {
  const double terminal = std::sqrt(gravity / drag), rate = std::sqrt(gravity * drag);
  for (int i = 0; i < 40; ++i) {
    const double speed = 1 + 0.47 * i;
    const double rise_time = std::atan(speed / terminal) / rate;
    const double top = std::log1p(speed * speed / (terminal * terminal)) / (2 * drag);
    const double falling = 2 - rise_time;
    const double height = top - std::log(std::cosh(rate * falling)) / drag;
    for (const double tolerance : {1e-6, 1e-9, 1e-13}) {
      const Array got = flown(thrown, {0, speed, 0}, 2, tolerance);
      INFO(fmt::format("up at {} m/s, tolerance {}", speed, tolerance));
      // 125 tolerances of the kink, and some for the steps. Fehlberg's estimate leaves up to
      // 4e-4 m at 1e-6 and 4e-7 m at 1e-13.
      const double allowed = 200 * tolerance + 1e-11;
      CHECK(std::fabs(got[0] - height) < allowed);
      CHECK(std::fabs(got[1] + terminal * std::tanh(rate * falling)) < allowed);
    }
  }
}

// --- what it costs -------------------------------------------------------------------------------

long evaluations = 0;

/// Euler's equations of a body that tumbles.
void tumble(const void*, const void*, const Array& x, Array& rate) {
  ++evaluations;
  rate = {-0.9 * x[1] * x[2], 0.7 * x[2] * x[0], 0.3 * x[0] * x[1]};
}

namespace odeint = boost::numeric::odeint;
using Pair = odeint::runge_kutta_fehlberg78<Array, double, Array, double, odeint::array_algebra,
                                            odeint::default_operations, odeint::never_resizer>;
/// By Fehlberg's own estimate of the error.
using Plain =
    odeint::controlled_runge_kutta<Pair, LargestRelativeError, PortableStepAdjuster<Single, 7>,
                                   odeint::never_resizer>;

struct Spent {
  double evaluations;
  Array end;
};

template <class Method>
Spent tumbled(double tolerance) {
  Method method(LargestRelativeError{tolerance, tolerance});
  const System system = {nullptr, nullptr, components, tumble};
  Array x = {2, 1, 3};
  double t = 0, dt = 0.1;
  evaluations = 0;
  while (t < 20) {
    dt = std::min(dt, 20 - t);
    method.try_step(system, x, t, dt);
  }
  return {static_cast<double>(evaluations), x};
}

double distance(const Array& a, const Array& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST_CASE("where all is smooth, fehlberg78 costs hardly more than by Fehlberg's estimate") {
  const double tolerance = GENERATE(1e-6, 1e-8, 1e-10);
  const Array truth = tumbled<Plain>(1e-15).end;
  const Spent ours = tumbled<Fehlberg78<Single, components>>(tolerance);
  const Spent plain = tumbled<Plain>(tolerance);
  // An error of order 8 falls with the eighth power of the evaluations spent on it.
  const double gained = std::pow(distance(plain.end, truth) / distance(ours.end, truth), 1.0 / 8);
  const std::string text =
      fmt::format("tolerance {}: {} evaluations, {} by Fehlberg's estimate, {:.2f} for this error",
                  tolerance, ours.evaluations, plain.evaluations, gained * plain.evaluations);
  INFO(text);
  SUCCEED(text);
  // Measured: 1.65 and 0.99 times as many at 1e-6, 1.44 and 1.30 at 1e-10.
  CHECK(ours.evaluations < 1.75 * plain.evaluations);
  CHECK(ours.evaluations < 1.4 * gained * plain.evaluations);
}

TEST_CASE("a step of fehlberg78 is Odeint's") {
  Array ours = {2, 1, 3}, theirs = ours;
  Fehlberg78<Single, components> method({1, 1});
  const System system = {nullptr, nullptr, components, tumble};
  double t = 0, dt = 0.3;
  REQUIRE(method.try_step(system, ours, t, dt));
  CHECK(t == 0.3);
  Pair().do_step(system, theirs, 0.0, 0.3);
  for (std::size_t i = 0; i < components; ++i) CHECK(ours[i] == Approx(theirs[i]).epsilon(1e-15));
}

}  // namespace
}  // namespace montecopter
