/// Flapping blades and inflow against blade elements by quadrature, and against closed forms of
/// G. D. Padfield, Helicopter Flight Dynamics (2nd ed. 2007), 3.2.1 and 4.3; A. R. S. Bramwell,
/// Helicopter Dynamics (2nd ed. 2001), 3.4 and 4; J. G. Leishman, Principles of Helicopter
/// Aerodynamics (2006), 2.13 and 10.9; and of the simulator of A. Kahn and T. Hudson
/// (autopilot.sourceforge.net, Heli.cpp 2.1).

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <random>

#include "dynamics/vehicles/marvin.hpp"

namespace montecopter {
namespace {

using Dynamics = HelicopterDynamics<double, IsothermalWorld, true>;
using State = Dynamics::StateType;

/// Tolerance of closed forms: rounding of some dozen operations.
constexpr double rounding = 1e-12;

/// The simulator's X-Cell: blades from the shaft on, in radians, symmetric, without hub offset.
struct XCell {
  double density = 1.225, chord = 0.1979 * 0.3048, slope = 6, drag = 0.01, radius = 2.25 * 0.3048;
  double root = 0, blade_inertia = 0.0847 * 1.355818, speed = 1500 * M_PI / 30, mass = 8.845;

  double inertia() const { return 2 * blade_inertia; }
  double lock_number() const {
    const double ends = std::pow(radius, 4) - std::pow(root, 4);
    return density * slope * chord * ends / blade_inertia;
  }
  double weight() const { return mass * 9.81; }
  double inflow(double thrust) const {
    return std::sqrt(thrust / (2 * density * M_PI * radius * radius));
  }
  /// Pitch and torque of a hover by blade elements (Leishman 3.3): two blades.
  double pitch(double thrust, double w) const {
    const double blades = density * chord * slope;  // 2 / 2
    return (thrust / (blades * w * w) + inflow(thrust) / w * (radius * radius - root * root) / 2) *
           3 / (std::pow(radius, 3) - std::pow(root, 3));
  }
  double torque(double thrust, double w) const {
    return thrust * inflow(thrust) / w +
           density * chord * drag * w * w * (std::pow(radius, 4) - std::pow(root, 4)) / 4;
  }
};

/// A helicopter with this rotor. `hub_up_m` above the centre of mass.
Helicopter helicopter(const XCell& x, double stiffness_n_m_rad = 0, double hub_up_m = 0.277114) {
  Helicopter v;
  v.mass_kg = x.mass;
  v.inertia_kg_m2.xx = 0.296, v.inertia_kg_m2.yy = 0.436, v.inertia_kg_m2.zz = 0.625;
  v.main_rotor = {{0, 0, -hub_up_m}, x.root, x.radius, x.inertia(), Flapping{}};
  v.main_rotor.flapping->lock_number = x.lock_number();
  v.main_rotor.flapping->hub_stiffness_n_m_rad = stiffness_n_m_rad;
  v.tail_rotor = {1.0541, 4.6, 0.0253, 0.1651, 0.0002, 0.6};
  v.operating_points.mass_kg = x.mass;
  const auto hover = [&](double w) {
    double roll = 0;
    for (int i = 0; i < 60; ++i) {
      roll = std::asin(x.torque(x.weight() * std::cos(roll), w) / 1.0541 / x.weight());
    }
    return std::pair(roll, x.pitch(x.weight() * std::cos(roll), w));
  };
  const auto [roll, pitch] = hover(x.speed);
  const auto [other_roll, other_pitch] = hover(1600 * M_PI / 30);
  v.operating_points.first_hover = {x.speed, roll, pitch, 0.09, 1, 0.0557, 0.4747};
  v.operating_points.second_hover = {1600 * M_PI / 30, other_roll, other_pitch, {}};
  v.servos.time_constant_s = 0.05;
  return v;
}

Dynamics flapping_of(const Helicopter& vehicle, const IsothermalWorld& world = {}) {
  return {fold_helicopter(vehicle, 1.0), world};
}

/// Level, at rest, at the pitch and inflow of the first hover.
State at_rest(const Helicopter& v) {
  State s{};
  s.set_attitude({1, 0, 0, 0});
  const OperatingPoint& hover = v.operating_points.first_hover;
  s.actuator(0) = hover.rotor_speed_rad_s, s.actuator(1) = hover.collective;
  s.actuator(4) = hover.tail, s.actuator(5) = hover.throttle;
  s.actuator(8) = hover_inflow_m_s(v, hover_loads(v, hover.roll_rad).lift_n);
  return s;
}

State rate_of(const Dynamics& d, const State& s) {
  Dynamics::Input input;
  for (int i = 0; i < 5; ++i) input.command[i] = s.actuator(1 + i);
  State rate;
  d.derivative(s, input, rate);
  return rate;
}

/// Flapping angles (back, right) at which their rates vanish, by Newton: the rates are linear.
std::array<double, 2> settled(const Dynamics& d, State s) {
  s.actuator(6) = s.actuator(7) = 0;
  const auto rates = [&](double back, double right) {
    s.actuator(6) = back, s.actuator(7) = right;
    const State r = rate_of(d, s);
    return std::array<double, 2>{r.actuator(6), r.actuator(7)};
  };
  const auto f = rates(0, 0), x = rates(1, 0), y = rates(0, 1);
  const double a = x[0] - f[0], b = y[0] - f[0], c = x[1] - f[1], e = y[1] - f[1];
  const double det = a * e - b * c;
  return {(-f[0] * e + f[1] * b) / det, (-f[1] * a + f[0] * c) / det};
}

/// The two eigenvalues of flapping alone: one, because the rotor looks alike from all sides.
std::complex<double> flapping_eigenvalue(const Dynamics& d, State s) {
  s.actuator(6) = 1, s.actuator(7) = 0;
  const State with = rate_of(d, s);
  s.actuator(6) = 0;
  const State without = rate_of(d, s);
  return {with.actuator(6) - without.actuator(6), with.actuator(7) - without.actuator(7)};
}

TEST_CASE("flapping loads are those of blade elements by quadrature") {
  std::mt19937_64 generator(53);
  const auto within = [&](double limit) {
    return std::uniform_real_distribution<double>(-limit, limit)(generator);
  };
  XCell x;
  x.root = 0.18;
  for (int draw = 0; draw < 50; ++draw) {
    Helicopter vehicle = helicopter(x, 10 + within(10));
    vehicle.main_rotor.flapping->hinge_offset = 0.05 + within(0.05);
    const Dynamics d = flapping_of(vehicle, {.density_kg_m3 = 1.1});
    State s = at_rest(vehicle);
    s.set_velocity({within(15), within(15), within(5)});
    s.set_body_rate({within(2), within(2), within(2)});
    s.actuator(2) = within(0.1), s.actuator(3) = within(0.1);
    s.actuator(6) = within(0.1), s.actuator(7) = within(0.1);
    s.actuator(8) = 5 + within(3);
    const State r = rate_of(d, s);

    // Axes forward, left, up; the attitude is level.
    const double w = s.actuator(0), v_x = -s.x[3], v_y = s.x[4], v_z = s.x[5];
    const double tilt_x = s.actuator(7), tilt_y = -s.actuator(6);
    const double u_x = r.actuator(7) + s.x[10], u_y = -r.actuator(6) - s.x[11];
    const double lift_slope = x.density * 2 * x.chord * x.slope / 2 / (2 * M_PI);
    // Lift 1/2 rho c a (pitch U_T^2 + U_P U_T) dr of each of two blades, meant over a turn.
    // Gauss-Legendre of 5 points over the span and 16 azimuths: exact for these polynomials.
    constexpr double node[5] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                                0.906179845938664};
    constexpr double weight[5] = {0.236926885056189, 0.478628670499366, 0.568888888888889,
                                  0.478628670499366, 0.236926885056189};
    double thrust = 0, about_x = 0, about_y = 0;
    for (int k = 0; k < 16; ++k) {
      const double chi = 2 * M_PI * k / 16, e_x = std::cos(chi), e_y = std::sin(chi);
      const double flap = tilt_x * e_y - tilt_y * e_x;
      for (int j = 0; j < 5; ++j) {
        const double half = (x.radius - x.root) / 2, at = x.root + half * (1 + node[j]);
        const double across = w * at - (v_x * e_y - v_y * e_x);  // U_T
        // Upward velocity of the element in space: the plane turns at u, and the blade runs along
        // the tilted plane.
        const double rising = at * (u_x * e_y - u_y * e_x) - w * at * (tilt_x * e_x + tilt_y * e_y);
        const double up = v_z - s.actuator(8) - rising - flap * (v_x * e_x + v_y * e_y);
        const double pitch = s.actuator(1) - s.actuator(2) * e_x - s.actuator(3) * e_y;
        const double lift = lift_slope * (2 * M_PI / 16) * half * weight[j] * across *
                            (pitch * across + up) * 1.1 / x.density;
        thrust += lift, about_x += lift * at * e_y, about_y -= lift * at * e_x;
      }
    }
    CHECK(d.rotor_load(0, s, {}).thrust == Approx(thrust).epsilon(1e-12));
    // The gyroscope: J w z x u = N - K t. K of springs and of hinges (Bramwell 1.3.2).
    const double e = vehicle.main_rotor.flapping->hinge_offset;
    const double stiffness = vehicle.main_rotor.flapping->hub_stiffness_n_m_rad +
                             0.5 * x.inertia() * w * w * 1.5 * e / (1 - e);
    const double size = x.inertia() * w;
    CHECK(-size * u_y == Approx(about_x - stiffness * tilt_x).epsilon(1e-10).margin(1e-9));
    CHECK(size * u_x == Approx(about_y - stiffness * tilt_y).epsilon(1e-10).margin(1e-9));
    // Inflow: Pitt and Peters' apparent mass 8/3 rho R^3, momentum through the disc.
    const double normal = v_z + v_x * tilt_y - v_y * tilt_x;
    const double through = std::hypot(v_x, v_y, s.actuator(8) - normal);
    const double momentum = 2 * 1.1 * M_PI * x.radius * x.radius * s.actuator(8) * through;
    CHECK(r.actuator(8) ==
          Approx((thrust - momentum) / (8.0 / 3 * 1.1 * std::pow(x.radius, 3))).epsilon(1e-11));
  }
}

TEST_CASE("the tip-path plane has the time constant of the textbooks") {
  const XCell x;
  const double g = x.lock_number() / 16;
  SECTION("without hub stiffness: 16 / (gamma w) (1 + (gamma / 16)^2)") {  // Padfield 3.2.1
    const Helicopter v = helicopter(x);
    const auto s = flapping_eigenvalue(flapping_of(v), at_rest(v));
    CHECK(s.real() == Approx(-1 / (16 / (x.lock_number() * x.speed) * (1 + g * g))).epsilon(1e-12));
    // Heli.cpp: on-axis w_in and off-axis w_off.
    const double f = g * x.speed, off = x.speed / (1 + std::pow(x.speed / f, 2));
    CHECK(std::abs(s.real()) == Approx(x.speed / f * off).epsilon(1e-12));
    CHECK(std::abs(s.imag()) == Approx(off).epsilon(1e-12));
    CHECK(flapping_motion(v, x.speed).time_constant_s == Approx(-1 / s.real()).epsilon(1e-12));
  }
  SECTION("with hub stiffness, as flapping_motion() reports it") {
    for (const double stiffness : {20.0, 100.0, 1e4}) {
      const Helicopter v = helicopter(x, stiffness);
      const FlappingMotion motion = flapping_motion(v, x.speed);
      const auto s = flapping_eigenvalue(flapping_of(v), at_rest(v));
      CHECK(s.real() == Approx(-1 / motion.time_constant_s).epsilon(1e-12));
      CHECK(std::abs(s) == Approx(motion.eigenvalue_1_s).epsilon(1e-12));
      // Padfield 3.2.1: lambda^2 = 1 + K_beta / (I_beta w^2), S = 8 (lambda^2 - 1) / gamma; the
      // stiffness of one of two blades is that of the hub.
      const double ratio2 = 1 + stiffness / (x.blade_inertia * x.speed * x.speed);
      CHECK(motion.frequency_ratio == Approx(std::sqrt(ratio2)).epsilon(rounding));
      CHECK(motion.stiffness_number == Approx(8 * (ratio2 - 1) / x.lock_number()).epsilon(1e-11));
    }
  }
}

TEST_CASE("cyclic pitch tilts the disc as the textbooks say") {
  const XCell x;
  SECTION("freely flapping blades follow the swashplate, 90 degrees behind") {
    const Helicopter v = helicopter(x, 0, 0);
    State s = at_rest(v);
    s.actuator(2) = 0.05;
    const auto [back, right] = settled(flapping_of(v), s);
    CHECK(right == Approx(0.05).epsilon(1e-11));
    CHECK(std::fabs(back) < rounding);
    s.actuator(2) = 0, s.actuator(3) = 0.05;  // lowers the nose
    const auto [nose_back, nose_right] = settled(flapping_of(v), s);
    CHECK(nose_back == Approx(-0.05).epsilon(1e-11));
    CHECK(std::fabs(nose_right) < rounding);
  }
  SECTION("stiffness turns the response by atan(S) and weakens it by 1 / sqrt(1 + S^2)") {
    const Helicopter v = helicopter(x, 60);
    const double S = flapping_motion(v, x.speed).stiffness_number;
    State s = at_rest(v);
    s.actuator(2) = 0.05;
    const auto [back, right] = settled(flapping_of(v), s);
    CHECK(std::hypot(back, right) == Approx(0.05 / std::sqrt(1 + S * S)).epsilon(1e-11));
    CHECK(std::fabs(std::atan2(back, right)) == Approx(std::atan(S)).epsilon(1e-11));
    // Heli.cpp: 0 = b1 - A1 + dir kc a1 and 0 = a1 - dir kc b1, with dir = -1 and kc = S: a
    // clockwise rotor with hub stiffness takes the nose down as it rolls to the right.
    CHECK(right == Approx(0.05 / (1 + S * S)).epsilon(1e-11));
    CHECK(back == Approx(-S * right).epsilon(1e-11));
  }
}

TEST_CASE("the disc lags behind body rates on both axes") {
  // Padfield 3.2.1 and Bramwell 3.4, without stiffness: 16 / (gamma w) on the axis, 1 / w off it.
  // Padfield's rotor turns counter-clockwise: beta_1c = 16 q / (gamma w) - p / w and beta_1s = 16 p
  // / (gamma w) + q / w, forward and to the left. Seen in a mirror, a clockwise disc goes to the
  // right with -p, and the sign off the axis changes.
  const XCell x;
  const Helicopter v = helicopter(x, 0, 0);
  State s = at_rest(v);
  s.set_body_rate({0.3, 0, 0});
  const auto [back, right] = settled(flapping_of(v), s);
  CHECK(right == Approx(-0.3 * 16 / (x.lock_number() * x.speed)).epsilon(1e-11));
  CHECK(back == Approx(-0.3 / x.speed).epsilon(1e-11));
  s.set_body_rate({0, 0.3, 0});
  const auto [pitch_back, pitch_right] = settled(flapping_of(v), s);
  CHECK(pitch_back == Approx(-0.3 * 16 / (x.lock_number() * x.speed)).epsilon(1e-11));
  CHECK(pitch_right == Approx(0.3 / x.speed).epsilon(1e-11));
}

TEST_CASE("airspeed tilts the disc back") {
  // Bramwell 3.4 at small advance ratio: a_1 = 2 mu (4 theta_0 / 3 - lambda_i), written by Heli.cpp
  // as da1/du = 2 / (w R) (8 C_T / (a sigma) + sqrt(C_T / 2)).
  const XCell x;
  const Helicopter v = helicopter(x, 0, 0);
  const Dynamics d = flapping_of(v);
  State s = at_rest(v);
  const double tip = x.speed * x.radius, thrust = d.rotor_load(0, s, {}).thrust;
  const double C_T = thrust / (x.density * M_PI * std::pow(x.radius * tip, 2));
  const double solidity = 2 * x.chord / (M_PI * x.radius);
  const double slope = 2 / tip * (8 * C_T / (x.slope * solidity) + std::sqrt(C_T / 2));
  s.set_velocity({1e-4, 0, 0});
  const auto [back, right] = settled(d, s);
  CHECK(back == Approx(1e-4 * slope).epsilon(1e-8));  // the square of the advance ratio: 1e-12
  CHECK(std::fabs(right) < 1e-8 * back);
  // And with 10 m/s, mu = 0.093, its own correction 1 / (1 - mu^2 / 2).
  s.set_velocity({10, 0, 0});
  const double mu = 10 / tip;
  CHECK(settled(d, s)[0] == Approx(10 * slope / (1 - mu * mu / 2)).epsilon(1e-10));
}

TEST_CASE("the hub carries (K + h T) times the flapping") {
  const XCell x;
  Helicopter v = helicopter(x, 40);
  v.main_rotor.flapping->hinge_offset = 0.02;
  v.tail_drag_kg_m = 0;
  const Dynamics d = flapping_of(v);
  const State level = at_rest(v);
  State tilted = level;
  tilted.actuator(6) = 0.02, tilted.actuator(7) = 0.03;
  const Vec3<double> alpha = rate_of(d, tilted).body_rate() - rate_of(d, level).body_rate();
  const Vec3<double> a = rate_of(d, tilted).velocity() - rate_of(d, level).velocity();
  const double T = d.rotor_load(0, tilted, {}).thrust;
  const double hinge = x.blade_inertia * 1.5 * 0.02 / 0.98 * x.speed * x.speed;  // N_b / 2 = 1
  CHECK(0.296 * alpha.x == Approx((40 + hinge + 0.277114 * T) * 0.03).epsilon(1e-10));
  CHECK(0.436 * alpha.y == Approx((40 + hinge + 0.277114 * T) * 0.02).epsilon(1e-10));
  CHECK(a.x == Approx(-T * 0.02 / x.mass).epsilon(1e-10));
  CHECK(a.y == Approx(T * 0.03 / x.mass).epsilon(1e-10));
}

TEST_CASE("infinitely stiff blades are a rigid disc with the damping of its own rates") {
  // The moment on the body is N - J w z x omega - c omega, with c = gamma J w / 16, and the time
  // constant vanishes as 1 / K.
  const XCell x;
  constexpr double stiffness = 1e8;
  const Helicopter v = helicopter(x, stiffness, 0), slack = helicopter(x, 2 * stiffness, 0);
  CHECK(flapping_motion(v, x.speed).time_constant_s ==
        Approx(2 * flapping_motion(slack, x.speed).time_constant_s).epsilon(1e-4));
  const Dynamics d = flapping_of(v);
  State s = at_rest(v);
  s.set_body_rate({0.2, -0.1, 0});
  s.actuator(2) = 0.03, s.actuator(3) = -0.02;
  const auto [back, right] = settled(d, s);
  const double size = x.inertia() * x.speed, c = x.lock_number() / 16 * size;
  // Cyclic pitch: c w per radian, about the other axis.
  const double N_x = -c * x.speed * -0.02, N_y = c * x.speed * 0.03;
  const double o_x = 0.2, o_y = 0.1;  // about forward and left
  // c w / K is 3e-6 of moments up to 7 N m, which partly cancel.
  CHECK(stiffness * right == Approx(N_x + size * o_y - c * o_x).margin(1e-4));
  CHECK(-stiffness * back == Approx(N_y - size * o_x - c * o_y).margin(1e-4));
}

TEST_CASE("inflow obeys momentum theory in hover and climb") {
  const XCell x;
  const Helicopter v = helicopter(x);
  const Dynamics d = flapping_of(v);
  State s = at_rest(v);
  const double T = d.rotor_load(0, s, {}).thrust, hover = x.inflow(T);
  CHECK(T == Approx(x.weight() * std::cos(v.operating_points.first_hover.roll_rad)).epsilon(1e-12));
  CHECK(s.actuator(8) == Approx(hover).epsilon(rounding));
  CHECK(std::fabs(rate_of(d, s).actuator(8)) < 1e-10);
  // Climb at 3 m/s (Leishman 2.13): v = -V / 2 + sqrt((V / 2)^2 + v_h^2) for the thrust it has
  // then.
  s.set_velocity({0, 0, -3});
  for (int k = 0; k < 200; ++k) s.actuator(8) += 0.01 * rate_of(d, s).actuator(8);
  const double there = x.inflow(d.rotor_load(0, s, {}).thrust);
  CHECK(s.actuator(8) == Approx(-1.5 + std::sqrt(2.25 + there * there)).epsilon(1e-9));
  // Shaft power: what the thrust does on the air and the vehicle, and the profile power.
  const Load<double> load = d.rotor_load(0, s, {});
  CHECK(load.torque * x.speed ==
        Approx(load.thrust * (3 + s.actuator(8)) + x.torque(0, x.speed) * x.speed).epsilon(1e-10));
}

TEST_CASE("inflow settles at the rate of the closed form") {
  // Leishman 10.9 for uniform inflow, in units of tip speed and turns: 8 / (3 pi) lambda' / w = C_T
  // - 2 lambda^2, where blades from the shaft on lose C_T by sigma a / 4 per lambda.
  const XCell x;
  const Helicopter v = helicopter(x);
  const Dynamics d = flapping_of(v);
  State s = at_rest(v);
  const double hover = s.actuator(8), solidity = 2 * x.chord / (M_PI * x.radius);
  const double pole =
      x.speed * 3 * M_PI / 8 * (solidity * x.slope / 4 + 4 * hover / (x.speed * x.radius));
  CHECK(inflow_pole_1_s(v) == Approx(pole).epsilon(1e-12));
  const auto rate = [&](double inflow) {
    s.actuator(8) = inflow;
    return rate_of(d, s).actuator(8);
  };
  // The rate is quadratic, of which a central difference is exact.
  CHECK((rate(hover - 0.5) - rate(hover + 0.5)) == Approx(pole).epsilon(1e-10));
  constexpr IntegratorKind rk4 = integrator_number<Rk4Integrator>;  // stable up to 2.785
  CHECK(is_flyable(v, rk4, 2.78 / pole));
  CHECK_FALSE(is_flyable(v, rk4, 2.79 / pole));
}

/// The limits that a state exceeds, in the order of their bits.
std::string exceeded(const Dynamics& d, const State& s) {
  std::string names;
  const auto now = d.exceeded_limits(s);
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k] != 0) names += std::string(helicopter_limits[k].name) + " ";
  }
  return names;
}

