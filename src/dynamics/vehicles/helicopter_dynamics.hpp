#pragma once
/// Right-hand side of the helicopter over lanes: docs/models.md 1.6. The same source for every S.
/// Numbered equations are from the MARVIN document. It counts in forward, left, up (here: the axes
/// F), and so do the discs; forces and moments are flipped to forward, right, down where they meet
/// the body. The velocity of the air relative to the body, v_a of the document, is v_BA_F.
///
/// Integrators call derivative() for each stage. After each step, Flight::advance() calls
/// after_step(), which moves servos that are held over a step, and limit(). First, derivative()
/// computes velocity and density of the air, and thrust, torque and moments of both discs. Then
/// come the acceleration of the shaft that all rotors share, force and moment on the body, the
/// servos, and the forces of the ground. Actuators of the state: the speed of the main rotor, then
/// five servos in the order of `helicopter_controls` (collective, cyclic x, y, tail, throttle), and
/// with flapping blades the `flapping_states`. Constants are a sample's own
/// (helicopter_constants.hpp).

#include <limits>
#include <type_traits>

#include "dynamics/environment/world.hpp"
#include "dynamics/rotors/known_range.hpp"
#include "dynamics/rotors/rotor_law.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/flapping_rotor.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"
#include "dynamics/vehicles/load_terms.hpp"
#include "dynamics/vehicles/thrust_fraction.hpp"

namespace montecopter {

/// `flaps`: the blades of the main rotor flap; otherwise its disc is rigid.
template <class S_, class World_ = World<S_>, bool flaps_ = false>
struct HelicopterDynamics {
  using S = S_;
  using Form = HelicopterForm;
  /// Properties known when compiled: here there are none for which integrators could spend compile
  /// time.
  static constexpr bool known_terms = false, known_parts = false, has_long_derivative = false;
  /// Properties of the vehicle, see README.md of this folder.
  static constexpr bool has_battery = true, has_after_step = true, has_limits = true;
  static constexpr bool has_servos = true, has_contact = true, has_folded_rotors = false;
  static constexpr bool has_main_rotor = true, is_continuous = false;
  static constexpr int rotors = 2;  ///< main, tail
  static constexpr bool flaps = flaps_;
  static constexpr int first_flapping = 6;  ///< speed of the main rotor and servos come before
  static constexpr int actuators =
      first_flapping + (flaps ? static_cast<int>(flapping_states.size()) : 0);
  static constexpr int throttle = 4;  ///< in `helicopter_controls`
  using StateType = State<S, actuators>;
  using Constants = HelicopterConstants<S>;

  /// Quantities that are held over a step.
  struct Input {
    std::array<S, helicopter_controls.size()> command;  ///< targets of the servos, clamped
    /// Accelerations by process noise and pulses: force / m [m/s2], world axes, and J^-1 moment
    /// [rad/s2], body axes.
    Vec3<S> f_W = {S(0.0), S(0.0), S(0.0)};
    Vec3<S> alpha_B = {S(0.0), S(0.0), S(0.0)};
  };

  Constants c;
  World_ world;
  Contact<S> contact = {};  ///< without points there is none

  static HelicopterDynamics make(const Form&, const Constants& constants, const World_& world,
                                 const Contact<S>& contact) {
    return {constants, world, contact};
  }

  static constexpr int size() { return rigid_body_size + actuators; }
  static constexpr int controls() { return static_cast<int>(helicopter_controls.size()); }

  S clamp_command(int i, const S& raw) const { return clamp(raw, c.servo[i].low, c.servo[i].high); }

  /// A clamped command within what a battery leaves of its limits: `command_limit`, a fraction of
  /// the highest throttle. Servos of the pitch do not depend on the battery of the engine.
  S within_command_limit(int i, const S& command_limit, const S& command) const {
    if (i != throttle) return command;
    const S zero(0.0);
    return min(command, select(zero < command_limit, command_limit * c.servo[i].high, zero));
  }

  /// Moves servos that are held over a step of h seconds, at its end; before limit().
  void after_step(double h, const Input& input, StateType& state) const {
    const S fraction = S(h) * c.servo_step_rate;
    for (int i = 0; i < controls(); ++i) {
      S& position = state.actuator(1 + i);
      position = fma(input.command[i] - position, fraction, position);
    }
  }

