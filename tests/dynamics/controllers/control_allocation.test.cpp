/// Control allocation against the wrench that the rotors' thrusts make, summed here from their
/// poses.

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

constexpr double air_density = 1.225;

Rotor rotor_at(double angle, double arm, int spin, RotorLaw law, Motor motor) {
  Rotor rotor;
  rotor.position_m = {arm * std::cos(angle), arm * std::sin(angle), -0.02};
  rotor.axis = {0, 0, -1};
  rotor.spin = spin;
  rotor.law = std::move(law);
  rotor.motor = std::move(motor);
  return rotor;
}

DirectMotor direct(double low, double high) {
  DirectMotor motor;
  motor.min = low, motor.max = high;
  return motor;
}

LinearRotor linear(double thrust, double torque) {
  LinearRotor law;
  law.thrust_max_n = thrust, law.torque_max_n_m = torque;
  return law;
}

/// A ring of rotors that can each push from `low` to 1 times 10 N.
Multirotor ring(int rotors, double low = 0, bool tilted = false) {
  Multirotor vehicle;
  vehicle.mass_kg = 1.5;
  for (int i = 0; i < rotors; ++i) {
    const double angle = 6.283185307179586 * (i + 0.5) / rotors;
    vehicle.rotors.push_back(
        rotor_at(angle, 0.25, 1 - i % 2 * 2, linear(10, 0.16), direct(low, 1)));
    if (tilted) vehicle.rotors.back().axis = {0.1 * std::cos(angle), 0.2 * std::sin(angle), -1};
  }
  return vehicle;
}

/// Thrust along -z and moment, by vectors of Eigen.
Eigen::Vector4d wrench_of(const Multirotor& vehicle, const double* thrust) {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = force;
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const Rotor& rotor = vehicle.rotors[i];
    const Eigen::Vector3d axis = Eigen::Vector3d(rotor.axis.data()).normalized();
    const Eigen::Vector3d arm(rotor.position_m.data());
    force += thrust[i] * axis;
    moment +=
        thrust[i] * arm.cross(axis) - static_cast<double>(rotor.spin) * 0.016 * thrust[i] * axis;
  }
  return {-force.z(), moment.x(), moment.y(), moment.z()};
}

TEST_CASE("rotors that can do it make the wrench that is asked for") {
  const int rotors = GENERATE(4, 6, 8);
  const bool tilted = GENERATE(false, true);
  const Multirotor vehicle = ring(rotors, -1, tilted);
  REQUIRE(!missing_axis(vehicle, air_density));
  const auto a = fold_allocation(vehicle, air_density);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    const double f = 10 + 5 * any(random), x = any(random) / 4, y = any(random) / 4;
    const double z = any(random) / 20;
    std::array<double, max_rotors> thrust{};
    CHECK(allocate(a, rotors, Wrench<double>{f, {x, y, z}}, thrust.data()));
    const Eigen::Vector4d made = wrench_of(vehicle, thrust.data());
    CHECK((made - Eigen::Vector4d(f, x, y, z)).norm() < 1e-13 * f);  // rounding
  }
}

TEST_CASE("among all thrusts for a wrench, the smallest are chosen") {
  const Multirotor vehicle = ring(6, -1);
  const auto a = fold_allocation(vehicle, air_density);
  std::array<double, max_rotors> thrust{};
  allocate(a, 6, Wrench<double>{12, {0.2, -0.1, 0.03}}, thrust.data());
  Eigen::MatrixXd effect(4, 6);
  for (int i = 0; i < 6; ++i) {
    std::array<double, 6> one{};
    one[static_cast<std::size_t>(i)] = 1;
    effect.col(i) = wrench_of(vehicle, one.data());
  }
  const Eigen::VectorXd least =
      effect.completeOrthogonalDecomposition().solve(Eigen::Vector4d(12, 0.2, -0.1, 0.03));
  for (int i = 0; i < 6; ++i) CHECK(thrust[static_cast<std::size_t>(i)] == Approx(least[i]));
}

TEST_CASE("rotors that are left out get nothing, and the others the smallest thrusts that remain") {
  const int rotors = GENERATE(6, 8);
  const auto left_out = static_cast<unsigned>(GENERATE(0b1, 0b100));
  const Multirotor vehicle = ring(rotors, -1, true);
  REQUIRE(!missing_axis(vehicle, air_density, {left_out}));
  const auto a = fold_allocation(vehicle, air_density, {left_out});
  Eigen::MatrixXd effect(4, rotors);  // without the columns that are left out
  int columns = 0;
  for (int i = 0; i < rotors; ++i) {
    std::array<double, max_rotors> one{};
    one[static_cast<std::size_t>(i)] = 1;
    if ((left_out >> i & 1u) == 0) effect.col(columns++) = wrench_of(vehicle, one.data());
  }
  const Eigen::Vector4d wrench(12, 0.05, -0.03, 0.01);
  const Eigen::VectorXd least =
      effect.leftCols(columns).completeOrthogonalDecomposition().solve(wrench);
  std::array<double, max_rotors> thrust{};
  CHECK(allocate(a, rotors, Wrench<double>{12, {0.05, -0.03, 0.01}}, thrust.data()));
  for (int i = 0, k = 0; i < rotors; ++i) {
    const bool is_out = (left_out >> i & 1u) != 0;
    const double truth = is_out ? 0.0 : least[k++];
    CHECK(thrust[static_cast<std::size_t>(i)] == Approx(truth).margin(1e-12));  // rounding
  }
}