TEST_CASE("flapping blades are known outside the vortex ring") {
  const XCell x;
  const Helicopter v = helicopter(x);
  const Dynamics d = flapping_of(v);
  const double hover = x.inflow(x.weight());
  // At the inflow of momentum theory, v hypot(v + climb, across) = hover^2, on its upper branch.
  const auto at = [&](double climb, double across) {
    State s = at_rest(v);
    s.set_velocity({across * hover, 0, -climb * hover});
    double low = std::max(-climb, 0.0), high = 5;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (middle * std::hypot(middle + climb, across) < 1 ? low : high) = middle;
    }
    s.actuator(8) = low * hover;
    return exceeded(d, s);
  };
  // The bounds of W. Johnson, NASA/TP-2005-213477: 0.45 and 1.5 of the induced velocity in hover,
  // and 0.95 across.
  for (const double descent : {0.46, 0.975, 1.13, 1.49}) CHECK(at(-descent, 0) == "vortex_ring ");
  for (const double descent : {-3.0, -1.0, 0.0, 0.44, 1.51, 3.0}) CHECK(at(-descent, 0).empty());
  CHECK(at(-0.975, 0.94) == "vortex_ring ");
  CHECK(at(-0.975, 0.96).empty());
  // A rotor without thrust, or with a negative one, has no wake.
  State s = at_rest(v);
  s.set_velocity({0, 0, hover});
  for (const double inflow : {0.0, -1.0}) {
    s.actuator(8) = inflow;
    CHECK(exceeded(d, s).empty());
  }
}