  /// Limits of the states, applied after each step.
  void limit(StateType& state) const {
    state.actuator(0) = max(state.actuator(0), S(0.0));
    for (int i = 0; i < controls(); ++i) {
      state.actuator(1 + i) = clamp_command(i, state.actuator(1 + i));
    }
    for (int k = 10; k < 13; ++k) state.x[k] = clamp(state.x[k], -c.rate_limit, c.rate_limit);
  }

  /// x' = f(x, input).
  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    const Rotation<S> R_WB(state.attitude());
    const Vec3<S> v_BA_F = relative_air_velocity(R_WB, state);
    const S density = density_ratio(state);
    const MainLoad main = main_load(state, v_BA_F, density);
    const Disc tail = tail_disc(state, v_BA_F, density);
    const S speed_rate = rotor_acceleration(state, density, main, tail);
    const S F_T = tail_force(state, v_BA_F, tail);
    rate.set_position(state.velocity());
    rate.set_velocity(acceleration(R_WB, state, input, body_force(v_BA_F, main, F_T)));
    rate.set_attitude(half_product(state.attitude(), state.body_rate()));
    rate.set_body_rate(
        angular_acceleration(state, input, body_moment(main, tail, F_T), speed_rate));
    rate.actuator(0) = speed_rate;
    for (int i = 0; i < controls(); ++i) {
      rate.actuator(1 + i) = c.servo_rate * (input.command[i] - state.actuator(1 + i));
    }
    if constexpr (flaps) {
      rate.actuator(first_flapping) = main.rate.back;
      rate.actuator(first_flapping + 1) = main.rate.right;
      rate.actuator(first_flapping + 2) = main.rate.inflow;
    }
    if (contact.points > 0) contact.push(R_WB, state, rate);
  }

  S gravity(const S& z) const { return world.gravity(z); }

  Contact<S>& own_contact() { return contact; }
  const Contact<S>& own_contact() const { return contact; }

  /// Velocity of the air [m/s], NED; held over a step.
  const Vec3<S>& wind() const { return world.wind(); }
  void set_wind(const Vec3<S>& v_WA_W) { world.c.wind = v_WA_W; }

  /// J^-1 M for a moment that is an input.
  Vec3<S> angular_acceleration_of(const Vec3<S>& M_B) const { return c.inverse_inertia * M_B; }

  static constexpr int rotor_count() { return rotors; }
  /// Position of a servo, in command order.
  const S& servo(int i, const StateType& state) const { return state.actuator(1 + i); }
  /// Speed of a rotor [rad/s]: 0 is the main rotor, 1 the tail rotor.
  S rotor_speed(int i, const StateType& state) const {
    return i == 0 ? main_rotor_speed(state) : c.tail_gear * main_rotor_speed(state);
  }

  const S& main_rotor_speed(const StateType& state) const { return state.actuator(0); }

  /// Thrust [N], upwards or to the left, and drag torque [N m] against the rotor's turning.
  Load<S> rotor_load(int i, const StateType& state, const Input&) const {
    const Vec3<S> v_BA_F = relative_air_velocity(Rotation<S>(state.attitude()), state);
    const S density = density_ratio(state);
    if (i == 0) {
      const MainLoad main = main_load(state, v_BA_F, density);
      return {main.thrust, main.torque};
    }
    const Disc tail = tail_disc(state, v_BA_F, density);
    return {tail.thrust, tail.torque};
  }

  /// One of the `flapping_states`; NaN for a rigid disc.
  S flapping(int i, const StateType& state) const {
    if constexpr (flaps) return state.actuator(first_flapping + i);
    return S(std::numeric_limits<double>::quiet_NaN());
  }

  /// Thrust of the main rotor by that at the highest collective, at the same speed and in the same
  /// air.
  S thrust_fraction(const StateType& state, const Input&) const {
    const Vec3<S> v_BA_F = relative_air_velocity(Rotation<S>(state.attitude()), state);
    const S density = density_ratio(state);
    StateType highest = state;
    highest.actuator(1) = c.servo[0].high;
    return fraction_of(main_load(state, v_BA_F, density).thrust,
                       main_load(highest, v_BA_F, density).thrust);
  }

  /// Power of the engine at the main shaft [W].
  S shaft_power(const StateType& state, const Input&) const {
    return engine_torque(state, density_ratio(state)) * state.actuator(0);
  }

