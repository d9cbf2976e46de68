/// Effects of the ground and of other rotors on the thrust, against tables of the published
/// formulas and against closed forms of momentum theory.

#include "dynamics/vehicles/rotor_flow.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

constexpr double thrust_n_s2 = 2e-6, speed_rad_s = 1100;
constexpr double far_thrust_n = thrust_n_s2 * speed_rad_s * speed_rad_s;

Rotor rotor_at(const std::array<double, 3>& position_m, double radius_m) {
  Rotor rotor;
  rotor.position_m = position_m, rotor.axis = {0, 0, -1}, rotor.spin = 1;
  rotor.radius_m = radius_m;
  QuadraticRotor law;
  law.thrust_n_s2 = thrust_n_s2, law.torque_n_m_s2 = 3e-8;
  *rotor.law = law;
  DirectMotor motor;
  motor.min = 0, motor.max = 2000;
  *rotor.motor = motor;
  return rotor;
}

Multirotor vehicle_of(const std::vector<Rotor>& rotors) {
  Multirotor vehicle;
  vehicle.mass_kg = 1;
  vehicle.inertia_kg_m2.xx = vehicle.inertia_kg_m2.yy = 0.01, vehicle.inertia_kg_m2.zz = 0.015;
  vehicle.rotors = rotors;
  return vehicle;
}

/// A quadrotor whose neighbours are `side` apart.
Multirotor quadrotor(double side_m, double radius_m) {
  const double a = 0.5 * side_m;
  std::vector<Rotor> rotors;
  for (const double x : {a, -a}) {
    for (const double y : {a, -a}) rotors.push_back(rotor_at({x, y, 0}, radius_m));
  }
  return vehicle_of(rotors);
}

/// Thrust of a rotor by its law's thrust.
double thrust_ratio(const Multirotor& vehicle, int rotor, std::optional<double> height_m,
                    const Eigen::Vector3d& velocity_m_s = Eigen::Vector3d::Zero(),
                    double roll_rad = 0) {
  const MultirotorModel model(vehicle, {9.81, 1.225, 288.15, height_m});
  const Eigen::VectorXd commands = Eigen::VectorXd::Constant(model.rotors(), speed_rad_s);
  const auto state = model.settled(commands, roll_rad, 0, velocity_m_s);
  return model.load(rotor, state, commands).thrust / far_thrust_n;
}

TEST_CASE("ground effect is that of the published formulas") {
  const Csv table = read_csv(reference_path("rotors/ground_effect_formulae.csv"));
  constexpr double printed = 5e-6;  // half a unit of the last digit
  struct Law {
    const char *column, *name;
    double body_lift;
  };
  for (const Law& law : {Law{"cheeseman_bennett", "cheeseman_bennett", 2},
                         Law{"sanchez_cuevas_kb0", "sanchez_cuevas", 0},
                         Law{"sanchez_cuevas_kb2", "sanchez_cuevas", 2}}) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      Multirotor vehicle = quadrotor(table.at(row, "d_m"), table.at(row, "R_m"));
      vehicle.ground_effect = law.name, vehicle.body_lift = law.body_lift;
      INFO(law.column << ", row " << row);
      for (int rotor = 0; rotor < 4; ++rotor) {
        CHECK(thrust_ratio(vehicle, rotor, table.at(row, "z_m")) ==
              Approx(table.at(row, law.column)).margin(printed).epsilon(0));
      }
      CHECK(thrust_ratio(vehicle, 0, {}) == Approx(1).epsilon(1e-14));
    }
  }
  CHECK(table.rows.size() == 36);
}

TEST_CASE("below half a radius a law keeps its value") {
  for (const char* law : {"cheeseman_bennett", "sanchez_cuevas"}) {
    Multirotor vehicle = quadrotor(0.35, 0.12);
    vehicle.ground_effect = law;
    const double lowest = thrust_ratio(vehicle, 0, 0.06);
    for (const double height : {0.0599, 0.03, 0.0, -1.0}) {
      CHECK(thrust_ratio(vehicle, 0, height) == lowest);
    }
    CHECK(thrust_ratio(vehicle, 0, 0.0601) < lowest);
  }
}

/// Induced velocity at constant thrust over that far from the ground, of a law whose thrust grows
/// by k at constant power: P ~ v T and v ~ sqrt(T) there.
double inflow_ratio(const Multirotor& vehicle, double height_m) {
  return std::pow(thrust_ratio(vehicle, 0, height_m), -1.5);
}

