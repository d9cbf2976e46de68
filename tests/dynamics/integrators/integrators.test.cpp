/// Every integrator by itself, on a small vehicle of the test's own: how often it asks for the
/// derivative, where it becomes unstable, what it does in one step, and whether it steps as
/// Boost.Odeint's reference implementations do.

#include <fmt/format.h>

#include <boost/numeric/odeint/stepper/euler.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/numerics/pack.hpp"
#include "dynamics/integrators/lane_integrator.hpp"
#include "dynamics/integrators/odeint_controlled.hpp"
#include "dynamics/integrators/odeint_fixed.hpp"

namespace montecopter {
namespace {

/// A tumbling body in principal axes that a lagging motor pushes along its z axis, with drag, and
/// with a spring and a damper along x.
template <class S_>
struct SmallVehicle {
  static constexpr bool known_terms = false, known_parts = false, has_long_derivative = false;
  using S = S_;
  using StateType = State<S, 1>;
  struct Input {
    S command;
  };

  double inverse_lag = 50;
  double stiffness_1_s2 = 0, damping_1_s = 0;  ///< per mass
  mutable long evaluations = 0;

  static int size() { return rigid_body_size + 1; }

  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    ++evaluations;
    const Vec3<S> w = state.body_rate(), v = state.velocity();
    const Vec3<S> push =
        Rotation<S>(state.attitude()) * Vec3<S>{S(0.0), S(0.0), -state.actuator(0)};
    rate.set_position(v);
    const S spring = fma(S(stiffness_1_s2), state.position().x, S(damping_1_s) * v.x);
    rate.set_velocity(fnma(S(0.1) * sqrt(dot(v, v)), v, push) - Vec3<S>{spring, S(0.0), S(0.0)});
    rate.set_attitude(half_product(state.attitude(), w));
    rate.set_body_rate({S(-0.9) * w.y * w.z, S(0.7) * w.z * w.x, S(0.3) * w.x * w.y});
    rate.actuator(0) = (input.command - state.actuator(0)) * S(inverse_lag);
  }
};

using Single = Pack<isa::OneLane<isa::Native>>;
using Vehicle = SmallVehicle<Single>;
constexpr int components = rigid_body_size + 1;

Vehicle::StateType tumbling() {
  const double x[components] = {1, 2, -3, 0.5, -0.4, 0.3, 1, 0, 0, 0, 2, 1, 3, 6};
  Vehicle::StateType state;
  for (int i = 0; i < components; ++i) state.x[i] = Single(x[i]);
  return state;
}

/// The integrator of that kind, whatever its class.
class AnyIntegrator {
 public:
  explicit AnyIntegrator(IntegratorKind kind, double tolerance = 1e-9) {
    const StepControl control{kind, tolerance, tolerance};
    switch (info(kind).stepping) {
      case Stepping::lanes:
        lanes_.emplace(control);
        break;
      case Stepping::odeint:
        fixed_.emplace(control);
        break;
      case Stepping::controlled:
        controlled_.emplace(control);
        break;
    }
  }

  bool step(const Vehicle& vehicle, double h, const Vehicle::Input& input,
            Vehicle::StateType& state) {
    if (lanes_) return lanes_->step(vehicle, h, input, state, state);
    if (fixed_) return fixed_->step(vehicle, h, input, state, state);
    return controlled_->step(vehicle, h, input, state, state);
  }
  void input_changed() {
    if (fixed_) fixed_->input_changed();
  }