TEST_CASE("yaw that is given up gets nothing, and the smallest thrusts make the rest") {
  const bool is_requested = GENERATE(false, true);  // three rotors have no independent yaw
  const int rotors = is_requested ? 6 : 4;
  const Multirotor vehicle = ring(rotors, -1);
  const auto a = fold_allocation(vehicle, air_density, {0b10, is_requested});
  Eigen::MatrixXd effect(3, rotors);
  for (int i = 0; i < rotors; ++i) {
    std::array<double, max_rotors> one{};
    one[static_cast<std::size_t>(i)] = i == 1 ? 0 : 1;
    effect.col(i) = wrench_of(vehicle, one.data()).head(3);
  }
  const Eigen::VectorXd least =
      effect.completeOrthogonalDecomposition().solve(Eigen::Vector3d(12, 0.2, -0.1));
  std::array<double, max_rotors> thrust{};
  allocate(a, rotors, Wrench<double>{12, {0.2, -0.1, 0.3}}, thrust.data());
  for (int i = 0; i < rotors; ++i) {
    CHECK(thrust[static_cast<std::size_t>(i)] == Approx(least[i]).margin(1e-12));  // rounding
  }
}

TEST_CASE("three rotors of a quadrotor cannot turn it about all axes") {
  CHECK(!missing_axis(ring(4), air_density));
  CHECK(missing_axis(ring(4), air_density, {0b10}).value_or("none") == "yaw");
  CHECK(!missing_axis(ring(4), air_density, {0b10, true}));
  CHECK(missing_axis(ring(4), air_density, {0b1111}).value_or("none") == "thrust");
}

TEST_CASE(
    "rotors at their limits: first the thrust, then roll and pitch in their ratio, then yaw") {
  const Multirotor vehicle = ring(4);
  const auto a = fold_allocation(vehicle, air_density);
  std::array<double, max_rotors> thrust{};
  const auto made = [&](double f, double x, double y, double z) {
    CHECK(!allocate(a, 4, Wrench<double>{f, {x, y, z}}, thrust.data()));
    for (int i = 0; i < 4; ++i) {
      CHECK(thrust[static_cast<std::size_t>(i)] >= 0);
      CHECK(thrust[static_cast<std::size_t>(i)] <= 10);
    }
    return wrench_of(vehicle, thrust.data());
  };
  const Eigen::Vector4d yaw_cut = made(20, 1, 0.5, 5);
  CHECK(yaw_cut[0] == Approx(20));
  CHECK(yaw_cut[1] == Approx(1));
  CHECK(yaw_cut[2] == Approx(0.5));
  CHECK(yaw_cut[3] > 0);
  CHECK(yaw_cut[3] < 0.32);  // all of two rotors and nothing of the others would be 0.32 N m
  const Eigen::Vector4d tilt_cut = made(20, 30, 15, 0.1);
  CHECK(tilt_cut[0] == Approx(20));
  CHECK(tilt_cut[1] / tilt_cut[2] == Approx(2));
  CHECK(tilt_cut[3] == Approx(0).margin(1e-12));  // nothing is left
  CHECK(made(50, 0, 0, 0)[0] == Approx(40));
  CHECK(made(-3, 0, 0, 0)[0] == Approx(0).margin(1e-12));
}

TEST_CASE("commands give the thrusts that are asked for, whatever the law") {
  PolynomialRotor polynomial;
  polynomial.thrust_0_n = -0.2, polynomial.thrust_1_n = 3, polynomial.thrust_2_n = 9;
  polynomial.torque_1_n_m = 0.05, polynomial.torque_2_n_m = 0.03;
  SignedQuadraticRotor quadratic;
  quadratic.thrust_n_s2 = 8e-6, quadratic.torque_n_m_s2 = 1e-7;
  for (const double command : {-900.0, -20.0, 0.0, 300.0, 900.0}) {
    const double thrust = 8e-6 * command * std::fabs(command);
    const auto curve = thrust_curve(quadratic, air_density);
    const AllocatedRotor<double> r = {
        0, 0, 0, 0, -7, 7, curve->offset, curve->slope, curve->curvature, 1 / curve->curvature};
    CHECK(command_for(r, thrust) == Approx(command).margin(1e-9));
    CHECK(quadratic_command_for(r, thrust) == Approx(command));
  }
  for (const double command : {0.1, 0.4, 1.0}) {
    const double thrust = -0.2 + 3 * command + 9 * command * command;
    const auto curve = thrust_curve(polynomial, air_density);
    const AllocatedRotor<double> r = {
        0, 0, 0, 0, 0, 12, curve->offset, curve->slope, curve->curvature, 1 / curve->curvature};
    CHECK(command_for(r, thrust) == Approx(command));
    CHECK(curve->at(command) == Approx(thrust));
  }
  polynomial.thrust_3_n = 1;
  CHECK(!thrust_curve(polynomial, air_density));
}