TEST_CASE("beside Prouty's curve each law has the error that the manual states") {
  const Csv curve = read_csv(reference_path("rotors/ground_effect_prouty_induced_velocity.csv"));
  constexpr double radius = 0.12;
  Multirotor vehicle = quadrotor(0.35, radius);
  const auto error_of = [&](const char* law, double body_lift) {
    vehicle.ground_effect = law, vehicle.body_lift = body_lift;
    double squares = 0;
    int count = 0;
    for (std::size_t row = 0; row < curve.rows.size(); ++row) {
      const double by_diameter = curve.at(row, "h_over_D");
      if (by_diameter < 0.25) continue;  // the laws end at half a radius
      const double error =
          inflow_ratio(vehicle, 2 * radius * by_diameter) - curve.at(row, "vi_ige_over_vi_oge");
      squares += error * error, ++count;
    }
    CHECK(count == 9);
    return std::sqrt(squares / count);
  };
  // Computed by another program from the formulas and the curve; half a unit of their last digit.
  CHECK(error_of("cheeseman_bennett", 0) == Approx(0.0393).margin(5e-5));
  CHECK(error_of("sanchez_cuevas", 0) == Approx(0.0314).margin(5e-5));
  CHECK(error_of("sanchez_cuevas", 2) == Approx(0.0743).margin(5e-5));
}

TEST_CASE("in edgewise flow the ground does less, and by the tilt of the rotor") {
  Multirotor vehicle = vehicle_of({rotor_at({0, 0, 0}, 0.12)});
  vehicle.ground_effect = "cheeseman_bennett";
  // Cheeseman and Bennett in forward flight: (R/4z)^2 / (1 + (V/v)^2), v by Glauert's theory.
  const double height = 0.12, image = 1.0 / 16;
  const double hover2 = far_thrust_n / (2 * 1.225 * M_PI * 0.12 * 0.12);
  for (const double speed : {0.0, 1.0, 5.0, 20.0}) {
    double v2 = hover2;  // by bisection of v^4 + V^2 v^2 = v_h^4
    double low = 0, high = hover2;
    for (int k = 0; k < 200; ++k) {
      v2 = 0.5 * (low + high);
      (v2 * v2 + speed * speed * v2 < hover2 * hover2 ? low : high) = v2;
    }
    const double wanted = 1 / (1 - image / (1 + speed * speed / v2));
    CHECK(thrust_ratio(vehicle, 0, height, {speed, 0, 0}) == Approx(wanted).epsilon(1e-12));
  }
  CHECK(thrust_ratio(vehicle, 0, height, {0, 0, 0}, 0.5) ==
        Approx(1 / (1 - image * std::cos(0.5))).epsilon(1e-12));
  CHECK(thrust_ratio(vehicle, 0, height, {0, 0, 0}, 2) == Approx(1).epsilon(1e-14));
}

TEST_CASE("circles overlap by their area") {
  CHECK(overlap_area(1.0, 1.0, 1.0) == Approx(2 * M_PI / 3 - std::sqrt(3) / 2).epsilon(1e-14));
  CHECK(overlap_area(1.0, 1.0, 0.0) == Approx(M_PI).epsilon(1e-15));
  CHECK(overlap_area(1.0, 0.4, 0.6) == Approx(M_PI * 0.16).epsilon(1e-14));
  CHECK(overlap_area(0.4, 1.0, 0.3) == Approx(M_PI * 0.16).epsilon(1e-14));
  CHECK(overlap_area(1.0, 0.4, 1.4) == Approx(0).margin(1e-14));
  CHECK(overlap_area(1.0, 0.4, 5.0) == 0);
  // A sum over strips, good to 1e-6 of the area.
  const double a = 1.0, b = 0.7, distance = 1.1;
  double sum = 0;
  constexpr int strips = 400000;
  for (int k = 0; k < strips; ++k) {
    const double x = -a + (k + 0.5) * 2 * a / strips;
    const double of_a = std::sqrt(std::fmax(a * a - x * x, 0));
    const double of_b = std::sqrt(std::fmax(b * b - (x - distance) * (x - distance), 0));
    sum += 2 * std::fmin(of_a, of_b) * 2 * a / strips;
  }
  CHECK(overlap_area(a, b, distance) == Approx(sum).epsilon(1e-6));
}