 private:
  std::optional<LaneIntegrator<Vehicle>> lanes_;
  std::optional<OdeintFixed<Vehicle>> fixed_;
  std::optional<OdeintControlled<Vehicle>> controlled_;
};

std::vector<IntegratorKind> kinds(bool controlled) {
  std::vector<IntegratorKind> out;
  for (std::size_t i = 0; i < integrators.size(); ++i) {
    const auto kind = static_cast<IntegratorKind>(i);
    if (is_controlled(kind) == controlled) out.push_back(kind);
  }
  return out;
}

double distance(const Vehicle::StateType& a, const Vehicle::StateType& b) {
  double square = 0;
  for (int i = 0; i < components; ++i) {
    const double d = a.x[i].lane(0) - b.x[i].lane(0);
    square += d * d;
  }
  return std::sqrt(square);
}

TEST_CASE("fixed-step integrators ask for the derivative as often as the list says") {
  const IntegratorKind kind = GENERATE(from_range(kinds(false)));
  Vehicle vehicle;
  AnyIntegrator integrator(kind);
  Vehicle::StateType state = tumbling();
  for (int n = 0; n < 10; ++n) {
    vehicle.evaluations = 0;
    integrator.step(vehicle, 1e-3, {5}, state);
    if (kind == integrator_number<AdamsBashforthMoultonIntegrator> && n < 3) {
      CHECK(vehicle.evaluations == 4);  // it starts by Runge-Kutta 4
    } else {
      INFO(info(kind).name);
      CHECK(vehicle.evaluations == info(kind).evaluations);
    }
  }
}

/// How much a lag of 1 s keeps of a deviation of 1 over 5000 steps of z s.
double kept(IntegratorKind kind, double z) {
  Vehicle vehicle{.inverse_lag = 1};
  AnyIntegrator integrator(kind);
  Vehicle::StateType state{};
  state.x[6] = Single(1.0);
  state.actuator(0) = Single(1.0);
  for (int n = 0; n < 5000; ++n) {
    integrator.step(vehicle, z, {0}, state);
    for (int i = 0; i < 6; ++i) state.x[i] = Single(0.0);  // the lag alone
    if (std::fabs(state.actuator(0).lane(0)) > 1e6) break;
  }
  return std::fabs(state.actuator(0).lane(0));
}

TEST_CASE("fixed-step integrators follow a lag up to the step that the list says", "[slow]") {
  const IntegratorKind kind = GENERATE(from_range(kinds(false)));
  INFO(info(kind).name);
  const double end = info(kind).real_stability;
  for (double z = 0.05; z < end; z += 0.05) CHECK(kept(kind, z) < 1e-2);
  CHECK(kept(kind, 0.999 * end) < 1e-2);
  CHECK(kept(kind, 1.005 * end) > 1e2);  // Adams' deviation grows by 1e-3 a step there
}

/// Whether an oscillator of 1 rad/s grows in steps of h s, by more than a thousandth per radian. It
/// begins with 1e-9 m, which is so little that there is no drag.
bool grows(IntegratorKind kind, double zeta, double h) {
  const Vehicle vehicle{.stiffness_1_s2 = 1, .damping_1_s = 2 * zeta};
  AnyIntegrator integrator(kind);
  Vehicle::StateType state{};
  state.x[0] = Single(1e-9);
  state.x[6] = Single(1.0);
  int steps = 0;
  for (double amplitude = 1; amplitude > 1e-6 && amplitude < 1e5; ++steps) {
    if (steps == 4000) return std::log(amplitude) > 1e-3 * steps * h;
    integrator.step(vehicle, h, {0}, state);
    amplitude = std::hypot(state.x[0].lane(0), state.x[3].lane(0)) / 1e-9;
  }
  return std::hypot(state.x[0].lane(0), state.x[3].lane(0)) > 1e-9;
}

TEST_CASE("fixed-step integrators let an oscillation decay up to the step that the list says") {
  const IntegratorKind kind = GENERATE(from_range(kinds(false)));
  INFO(info(kind).name);
  // The damping ratios of the tables, those in the middle between them, and overdamped ones.
  for (const double zeta :
       {0.005, 0.01, 0.02, 0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0, 1.5, 4.0}) {
    const double limit = stable_step_s(kind, DampedOscillation{2 * zeta, 1.0});
    CAPTURE(zeta, limit);
    for (const double part : {0.3, 0.6, 0.9, 0.98}) CHECK_FALSE(grows(kind, zeta, part * limit));
  }
  for (const double zeta : StableAngles::zetas) {
    const double limit = stable_step_s(kind, DampedOscillation{2 * zeta, 1.0});
    CAPTURE(zeta, limit);
    CHECK(grows(kind, zeta, 1.01 * limit + 0.005));
  }
}

TEST_CASE("a damped oscillation has the limits of the closed forms") {
  const auto euler = integrator_number<EulerIntegrator>;
  const auto rk4 = integrator_number<Rk4Integrator>;
  // 2 zeta / w; |R(i y)| = 1 at y = 2 sqrt(2) of Runge-Kutta 4.
  CHECK(stable_step_s(euler, DampedOscillation{2 * 0.1 * 50, 50}) == Approx(0.2 / 50));
  CHECK(stable_step_s(rk4, DampedOscillation{0, 50}) == Approx(std::sqrt(8.0) / 50).epsilon(1e-3));
  // Overdamped: the faster of two lags.
  const double zeta = 5, fast = zeta + std::sqrt(zeta * zeta - 1);
  CHECK(stable_step_s(rk4, DampedOscillation{2 * zeta, 1}) ==
        Approx(stable_step_s(rk4, 1 / fast)).epsilon(1e-3));
}

/// 200 steps of Odeint's own stepper on plain doubles, the quaternion normalised after each.
template <class Stepper>
Vehicle::StateType fly_by_odeint(const Vehicle& vehicle, double h) {
  using Array = std::array<double, components>;
  const Vehicle::Input input{5};
  Vehicle::StateType state = tumbling();
  Stepper stepper;
  for (int n = 0; n < 200; ++n) {
    Array x;
    for (int i = 0; i < components; ++i) x[i] = state.x[i].lane(0);
    stepper.do_step(single_system(vehicle, input), x, 0.0, h);
    for (int i = 0; i < components; ++i) state.x[i] = Single(x[i]);
    state.normalise_attitude();
  }
  return state;
}

Vehicle::StateType fly(const Vehicle& vehicle, IntegratorKind kind, double h, int steps,
                       bool new_input_every_step = false, double tolerance = 1e-9) {
  AnyIntegrator integrator(kind, tolerance);
  Vehicle::StateType state = tumbling();
  for (int n = 0; n < steps; ++n) {
    if (new_input_every_step) integrator.input_changed();
    REQUIRE(integrator.step(vehicle, h, {5}, state));
  }
  return state;
}

TEST_CASE("euler and rk4 step as Odeint's do") {
  namespace odeint = boost::numeric::odeint;
  using Array = std::array<double, components>;
  using OdeintEuler = odeint::euler<Array, double, Array, double, odeint::array_algebra>;
  using OdeintRk4 = odeint::runge_kutta4<Array, double, Array, double, odeint::array_algebra>;
  const Vehicle vehicle;
  // Rounding only: 200 steps of numbers of size 10, and we fuse where Odeint does not.
  CHECK(distance(fly(vehicle, integrator_number<EulerIntegrator>, 0.01, 200),
                 fly_by_odeint<OdeintEuler>(vehicle, 0.01)) < 1e-12);
  CHECK(distance(fly(vehicle, integrator_number<Rk4Integrator>, 0.01, 200),
                 fly_by_odeint<OdeintRk4>(vehicle, 0.01)) < 1e-12);
  // An input that changes at every step never lets the multistep method leave its start.
  CHECK(distance(fly(vehicle, integrator_number<AdamsBashforthMoultonIntegrator>, 0.01, 200, true),
                 fly_by_odeint<OdeintRk4>(vehicle, 0.01)) == 0);
  CHECK(distance(fly(vehicle, integrator_number<AdamsBashforthMoultonIntegrator>, 0.01, 200),
                 fly_by_odeint<OdeintRk4>(vehicle, 0.01)) > 1e-9);
}

TEST_CASE("one step of the two other Eulers, by hand") {
  const Vehicle vehicle;
  const double h = 0.01;
  const Vehicle::StateType old = tumbling();
  const auto x = [&](int i) { return old.x[i].lane(0); };
  const double speed = std::sqrt(0.5);  // |(0.5, -0.4, 0.3)|
  const double v[3] = {x(3) - h * 0.1 * speed * x(3), x(4) - h * 0.1 * speed * x(4),
                       x(5) + h * (-6 - 0.1 * speed * x(5))};  // level: the push is along -z
  const double w[3] = {2 + h * -2.7, 1 + h * 4.2, 3 + h * 0.6};
  SECTION("semi-implicit: positions and attitude with the new velocities") {
    const Vehicle::StateType next =
        fly(vehicle, integrator_number<SemiImplicitEulerIntegrator>, h, 1);
    const double norm = std::sqrt(1 + h * h / 4 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
    CHECK(next.x[6].lane(0) == Approx(1 / norm).epsilon(1e-15));
    for (int k = 0; k < 3; ++k) {
      CHECK(next.x[3 + k].lane(0) == Approx(v[k]).epsilon(1e-15));
      CHECK(next.x[k].lane(0) == Approx(x(k) + h * v[k]).epsilon(1e-15));
      CHECK(next.x[10 + k].lane(0) == Approx(w[k]).epsilon(1e-15));
      CHECK(next.x[7 + k].lane(0) == Approx(h / 2 * w[k] / norm).epsilon(1e-14));
    }
    CHECK(next.x[13].lane(0) == Approx(6 + h * 50 * (5 - 6)).epsilon(1e-15));
  }
  SECTION("exponential: the motor first, the old velocities elsewhere") {
    const Vehicle::StateType next = fly(vehicle, integrator_number<EulerExpIntegrator>, h, 1);
    const double motor = 6 + h * 50 * (5 - 6), turn = h / 2 * std::sqrt(14.0);
    CHECK(next.x[13].lane(0) == Approx(motor).epsilon(1e-15));
    CHECK(next.x[5].lane(0) == Approx(v[2] + h * (6 - motor)).epsilon(1e-15));
    CHECK(next.x[6].lane(0) == Approx(std::cos(turn)).epsilon(1e-15));
    const double old_w[3] = {2, 1, 3};
    for (int k = 0; k < 3; ++k) {
      CHECK(next.x[k].lane(0) == Approx(x(k) + h * x(3 + k)).epsilon(1e-15));
      CHECK(next.x[10 + k].lane(0) == Approx(w[k]).epsilon(1e-15));
      CHECK(next.x[7 + k].lane(0) ==
            Approx(std::sin(turn) * old_w[k] / std::sqrt(14.0)).epsilon(1e-14));
    }
  }
}

TEST_CASE("euler_exp turns a steadily spinning body exactly, however long the steps") {
  const Vehicle vehicle;
  Vehicle::StateType state = tumbling();
  state.set_body_rate({Single(0.0), Single(30.0), Single(0.0)});
  AnyIntegrator integrator(integrator_number<EulerExpIntegrator>);
  for (int n = 1; n <= 40; ++n) integrator.step(vehicle, 0.2, {5}, state);  // 6 rad each
  CHECK(state.x[6].lane(0) == Approx(std::cos(0.5 * 0.2 * 30 * 40)).margin(1e-13));
  CHECK(state.x[8].lane(0) == Approx(std::sin(0.5 * 0.2 * 30 * 40)).margin(1e-13));
}

TEST_CASE("the error of every controlled integrator goes with its tolerance") {
  const IntegratorKind kind = GENERATE(from_range(kinds(true)));
  const Vehicle vehicle;
  const Vehicle::StateType truth =
      fly(vehicle, integrator_number<Rk4Integrator>, 1e-4, 10000);  // 1e-12
  std::string text = std::string(info(kind).name);
  std::vector<double> errors;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    vehicle.evaluations = 0;
    errors.push_back(distance(fly(vehicle, kind, 0.1, 10, false, tolerance), truth));
    text += fmt::format("; tolerance {:.0e}: {:.1e}, {} evaluations", tolerance, errors.back(),
                        vehicle.evaluations);
    // A tolerance per step; some tens of steps, each free to use it up in several components.
    CHECK(errors.back() < 100 * tolerance);
  }
  SUCCEED(text);
  // Of the six decades; fehlberg78, careful with long steps, undercuts the loosest tolerance so far
  // that it has no six left above rounding.
  const bool is_careful = errors.front() < 1e-4 * 1e-4;
  CHECK((is_careful || errors.back() < 1e-4 * errors.front()));
}

TEST_CASE("rosenbrock4 takes a stiff motor in its stride, explicit methods do not") {
  const Vehicle vehicle{.inverse_lag = 1e6};
  const auto cost = [&](IntegratorKind kind) {
    vehicle.evaluations = 0;
    const Vehicle::StateType state = fly(vehicle, kind, 0.1, 10, false, 1e-6);
    CHECK(state.actuator(0).lane(0) == Approx(5).epsilon(1e-5));
    return vehicle.evaluations;
  };
  const long implicit = cost(integrator_number<Rosenbrock4Integrator>);
  INFO(implicit << " evaluations");
  CHECK(implicit < 10000);
  // Steps of at most 3.3 time constants, 6 evaluations each.
  CHECK(cost(integrator_number<Dopri5Integrator>) > 1000000);
}

TEST_CASE("controlled integrators give up where no step is short enough") {
  const IntegratorKind kind = GENERATE(from_range(kinds(true)));
  const Vehicle vehicle;
  AnyIntegrator integrator(kind);
  Vehicle::StateType state = tumbling();
  state.set_body_rate({Single(1e200), Single(-1e200), Single(1e200)});  // its square overflows
  const Vehicle::StateType old = state;
  INFO(info(kind).name);
  CHECK(!integrator.step(vehicle, 0.1, {5}, state));
  CHECK(distance(state, old) == 0);
}

TEST_CASE("the pow that Bulirsch-Stoer finds is ours, and good") {
  using Number = NumberWithPow<Single>;
  for (const double base : {1e-12, 0.02, 0.65, 1.0, 3.7, 1e9}) {
    for (const double exponent : {1.0 / 17, 0.2, 1.0 / 3, 1.0}) {
      CHECK(pow(Number(base), exponent) == Approx(std::pow(base, exponent)).epsilon(1e-14));
      CHECK(pow(base, Number(exponent)) == pow(Number(base), exponent));
    }
  }
}

TEST_CASE("linear equations are solved, also those that need pivoting") {
  constexpr std::size_t n = 5;
  LuFactors<n> lu;
  const double a[4][4] = {{0, 2, 1, -1}, {1e-3, 1, 3, 2}, {4, -2, 0, 1}, {1, 1, 1, 5}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) lu.a[i][j] = a[i][j];
  }
  const double x[4] = {1, -2, 3, 0.5};
  std::array<double, n> b{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) b[i] += a[i][j] * x[j];
  }
  lu.factorise(4);
  lu.solve(b);
  for (std::size_t i = 0; i < 4; ++i) CHECK(b[i] == Approx(x[i]).epsilon(1e-14));
  CHECK(b[4] == 0);  // beyond the size
}