TEST_CASE("flapping blades are known for small angles and little reversed flow") {
  XCell x;
  const double degree = M_PI / 180;
  {
    const Helicopter v = helicopter(x);
    State s = at_rest(v);
    for (const double turn : {0.0, 1.0, 2.5, 4.0}) {
      const auto tilted = [&](double angle) {
        s.actuator(6) = angle * std::cos(turn), s.actuator(7) = angle * std::sin(turn);
        return exceeded(flapping_of(v), s);
      };
      CHECK(tilted(14.99 * degree).empty());
      CHECK(tilted(15.01 * degree) == "flapping_angle ");
    }
  }
  // Blades from the shaft on: up to 0.3 of the radius. Others: up to their inner ends.
  for (const auto& [root, advance] :
       {std::pair(0.0, 0.3), std::pair(0.1, 0.3), std::pair(0.5, 0.5)}) {
    x.root = root * x.radius;
    const Helicopter v = helicopter(x);
    const Dynamics d = flapping_of(v);
    State s = at_rest(v);
    const double tip = x.speed * x.radius;
    s.set_velocity({0, 0.99 * advance * tip, 0});  // along the shaft of the tail rotor
    CHECK(exceeded(d, s).empty());
    s.set_velocity({0, 1.01 * advance * tip, 0});
    CHECK(exceeded(d, s) == "main_rotor_flow_reversed ");
  }
  // 0.3 is where the square of a reversed speed makes 1 % too much lift.
  double lift = 0, square = 0;
  for (int k = 0; k < 720; ++k) {
    for (int j = 0; j < 1000; ++j) {
      const double speed = (j + 0.5) / 1000 + 0.3 * std::sin(2 * M_PI * k / 720);
      lift += speed * std::fabs(speed), square += speed * speed;
    }
  }
  CHECK(square / lift - 1 == Approx(0.0102).margin(1e-4));
}

TEST_CASE("two hovers give the blades that they were computed from") {
  XCell x;
  x.root = 0.18288;
  const BladeCoefficients b = main_blades(helicopter(x));
  const double slope = x.density * 2 * x.chord * x.slope / 4;  // rho b c a / 2, pi absorbed: over 2
  CHECK(std::fabs(b.lift_0) < 1e-10 * slope);
  CHECK(b.lift_1 == Approx(slope).epsilon(1e-9));
  CHECK(b.drag_0 == Approx(x.density * 2 * x.chord * x.drag / 4).epsilon(1e-9));
  CHECK(std::fabs(b.drag_2) < 1e-9 * b.drag_0);
}

TEST_CASE("a rotor at rest does not end the flight of the others") {
  const Helicopter v = helicopter({}, 40);
  State s = at_rest(v);
  s.actuator(0) = 0;
  for (const double x : rate_of(flapping_of(v), s).x) CHECK(std::isfinite(x));
}

}  // namespace
}  // namespace montecopter