TEST_CASE("a rotor far down in the wake of an equal one is Leishman's") {
  // Equal thrusts: flow through the lower disc (1 + sqrt(17)) / 2 - 1 of the upper one's, so that
  // the power of both is 1.281 of that of two rotors alone.
  const double y = 0.5 * (std::sqrt(17.0) - 1);
  CHECK(0.5 * (1 + y) == Approx(1.281).margin(5e-4));
  const double alone = std::cbrt(y);  // induced velocity of the lower rotor at its power
  WakeSums<double> wake{0, 0, 0};
  wake.add(1 / alone, 2 / alone);
  CHECK(thrust_ratio_in_wakes(wake) == Approx(1 / (alone * alone)).epsilon(1e-12));
  // Equal powers: 2 y^3 = (1 + y)^2.
  wake = {0, 0, 0};
  wake.add(1, 2);
  const double equal = 1 / thrust_ratio_in_wakes(wake);
  CHECK(2 * equal * equal * equal == Approx((1 + equal) * (1 + equal)).epsilon(1e-12));
}

TEST_CASE("thrust in wakes conserves momentum and energy") {
  std::mt19937_64 generator(3);
  std::uniform_real_distribution<double> speed(0, 3), part(0, 1.5);
  for (int k = 0; k < 300; ++k) {
    WakeSums<double> wake{0, 0, 0};
    for (int n = 0; n < 2; ++n) {
      const double w = speed(generator);
      wake.add(w * part(generator), w * (1 + 0.6 * part(generator)));
    }
    const double ratio = thrust_ratio_in_wakes(wake);
    // Per rho A and v^2: T = 2 ratio, P = 2; the speed of the common wake from the momentum.
    const double y = 1 / ratio, common = (2 * ratio + wake.momentum) / y;
    INFO(wake.inflow << " " << wake.momentum << " " << wake.energy);
    CHECK(0.5 * (y * common * common - wake.energy) == Approx(2).epsilon(1e-9));
    CHECK((ratio > 0 && ratio <= 1));
  }
}

Multirotor coaxial_pair(double apart_m, double aside_m, double radius_m) {
  Multirotor vehicle =
      vehicle_of({rotor_at({0, 0, 0}, radius_m), rotor_at({aside_m, 0, apart_m}, radius_m)});
  vehicle.rotors[1].spin = -1;
  vehicle.rotor_interference = "momentum";
  return vehicle;
}

TEST_CASE("only the rotor below loses thrust, by the overlap") {
  constexpr double radius = 0.2;
  const Multirotor coaxial = coaxial_pair(0.1, 0, radius);
  CHECK(thrust_ratio(coaxial, 0, {}) == Approx(1).epsilon(1e-14));
  // The wake of equal rotors carries the mean inflow v, at speed g v.
  const double g = 1 + 0.1 / std::hypot(0.1, radius);
  WakeSums<double> wake{0, 0, 0};
  wake.add(1, g);
  CHECK(thrust_ratio(coaxial, 1, {}) == Approx(thrust_ratio_in_wakes(wake)).epsilon(1e-12));
  CHECK(thrust_ratio(coaxial, 1, {}) == Approx(0.74).margin(0.02));
  double before = 0;
  for (const double aside : {0.05, 0.15, 0.25, 0.35}) {
    const double ratio = thrust_ratio(coaxial_pair(0.1, aside, radius), 1, {});
    CHECK(ratio > before);
    before = ratio;
  }
  CHECK(thrust_ratio(coaxial_pair(0.1, 0.41, radius), 1, {}) == Approx(1).epsilon(1e-14));
  // At the same height both lose the same.
  const Multirotor side = coaxial_pair(0, 0.2, radius);
  CHECK(thrust_ratio(side, 0, {}) == Approx(thrust_ratio(side, 1, {})).epsilon(1e-14));
  CHECK(thrust_ratio(side, 0, {}) < 0.95);
  // In fast edgewise flow little is induced.
  CHECK(thrust_ratio(coaxial, 1, {}, {30, 0, 0}) == Approx(1).margin(0.02));
}