std::string documented(const IntegratorInfo& integrator) {
  const auto number = [](int n) { return n == 0 ? std::string("varies") : std::to_string(n); };
  const char* const who[] = {"lanes", "Odeint", "controlled"};
  const double limit = integrator.real_stability;
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |", integrator.name,
                     who[static_cast<int>(integrator.stepping)], number(integrator.order),
                     number(integrator.evaluations),
                     std::isinf(limit) ? "always" : fmt::format("{}", limit), integrator.doc);
}

std::string documented_angles(const IntegratorInfo& integrator) {
  std::string row = fmt::format("| `{}` |", integrator.name);
  for (const double zeta : {0.0, 0.01, 0.1, 0.3, 0.7, 1.0}) {
    row += fmt::format(" {:.3g} |", integrator.stable_angle(zeta));
  }
  return row;
}

TEST_CASE("docs/integrators.md says what the list of integrators says") {
  std::ifstream file(std::string(MONTECOPTER_TEST_DATA) + "/../docs/integrators.md");
  REQUIRE(file);
  std::vector<std::string> found, wanted;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| `", 0) == 0) found.push_back(line);
  }
  for (const IntegratorInfo& integrator : integrators) wanted.push_back(documented(integrator));
  for (const IntegratorKind kind : kinds(false)) wanted.push_back(documented_angles(info(kind)));
  CHECK(found == wanted);
}

}  // namespace
}  // namespace montecopter