TEST_CASE("an axis that no rotor pushes about is missing") {
  CHECK(missing_axis(ring(1), air_density) == "roll");
  CHECK(missing_axis(ring(3), air_density) == "yaw");
  Multirotor flat = ring(4);
  for (Rotor& rotor : flat.rotors) std::get<LinearRotor>(*rotor.law).torque_max_n_m = 0;
  CHECK(missing_axis(flat, air_density) == "yaw");
  Multirotor line = ring(4);
  for (Rotor& rotor : line.rotors) rotor.position_m[1] = 0;
  CHECK(missing_axis(line, air_density) == "roll");
}

TEST_CASE("only laws without offset and slope are quadratic, and all rotors have to be") {
  Multirotor vehicle = ring(4);  // of linear rotors
  CHECK(!has_quadratic_curves(vehicle));
  for (Rotor& rotor : vehicle.rotors) rotor.law = SignedQuadraticRotor();
  CHECK(has_quadratic_curves(vehicle));
  vehicle.rotors[3].law = PolynomialRotor();  // even with a quadratic coefficient alone
  CHECK(!has_quadratic_curves(vehicle));
}

TEST_CASE("a rotor that hardly lifts gets a finite command") {
  Multirotor vehicle = ring(4);
  SignedQuadraticRotor feeble;
  feeble.thrust_n_s2 = 4e-320, feeble.torque_n_m_s2 = 1e-322;
  for (Rotor& rotor : vehicle.rotors) rotor.law = feeble;
  const AllocatedRotor<double> r = fold_allocation(vehicle, air_density).rotor[0];
  CHECK(std::isfinite(r.per_curvature));
  CHECK(quadratic_command_for(r, 0.0) == 0);
  CHECK(std::isfinite(quadratic_command_for(r, r.high)));
}

/// The same for all lanes.
Allocation<FourDoubles, max_rotors> in_lanes(const Allocation<double, max_rotors>& a) {
  Allocation<FourDoubles, max_rotors> lanes{};
  static_assert(sizeof(a) * 4 == sizeof(lanes));
  const auto* from = reinterpret_cast<const double*>(&a);
  auto* to = reinterpret_cast<FourDoubles*>(&lanes);
  for (std::size_t k = 0; k < sizeof(a) / sizeof(double); ++k) to[k] = FourDoubles(from[k]);
  return lanes;
}

/// Four wrenches (f, x, y, z) side by side, and each alone.
void check_lanes(const std::array<std::array<double, 4>, 4>& w) {
  const auto a = fold_allocation(ring(4), air_density);
  std::array<FourDoubles, 4> wrench;
  for (std::size_t k = 0; k < 4; ++k) wrench[k] = FourDoubles::load(w[k].data());
  std::array<FourDoubles, max_rotors> together{};
  const auto whole =
      allocate(in_lanes(a), 4, Wrench<FourDoubles>{wrench[0], {wrench[1], wrench[2], wrench[3]}},
               together.data());
  for (int lane = 0; lane < 4; ++lane) {
    const auto k = static_cast<std::size_t>(lane);
    std::array<double, max_rotors> alone{};
    const bool all =
        allocate(a, 4, Wrench<double>{w[0][k], {w[1][k], w[2][k], w[3][k]}}, alone.data());
    CHECK(all == whole.lane(lane));
    for (std::size_t i = 0; i < 4; ++i) CHECK(together[i].lane(lane) == alone[i]);
  }
}

TEST_CASE("lanes are allocated like samples alone, to the bit") {
  check_lanes({{{20, 50, 12, 0.5}, {0.1, 0, 30, -0.2}, {0.3, 0.1, -2, 0.1}, {0.01, 5, 0, 0.3}}});
}

TEST_CASE("beside a lane at its limits one that hardly stays below them has the same bits") {
  // Moments next to the one at which a rotor first reaches a limit, found by bisection.
  const auto a = fold_allocation(ring(4), air_density);
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> any(-1, 1);
  std::array<double, max_rotors> thrust{};
  for (int i = 0; i < 300; ++i) {
    const double f = 20 + 15 * any(generator), x = any(generator), y = any(generator),
                 z = 0.2 * any(generator);
    double below = 0, beyond = 100;
    const auto of = [&](double size) { return Wrench<double>{f, {size * x, size * y, size * z}}; };
    while (std::nextafter(below, beyond) < beyond) {
      const double middle = below + (beyond - below) / 2;
      (allocate(a, 4, of(middle), thrust.data()) ? below : beyond) = middle;
    }
    for (const double size : {below, beyond, std::nextafter(below, 0.0)}) {
      check_lanes({{{f, f, f, f},
                    {size * x, 90, 0, -size * x},
                    {size * y, 0, 0, size * y},
                    {size * z, 0, 9, size * z}}});
    }
  }
}

}  // namespace
}  // namespace montecopter