  /// The vehicle's own terms of forces and moments, of a mass [kg], and those of the ground.
  [[gnu::noinline]] void add_loads(const StateType& state, const Input&, const S& mass,
                                   LoadTerms<S>& loads) const {
    const Rotation<S> R_WB(state.attitude());
    const Vec3<S> v_BA_F = relative_air_velocity(R_WB, state), still = {S(0.0), S(0.0), S(0.0)};
    const S density = density_ratio(state);
    const MainLoad main = main_load(state, v_BA_F, density);
    const Disc tail = tail_disc(state, v_BA_F, density);
    const Disc none = {S(0.0), S(0.0), S(0.0), S(0.0)};
    const S F_T = tail_force(state, v_BA_F, none);  // its drag
    loads.add_body(ForceTerm::thrust, body_force(still, main, tail.thrust));
    loads.add_body(ForceTerm::drag, body_force(v_BA_F, none, F_T));
    loads.add_world(ForceTerm::gravity, {S(0.0), S(0.0), mass * gravity(state.x[2])});
    loads.add_body(MomentTerm::rotors, body_moment(main, tail, tail.thrust));
    loads.add_body(MomentTerm::aero, body_moment(none, none, F_T));
    const S speed_rate = rotor_acceleration(state, density, main, tail);
    const Vec3<S> inertia = {S(0.0), c.tail_inertia, c.main_inertia};  // momentum per rotor speed
    const Vec3<S> turned = {S(0.0), c.tail_inertia, flaps ? S(0.0) : c.main_inertia};
    loads.add_body(
        MomentTerm::gyroscopic,
        still - fma(state.actuator(0), cross(state.body_rate(), turned), speed_rate * inertia));
    if (contact.points > 0) add_contact(contact, R_WB, state, loads);
  }

  /// 1 for each of the `helicopter_limits` that the state exceeds, else 0; flights of rigid discs
  /// have no vortex ring. The equations square the speed of the air, so they go on with too much
  /// lift and drag where the flow is reversed. That begins at hypot(v_ax, v_ay) = omega_r R_M1 and
  /// hypot(v_ax, v_az) = n_T omega_r R_T1.
  std::array<S, helicopter_limit_count> exceeded_limits(const StateType& state) const {
    const Vec3<S> v_BA_F = relative_air_velocity(Rotation<S>(state.attitude()), state);
    const S main = rotor_speed(0, state) * c.main.reversed_radius;
    const S tail = rotor_speed(1, state) * c.tail.reversed_radius;
    const S x2 = v_BA_F.x * v_BA_F.x, across2 = fma(v_BA_F.y, v_BA_F.y, x2);
    const S zero(0.0), one(1.0);
    std::array<S, helicopter_limit_count> exceeded = {
        select(across2 < main * main, zero, one),
        select(fma(v_BA_F.z, v_BA_F.z, x2) < tail * tail, zero, one), zero, zero};
    if constexpr (flaps) {
      const DiscState<S> tilt = disc_state(state);
      const S tilt2 = fma(tilt.back, tilt.back, tilt.right * tilt.right);
      exceeded[vortex_ring_place] = in_vortex_ring(state);
      exceeded[flapping_angle_place] =
          select(S(largest_flapping_rad * largest_flapping_rad) < tilt2, one, zero);
    }
    return exceeded;
  }

  /// 1 in the vortex ring state of the main rotor, else 0. The induced velocity in hover is that of
  /// the thrust, which with inflow is the momentum of the air.
  S in_vortex_ring(const StateType& state) const {
    const Vec3<S> v_BA_F = relative_air_velocity(Rotation<S>(state.attitude()), state);
    const S across2 = fma(v_BA_F.y, v_BA_F.y, v_BA_F.x * v_BA_F.x);
    if constexpr (flaps) {
      const DiscState<S> tilt = disc_state(state);
      const S climb = passing_velocity(tilt, v_BA_F), down = tilt.inflow + climb;
      return vortex_ring(climb, across2, tilt.inflow * sqrt(fma(down, down, across2)));
    } else {
      const S thrust = main_disc(state, v_BA_F, S(1.0)).thrust;
      return vortex_ring(-v_BA_F.z, across2, c.hover2_per_thrust * thrust);
    }
  }

 private:
  /// Load of a rotor by the air: thrust along the shaft (up or left), and drag torque against its
  /// rotation. The moments are about x and about the other axis across the shaft (y or z).
  struct Disc {
    S thrust, torque, moment_x, moment_across;
  };

  using MainLoad = std::conditional_t<flaps, FlappingLoad<S>, Disc>;

