/// The equations of the helicopter, written a second time as the document and docs/models.md 1.5
/// have them: forward, left, up, rotation matrices, and the discs by quadrature of equations 9 and
/// 18.

#include <fmt/format.h>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

#include "dynamics/vehicles/marvin.hpp"

namespace montecopter {
namespace {

using Vector = Eigen::Vector3d;

/// Lift, torques and drag of one rotor (equations 7, 12, 13 and 16).
struct DiscIntegrals {
  double F_L = 0, M_x = 0, M_y = 0, M_D = 0;
};

/// By Gauss-Legendre over the radius and the trapezoidal rule over the turn; both are exact for
/// these polynomials (degree 4 in r) and harmonics (up to the fourth). C and K without pi.
DiscIntegrals integrate(const FoldedDisc<double>& d, double R1, double R2, double w, double v_x,
                        double v_y, double p_c, double p_x, double p_y) {
  constexpr double node[4] = {-0.86113631159405257522, -0.33998104358485626480,
                              0.33998104358485626480, 0.86113631159405257522};
  constexpr double weight[4] = {0.34785484513745385737, 0.65214515486254614263,
                                0.65214515486254614263, 0.34785484513745385737};
  constexpr int around = 24;
  DiscIntegrals sum;
  for (int i = 0; i < 4; ++i) {
    const double r = 0.5 * (R1 + R2) + 0.5 * (R2 - R1) * node[i];
    for (int k = 0; k < around; ++k) {
      const double alpha = 2 * M_PI * k / around;
      const double area = 0.5 * (R2 - R1) * weight[i] * 2 * M_PI / around;
      const double p = p_c - std::cos(alpha) * p_x - std::sin(alpha) * p_y;
      const double v = -v_x * std::sin(alpha) + v_y * std::cos(alpha) - w * r;
      const double lift = (d.lift_0 + d.lift_1 * p) / M_PI * v * v;
      const double drag = (d.drag_0 + d.drag_2 * p * p) / M_PI * v * v;
      sum.F_L += area * lift * r;
      sum.M_x += area * lift * r * r * std::sin(alpha);
      sum.M_y -= area * lift * r * r * std::cos(alpha);
      sum.M_D += area * drag * r * r;
    }
  }
  return sum;
}

/// Misprints of the document.
enum class Misprint { none, equation_27, equation_37 };

/// v', omega' and omega_r' in forward, left, up.
struct Written {
  Vector v, omega;
  double omega_r;
};

Vector flu(const Vec3<double>& a) { return {a.x, -a.y, -a.z}; }

Written written(const Helicopter& h, const IsothermalWorld& world, const MarvinState& state,
                Misprint misprint = Misprint::none) {
  const HelicopterConstants<double> c = fold_helicopter(h, 1.0);
  const auto& x = state.x;
  const Eigen::Matrix3d R = Eigen::Quaterniond(x[6], x[7], -x[8], -x[9]).toRotationMatrix();
  const Vector v = flu(state.velocity()), o = flu(state.body_rate()), v_w = flu(world.wind());
  const double W = x[13], p_c = x[14], p_x = x[15], p_y = x[16], p_t = x[17], th = x[18];
  const double n_T = h.tail_rotor.gear_ratio, d_T = h.tail_rotor.arm_m, m = h.mass_kg;
  const double J_M = h.main_rotor.inertia_kg_m2, J_T = h.tail_rotor.inertia_kg_m2;
  const double altitude = -x[2];
  const double rr = std::exp(-world.density_kg_m3 * world.gravity_m_s2 * altitude /
                             world.pressure_pa);  // equation 10
  const Vector v_a = R.transpose() * (v_w - v);   // equation 21
  const DiscIntegrals main =
      integrate(c.main, h.main_rotor.inner_radius_m, h.main_rotor.outer_radius_m, -W, v_a.x(),
                v_a.y(), p_c, p_x, p_y);
  // The shaft of the tail rotor is y; z and x take the places of x and y.
  const DiscIntegrals tail =
      integrate(c.tail, h.tail_rotor.inner_radius_m, h.tail_rotor.outer_radius_m, -n_T * W, v_a.z(),
                v_a.x(), p_t, 0, 0);
  const auto& f = h.body_drag_kg_m;
  const double swing = v_a.y() + o.z() * d_T;
  const double F_T = h.tail_drag_kg_m * swing * std::fabs(swing) + rr * tail.F_L;
  const double F_M = rr * main.F_L;
  const Vector F(f[0] * v_a.x() * std::fabs(v_a.x()), f[1] * v_a.y() * std::fabs(v_a.y()) + F_T,
                 f[2] * v_a.z() * std::fabs(v_a.z()) + F_M);
  const double M_M = rr * main.M_D, M_T = rr * tail.M_D;
  const OperatingPoint& A = h.operating_points.first_hover;
  const double weight = h.operating_points.mass_kg * h.operating_points.gravity_m_s2;
  const double M_MA = std::sin(A.roll_rad) * weight * d_T;
  const double M_g = W * A.friction_torque_n_m / A.rotor_speed_rad_s;
  const double M_e =
      th / A.throttle * (M_MA + A.tail_torque_n_m * n_T + A.friction_torque_n_m) * rr;
  const double geared = misprint == Misprint::equation_27 ? n_T : n_T * n_T;
  Written rate;
  rate.omega_r = (M_e - M_M - M_T * n_T - M_g) / (J_M + J_T * geared + h.drive_inertia_kg_m2);
  rate.v = R * F / m - Vector(0, 0, world.gravity_m_s2);
  const auto& hub = h.main_rotor.position_m;
  const Vector M(rr * (main.M_x + tail.M_y) + F_M * hub[1],
                 rr * main.M_y + M_T + rate.omega_r * J_T * n_T - F_M * hub[0],
                 M_M + rate.omega_r * J_M - F_T * d_T + rr * tail.M_x);
  const Inertia& j = h.inertia_kg_m2;
  Eigen::Matrix3d J;
  J << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  const Vector spinning(0, -J_T * n_T * W, -J_M * W);
  const Vector body = misprint == Misprint::equation_37 ? Vector::Zero() : Vector(J * o);
  rate.omega = J.inverse() * (M - o.cross(body + spinning));
  return rate;
}

std::mt19937_64 generator(2003);
double within(double limit) {
  return std::uniform_real_distribution<double>(-limit, limit)(generator);
}

/// Any attitude, any rates, any pitch; a wind that reverses the flow at the inner blades.
MarvinState random_state() {
  MarvinState s;
  const Eigen::Quaterniond q =
      Eigen::Quaterniond(within(1), within(1), within(1), within(1)).normalized();
  s.x = {within(50), within(50), within(500), within(15), within(15), within(15), q.w(),
         q.x(),      q.y(),      q.z(),       within(3),  within(3),  within(3)};
  s.x[13] = 120 + within(30), s.x[14] = 1000 + within(500), s.x[15] = within(200);
  s.x[16] = within(200), s.x[17] = within(400), s.x[18] = 500 + within(400);
  return s;
}

double gap(const Written& a, const MarvinState& rate) {
  // Relative to the accelerations of these states: some 10 m/s2, 100 rad/s2.
  return std::max({(a.v - flu(rate.velocity())).norm() / 10,
                   (a.omega - flu(rate.body_rate())).norm() / 100,
                   std::fabs(a.omega_r - rate.x[13]) / 10});
}

TEST_CASE("the equations are those of the document, corrected, with the discs by quadrature") {
  Helicopter vehicle = marvin();
  vehicle.inertia_kg_m2.xy = 0.03, vehicle.inertia_kg_m2.xz = -0.05,
  vehicle.inertia_kg_m2.yz = 0.02;
  vehicle.operating_points.second_hover.tail = -180;  // blades that are not symmetric
  const IsothermalWorld world = {9.81, 1.225, 101325, {4, -3, 2}};
  const MarvinDynamics dynamics = dynamics_of(vehicle, world);
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const MarvinState state = random_state();
    const MarvinState rate = rates(dynamics, {}, state);
    worst = std::max(worst, gap(written(vehicle, world, state), rate));
  }
  INFO(fmt::format("{:.2e}", worst));
  CHECK(worst < 1e-12);
}

TEST_CASE("misprints of the document would be seen") {
  // 27 has n_T J_T instead of n_T^2 J_T, 37 lacks omega x J omega. (24 has F_zA instead of F_TA:
  // see helicopter_setup.test.cpp.)
  const Misprint misprint = GENERATE(Misprint::equation_27, Misprint::equation_37);
  const Helicopter vehicle = marvin();
  const MarvinDynamics dynamics = dynamics_of(vehicle);
  for (int i = 0; i < 10; ++i) {
    const MarvinState state = random_state();
    CHECK(gap(written(vehicle, {}, state, misprint), rates(dynamics, {}, state)) > 1e-5);
  }
}

}  // namespace
}  // namespace montecopter
