/// What the types of a list say of themselves, held against what they do: numbers that the checks
/// of scenarios, the synthesis of controllers and analysis rely on. A type that is added to a list
/// is held to them by being there. Of other lists: what integrators declare (order, stability,
/// evaluations) is in tests/dynamics/integrators/, the mean and standard deviation of distributions
/// in tests/dynamics/distributions/, derivatives of trajectories in tests/dynamics/trajectories/,
/// the Allan variance of sensors in sensor_allan.test.cpp, hydrostatic equilibrium of atmospheres
/// in tests/dynamics/environment/.

#include <cmath>
#include <random>

#include "dynamics/rotors/blade.hpp"
#include "support/common_laws.hpp"

namespace montecopter {
namespace {

constexpr double air_density_kg_m3 = 1.1;

/// Calls use(type) for every type of the list, as it is in the example of its own.
template <ClosedList List, class Part, class Use>
void for_each_example(const std::string& kind, Part part, Use use) {
  for (const std::string& type : type_names<List>()) {
    const ExampleOfType example = example_of(kind, type);
    INFO(example.name << "\n" << example.table);
    const LoadedScenario loaded = example.scenario.load();
    const List& any = part(loaded.scenario);
    std::visit(
        [&]<class T>(const T& one) {
          REQUIRE(name_of_type<T>() == type);
          use(one);
        },
        any);
  }
}

const Rotor& first_rotor(const Scenario& scenario) {
  return std::get<Multirotor>(*scenario.vehicle).rotors.at(0);
}
const Motor& motor_of(const Scenario& scenario) { return *first_rotor(scenario).motor; }
const RotorLaw& law_of(const Scenario& scenario) { return *first_rotor(scenario).law; }
const Wind& wind_of(const Scenario& scenario) { return scenario.wind.at(0); }

// --- motors --------------------------------------------------------------------------------------

/// The larger absolute eigenvalue of [[a, b], [c, d]].
double spectral_radius(double a, double b, double c, double d) {
  const double half_trace = 0.5 * (a + d), determinant = a * d - b * c;
  const double discriminant = half_trace * half_trace - determinant;
  if (discriminant < 0) return std::sqrt(determinant);  // a complex pair
  return std::fabs(half_trace) + std::sqrt(discriminant);
}

/// The fastest rate [1/s] at which a motor nears its target: of its Jacobian there, on this side.
template <class M>
double fastest_rate_1_s(const M& motor, double side) {
  constexpr double target = 500;
  const std::array<double, 2> targets = {target, target};
  std::array<double, 2> settled = targets;
  if constexpr (M::states == 2 && !M::lags_load) settled[1] = 0;  // a speed and its rate
  const MotorCoefficients<double> c = motor.fold();
  for (const double rate : M::rates(c, targets, settled)) CHECK(rate == 0);
  std::array<std::array<double, 2>, 2> slope{};
  for (std::size_t k = 0; k < M::states; ++k) {
    std::array<double, 2> moved = settled;
    moved[k] += side;
    const std::array<double, M::states> rates = M::rates(c, targets, moved);
    for (std::size_t i = 0; i < M::states; ++i) slope[i][k] = rates[i] / side;
  }
  return spectral_radius(slope[0][0], slope[0][1], slope[1][0], slope[1][1]);
}

TEST_CASE("a motor rests at its target, and its fastest time constant is that of its rates") {
  for_each_example<Motor>("motor", motor_of, []<class M>(const M& motor) {
    // An electric motor has a duty, and no target; electric.test.cpp has its time constant.
    if constexpr (M::states > 0 && !is_electric<M>) {
      // The rates are linear within 1e-3 of the target. Differences of 500 +- 1e-3 are exact to 500
      // x 2^-53 / 1e-3 = 6e-11, and a double eigenvalue, that of critical damping, to the root.
      const double fastest =
          std::max(fastest_rate_1_s(motor, 1e-3), fastest_rate_1_s(motor, -1e-3));
      CHECK(motor.fastest_time_constant_s() * fastest == Approx(1).epsilon(2e-5));
    }
  });
}

// --- rotor laws ----------------------------------------------------------------------------------

template <class Law>
double thrust_n(const Law& law, double input) {
  if constexpr (Law::proportional) {
    return law.factors(air_density_kg_m3).thrust * Law::shape(input);
  } else if constexpr (InPlane<Law>) {
    LawCoefficients<double> c{};
    law.fold(air_density_kg_m3, c);
    const auto table = inflow_table_of(law, sea_level_air());
    return Law::wrench(c, input, 0.0, 0.0, *table).load.thrust;
  } else {
    LawCoefficients<double> c{};
    law.fold(air_density_kg_m3, c);
    PerformanceTable table{};
    if constexpr (LooksUp<Law>) table = law.table();
    return Law::load(c, input, 0.0, table).thrust;
  }
}

TEST_CASE("in still air the thrust of a rotor law is that of the curve that controllers invert") {
  int curves = 0;
  for_each_example<RotorLaw>("law", law_of, [&]<class Law>(const Law& law) {
    const std::optional<ThrustCurve> curve = law.thrust_curve(air_density_kg_m3);
    CHECK((curve || !Law::quadratic_thrust));
    if (!curve) return;
    ++curves;
    const double full = law.takes_speed() ? 1000 : 1;
    for (const double part : {0.1, 0.35, 0.5, 0.8, 1.0}) {
      const double u = part * full;
      CAPTURE(u);
      CHECK(curve->at(u) > 0);  // or there is nothing to compare
      // Three products and sums on either side. The flow through blades is solved to 1e-9 of the
      // tip speed, once for the table and once for the curve.
      const double tolerance = InPlane<Law> ? 1e-8 : 8 * 0x1p-53;
      CHECK(thrust_n(law, u) == Approx(curve->at(u)).epsilon(tolerance));
      if (!Law::quadratic_thrust) continue;
      CHECK(thrust_n(law, 2 * u) == Approx(4 * thrust_n(law, u)).epsilon(8 * 0x1p-53));
      CHECK(curve->offset == 0);
      CHECK(curve->slope == 0);
    }
  });
  CHECK(curves > 1);
}

// --- winds ---------------------------------------------------------------------------------------

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

TEST_CASE("no air is faster than the strongest that a wind says it has, and some is as fast") {
  for_each_example<Wind>("wind", wind_of, []<class W>(const W& wind) {
    if constexpr (W::varies && !Turbulent<W> && !MeasuredWind<W>) {
      const auto c = wind.fold(0.01);
      std::mt19937_64 generator(11);
      std::uniform_real_distribution<double> time(0, 12), place(-100, 100), height(1, 100);
      double most = 0;
      for (int i = 0; i < 5000; ++i) {
        const double h = height(generator);
        const WindStrength strongest = wind.strongest(h);
        const auto& f = strongest.fastest_m_s;
        const WindPoint<double> at = {
            time(generator), {place(generator), place(generator), -h}, h, {}};
        const double fraction = length(W::velocity(c, at)) / length({f[0], f[1], f[2]});
        CHECK(fraction <= 1 + 8 * 0x1p-53);
        most = std::max(most, fraction);
      }
      CHECK(most > 0.99);
    }
  });
}

}  // namespace
}  // namespace montecopter