  /// Load of the main rotor, and the rates of flapping blades.
  MainLoad main_load(const StateType& state, const Vec3<S>& v_BA_F, const S& density) const {
    if constexpr (flaps) {
      const Vec3<S> w_WB_B = state.body_rate();
      return flapping_load<S>(c.main, c.flapping, c.main_inertia, disc_state(state),
                              {v_BA_F, density, w_WB_B.x, w_WB_B.y, state.actuator(0),
                               state.actuator(1), state.actuator(2), state.actuator(3)});
    } else {
      return main_disc(state, v_BA_F, density);
    }
  }

  /// State of flapping blades; a template because a rigid disc has none.
  static DiscState<S> disc_state(const auto& state) {
    return {state.actuator(first_flapping), state.actuator(first_flapping + 1),
            state.actuator(first_flapping + 2)};
  }

  static Vec3<S> flipped(const Vec3<S>& a) { return {a.x, -a.y, -a.z}; }

  /// Equation 21: velocity of the air relative to the body; forward, left, up.
  Vec3<S> relative_air_velocity(const Rotation<S>& R_WB, const StateType& state) const {
    return flipped(R_WB.inverse(world.wind() - state.velocity()));
  }

  S density_ratio(const StateType& state) const {
    return world.air(state.position().z).density_kg_m3 * c.inverse_density;
  }

  /// Equations 29, 34, 35 (from 11, 14, 15) and 22 (from 19). With s = v_ax^2 + v_ay^2 and q = p_y
  /// v_ax - p_x v_ay, it holds that (p_x v_ax + p_y v_ay)^2 = (p_x^2 + p_y^2) s - q^2. They shorten
  /// to
  ///
  ///   F_M =  (C_1 + C_2 p_c) (A w^2 + B s) + 4 E C_2 w q
  ///
  ///   M_x = -v_ax m - C_2 D p_y      m = (C_1 + C_2 p_c) A w + C_2 E q
  ///   M_y = -v_ay m + C_2 D p_x      D = w^2 (R2^5 - R1^5) / 5 + E s / 2
  ///   M_M = (K_1 + K_2 p_c^2) (2 D + E s) + K_2 ((p_x^2 + p_y^2) D + q (2 A w p_c + E q))
  ///
  /// where A = (R2^4 - R1^4) / 2, B = (R2^2 - R1^2) / 2 and E = (R2^3 - R1^3) / 6.
  Disc main_disc(const StateType& state, const Vec3<S>& v_BA_F, const S& density) const {
    const FoldedDisc<S>& d = c.main;
    const S &w = state.actuator(0), &p_c = state.actuator(1);
    const S &p_x = state.actuator(2), &p_y = state.actuator(3);
    const S s = fma(v_BA_F.x, v_BA_F.x, v_BA_F.y * v_BA_F.y);
    const S q = fnma(p_x, v_BA_F.y, p_y * v_BA_F.x);
    const S w2 = w * w, Es = d.radii_3 * s, Eq = d.radii_3 * q, Aw = d.radii_4 * w;
    const S D = fma(d.radii_5, w2, S(0.5) * Es);
    const S lift = fma(d.lift_1, p_c, d.lift_0), drag = fma(d.drag_2, p_c * p_c, d.drag_0);
    const S cyclic = d.lift_1 * D;
    const S m = fma(lift, Aw, d.lift_1 * Eq);
    const S cyclic_drag = fma(fma(p_x, p_x, p_y * p_y), D, q * fma(S(2.0) * Aw, p_c, Eq));
    const S steady = lift * fma(d.radii_4, w2, d.radii_2 * s);
    return {density * fma(S(4.0) * d.lift_1 * w, Eq, steady),
            density * fma(drag, fma(S(2.0), D, Es), d.drag_2 * cyclic_drag),
            density * fnma(v_BA_F.x, m, -(cyclic * p_y)),
            density * fnma(v_BA_F.y, m, cyclic * p_x)};
  }

  /// Equations 28 (without the drag of the tail), 34, 36 and 23: the same without cyclic pitch, for
  /// v_az and v_ax in place of v_ax and v_ay.
  Disc tail_disc(const StateType& state, const Vec3<S>& v_BA_F, const S& density) const {
    const FoldedDisc<S>& d = c.tail;
    const S w = c.tail_gear * state.actuator(0);
    const S& p_t = state.actuator(4);
    const S s = fma(v_BA_F.x, v_BA_F.x, v_BA_F.z * v_BA_F.z);
    const S w2 = w * w, Es = d.radii_3 * s;
    const S lift = density * fma(d.lift_1, p_t, d.lift_0);
    const S drag = density * fma(d.drag_2, p_t * p_t, d.drag_0);
    const S m = lift * (d.radii_4 * w);
    return {lift * fma(d.radii_4, w2, d.radii_2 * s),
            drag * fma(S(2.0) * d.radii_5, w2, S(2.0) * Es), -(v_BA_F.x * m), -(v_BA_F.z * m)};
  }