TEST_CASE("a law over the advance ratio sees the wake as axial flow") {
  Multirotor vehicle = coaxial_pair(0.1, 0, 0.2);
  PerformanceTableRotor law;
  law.diameter_m = 0.4;
  law.advance_ratio = {0.0, 0.5, 1.0};
  law.thrust_coefficient = {0.11, 0.06, -0.02}, law.power_coefficient = {0.045, 0.04, 0.01};
  for (Rotor& rotor : vehicle.rotors) *rotor.law = law, rotor.radius_m.reset();
  const MultirotorModel model(vehicle, {9.81, 1.225});
  const Eigen::VectorXd commands = Eigen::VectorXd::Constant(2, 500.0);
  const auto state = model.settled(commands, 0, 0, Eigen::Vector3d::Zero());
  const double n = 500 / (2 * M_PI), d4 = std::pow(0.4, 4);
  const double upper = 0.11 * 1.225 * n * n * d4;
  CHECK(model.load(0, state, commands).thrust == Approx(upper).epsilon(1e-12));
  const double v = std::sqrt(upper / (2 * 1.225 * M_PI * 0.04));
  const double ct = 0.11 - 0.1 * v / (n * 0.4);
  CHECK(model.load(1, state, commands).thrust == Approx(ct * 1.225 * n * n * d4).epsilon(1e-12));
}

TEST_CASE("blades see a wake as a climb, and the ground raises their thrust") {
  BladeElementRotor law;
  law.diameter_m = 0.4, law.pitch_m = 0.15;
  const auto loads = [&](Multirotor vehicle, const CalmAir& air, double climb_m_s) {
    for (Rotor& rotor : vehicle.rotors) *rotor.law = law, rotor.radius_m.reset();
    const MultirotorModel model(vehicle, air);
    const Eigen::VectorXd commands = Eigen::VectorXd::Constant(model.rotors(), 500.0);
    const auto state = model.settled(commands, 0, 0, Eigen::Vector3d(0, 0, -climb_m_s));
    std::vector<Load<double>> all;
    for (int i = 0; i < model.rotors(); ++i) all.push_back(model.load(i, state, commands));
    return all;
  };
  const CalmAir far = {9.81, 1.225};
  const auto pair = loads(coaxial_pair(0.1, 0, 0.2), far, 0);
  Multirotor alone = vehicle_of({rotor_at({0, 0, 0}, 0.2)});
  const double hover = loads(alone, far, 0)[0].thrust;
  CHECK(pair[0].thrust == Approx(hover).epsilon(1e-12));
  // The lower rotor flies as one that climbs at the induced velocity of the upper one.
  const double induced = std::sqrt(hover / (2 * 1.225 * M_PI * 0.2 * 0.2));
  const Load<double> climbing = loads(alone, far, induced)[0];
  CHECK(climbing.thrust < 0.95 * hover);
  CHECK(pair[1].thrust == Approx(climbing.thrust).epsilon(1e-12));
  CHECK(pair[1].torque == Approx(climbing.torque).epsilon(1e-12));
  // Cheeseman and Bennett, one radius above the ground.
  alone.ground_effect = "cheeseman_bennett";
  const double near = loads(alone, {9.81, 1.225, 288.15, 0.2}, 0)[0].thrust;
  CHECK(near == Approx(hover / (1 - 1.0 / 16)).epsilon(1e-12));
}

TEST_CASE("the acceleration is that of the loads") {
  Multirotor vehicle = coaxial_pair(0.1, 0.05, 0.2);
  vehicle.ground_effect = "sanchez_cuevas";
  const MultirotorModel model(vehicle, {9.81, 1.225, 288.15, 0.3});
  const Eigen::VectorXd commands = Eigen::VectorXd::Constant(2, speed_rad_s);
  const auto state = model.settled(commands, 0, 0, Eigen::Vector3d::Zero());
  const auto a = model.accelerations(state, commands);
  const Load<double> first = model.load(0, state, commands),
                     second = model.load(1, state, commands);
  CHECK(a[2] == Approx(9.81 - first.thrust - second.thrust).epsilon(1e-12));  // 1 kg
  CHECK(a[4] == Approx(0.05 * second.thrust / 0.01).epsilon(1e-12));
  CHECK(a[5] == Approx((second.torque - first.torque) / 0.015).margin(1e-12));
  CHECK(model.thrust_fraction(state, commands) == Approx(0.3025).epsilon(1e-9));  // (1100/2000)^2
}

}  // namespace
}  // namespace montecopter