  /// Equation 26.
  S engine_torque(const StateType& state, const S& density) const {
    return density * c.engine_gain * max(state.actuator(1 + throttle), S(0.0));
  }

  /// Equations 25, 26 and 27 (whose n_T J_T has to be n_T^2 J_T). A throttle below idle does not
  /// brake.
  S rotor_acceleration(const StateType& state, const S& density, const MainLoad& main,
                       const Disc& tail) const {
    const S engine = engine_torque(state, density);
    const S load = fma(c.tail_gear, tail.torque, fma(c.friction, state.actuator(0), main.torque));
    return (engine - load) * c.inverse_train;
  }

  /// Equation 28: thrust of the tail rotor and drag of the tail, to the left. The drag, as that of
  /// the body, has no density: its f are what they are.
  S tail_force(const StateType& state, const Vec3<S>& v_BA_F, const Disc& tail) const {
    const S swing = fnma(state.body_rate().z, c.tail_arm, v_BA_F.y);  // v_ay + omega_z d_T, z up
    return fma(c.tail_drag * swing, abs(swing), tail.thrust);
  }

  /// Equations 30 to 32, and the thrust of flapping blades across the shaft.
  template <class Main>
  Vec3<S> body_force(const Vec3<S>& v_BA_F, const Main& main, const S& F_T) const {
    Vec3<S> F = {c.body_drag.x * v_BA_F.x * abs(v_BA_F.x),
                 fma(c.body_drag.y * v_BA_F.y, abs(v_BA_F.y), F_T),
                 fma(c.body_drag.z * v_BA_F.z, abs(v_BA_F.z), main.thrust)};
    if constexpr (requires { main.force_x; }) {
      F.x = F.x + main.force_x, F.y = F.y + main.force_y;
    }
    return flipped(F);
  }

  /// Equations 34 to 36 but for the reaction of rotors that speed up, which angular_acceleration()
  /// has. The hub is at (-m_x, -m_y).
  template <class Main>
  Vec3<S> body_moment(const Main& main, const Disc& tail, const S& F_T) const {
    Vec3<S> M = {fma(main.thrust, c.hub_y, main.moment_x + tail.moment_x),
                 fnma(main.thrust, c.hub_x, main.moment_across + tail.torque),
                 fnma(F_T, c.tail_arm, main.torque + tail.moment_across)};
    if constexpr (requires { main.force_x; }) {
      M.z = fma(c.hub_x, main.force_y, fnma(c.hub_y, main.force_x, M.z));
    }
    return flipped(M);
  }

  /// Equation 33.
  Vec3<S> acceleration(const Rotation<S>& R_WB, const StateType& state, const Input& input,
                       const Vec3<S>& F_B) const {
    Vec3<S> a_WB_W = fma(c.inverse_mass, R_WB * F_B, input.f_W);
    a_WB_W.z = a_WB_W.z + world.gravity(state.position().z);
    return a_WB_W;
  }

  /// Equation 37 with the term omega x J omega that it lacks: omega' = J^-1 (M - omega x (J omega +
  /// h) - h'). The main rotor turns clockwise seen from above, the tail rotor has its top go
  /// backwards. The springs of the hub alone turn blades that flap.
  Vec3<S> angular_acceleration(const StateType& state, const Input& input, const Vec3<S>& M_B,
                               const S& speed_rate) const {
    const Vec3<S> w_WB_B = state.body_rate();
    Vec3<S> H_B = c.inertia * w_WB_B;
    H_B.y = fma(c.tail_inertia, state.actuator(0), H_B.y);
    if constexpr (!flaps) H_B.z = fma(c.main_inertia, state.actuator(0), H_B.z);
    Vec3<S> net_M_B = M_B - cross(w_WB_B, H_B);
    net_M_B.y = fnma(c.tail_inertia, speed_rate, net_M_B.y);
    net_M_B.z = fnma(c.main_inertia, speed_rate, net_M_B.z);
    return c.inverse_inertia * net_M_B + input.alpha_B;
  }
};

}  // namespace montecopter
