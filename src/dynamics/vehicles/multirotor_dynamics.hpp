#pragma once
/// Right-hand side of the multirotor over lanes: docs/models.md 1.1 (core), 1.3 (terms), wind
/// replaced in every drag term. The same source for every S; rotors are summed in order.
///
///   v'     = g + R_WB f_B + f_W                        f: forces per mass, in body and world axes
///   omega' = J^-1 (M - omega x (J omega + h) - h')     h: angular momentum of the rotors
///
/// Integrators call derivative() for each stage, and Flight::advance() calls limit() after each
/// step. Recorders and the battery take the rotors' loads, and recorders of forces and moments take
/// the loads by term (add_loads()). The first part of derivative() is rotor_push(), which sums
/// thrust, moment and angular momentum of the rotors and sets the rates of their motors. Then it
/// computes the velocity relative to the air, v' (acceleration()), q', omega'
/// (angular_acceleration()), and the forces of the ground.
///
/// What may differ between vehicles is a type where it pays: number and pose of the rotors
/// (Rotors), rotor law and motor (Propulsion), terms (Terms): multirotor_kinds.hpp. Kernels choose
/// the types once per flight (simulate/kernels/). `c` holds the sample's constants
/// (multirotor_constants.hpp): each rotor is folded into columns, its thrust per mass and its
/// moments times J^-1. Events change `c`, and no equation knows of them. It is one file because it
/// is one right-hand side, in the order of its sums.

#include "dynamics/state.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/load_terms.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"
#include "dynamics/vehicles/multirotor_kinds.hpp"
#include "dynamics/vehicles/propulsion.hpp"
#include "dynamics/vehicles/thrust_fraction.hpp"
#include "dynamics/vehicles/wreck_drag.hpp"

namespace montecopter {

template <class S_, class Rotors_, class Propulsion_, class Terms_ = AnyTerms>
struct MultirotorDynamics {
  using S = S_;
  using Rotors = Rotors_;
  using Propulsion = Propulsion_;
  using Terms = Terms_;
  using Form = MultirotorForm;
  /// Whether integrators may spend compile time: everything that shapes the equations is a type.
  static constexpr bool known_terms = Terms::known, known_parts = Propulsion::known;
  static constexpr bool may_have_surface = Terms::may_have_surface;
  static constexpr bool may_be_wreck = Terms::may_be_wreck;
  static constexpr bool has_long_derivative =
      !Terms::known && (!Propulsion::is_short || may_have_surface);
  /// Properties of the vehicle, see README.md of this folder.
  static constexpr bool has_battery = true, has_after_step = false, has_limits = false;
  static constexpr bool has_servos = false, has_contact = !Terms::same_everywhere;
  static constexpr bool has_folded_rotors = true, has_main_rotor = false, is_continuous = false;
  static constexpr int actuators = Propulsion::most_states * Rotors::capacity;
  using StateType = State<S, actuators>;
  using Constants = MultirotorConstants<S, Rotors::capacity>;

  /// Quantities that are held over a step.
  struct Input {
    std::array<S, Rotors::capacity> command;  ///< clamped
    /// Accelerations by process noise and pulses: force / m [m/s2], world axes, and J^-1 moment
    /// [rad/s2], body axes.
    Vec3<S> f_W = {S(0.0), S(0.0), S(0.0)};
    Vec3<S> alpha_B = {S(0.0), S(0.0), S(0.0)};
    S supply = S(1.0);  ///< voltage of the battery of electric motors [V]; 1: their own is constant
  };

  MultirotorDynamics(const Form& form, const Constants& constants, const World<S>& world,
                     const Contact<S>& contact)
      : rotors(form.rotors),
        propulsion(form.law, form.motor),
        terms(form.terms),
        table(form.table),
        inflow_table(form.inflow_table),
        c(constants),
        around(world, contact),
        surface(form.surface) {
    if constexpr (!Terms::same_everywhere) {
      if (terms.interference) around.wakes.find(c.rotor, rotors.count());
    }
  }

  static MultirotorDynamics make(const Form& form, const Constants& constants,
                                 const World<S>& world, const Contact<S>& contact) {
    return {form, constants, world, contact};
  }

  Rotors rotors;
  Propulsion propulsion;
  Terms terms;
  const PerformanceTable& table;
  const InflowTable* inflow_table;
  Constants c;
  Around<S, Terms::same_everywhere> around;
  [[no_unique_address]] OwnSurface<S, may_have_surface> surface;
  [[no_unique_address]] WreckDrag<S, may_be_wreck> wreck;

  /// Number of commands.
  int controls() const { return rotors.count(); }
  /// Number of state components in use: the body, then the first state of every motor, then the
  /// second.
  int size() const { return rigid_body_size + propulsion.states() * rotors.count(); }

  S clamp_command(int i, const S& raw) const { return clamp(raw, c.rotor[i].low, c.rotor[i].high); }

  /// A clamped command within what a battery leaves of its limits: `command_limit`, a fraction of
  /// the highest speed in either direction. A rotor that is stuck has one limit, which stays.
  S within_command_limit(int i, const S& command_limit, const S& command) const {
    const S &low = c.rotor[i].low, &high = c.rotor[i].high, zero(0.0);
    const S highest = select(zero < high, command_limit * high, high);
    const S lowest = min(select(low < zero, command_limit * low, low), highest);
    return select(low == high, command, clamp(command, lowest, highest));
  }

  /// Limits of the states, applied after each step (docs/models.md 1.3).
  void limit(StateType& state) const {
    if (propulsion.states() > 0 && !propulsion.lags_load()) {
      for (int i = 0; i < rotors.count(); ++i) limit_motor(i, state);
    }
    if (terms.rate_limit) {
      for (int k = 10; k < 13; ++k) state.x[k] = clamp(state.x[k], -c.rate_limit, c.rate_limit);
    }
  }

  /// x' = f(x, input).
  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    // Either order gives the same bits. Which one g++ makes more of was measured (scripts/bench).
    Push push;
    if constexpr (Terms::known) push = rotor_push(state, input, rate);
    const Rotation<S> R_WB(state.attitude());
    const Vec3<S> v_AB_W = state.velocity() - around.wind();
    // Where no term needs it in body axes, its value is never used.
    const Vec3<S> v_AB_B = needs_body_air() ? R_WB.inverse(v_AB_W) : v_AB_W;
    if constexpr (!Terms::known) push = rotor_push(state, input, rate);
    if (has_surface()) push = with_surface(state, rate, v_AB_B, push);
    if (has_wreck_drag()) push = with_wreck_drag(state, v_AB_B, push);
    rate.set_position(state.velocity());
    rate.set_velocity(acceleration(state.x[2], R_WB, v_AB_W, v_AB_B, input, push.f_B));
    rate.set_attitude(half_product(state.attitude(), state.body_rate()));
    rate.set_body_rate(angular_acceleration(state.body_rate(), v_AB_B, input, push));
    if constexpr (!Terms::same_everywhere) {
      if (terms.contact) around.contact.push(R_WB, state, rate);
    }
  }

  /// Whether loads depend on the ground or on other rotors; then they are in N and N m.
  bool has_rotor_flow() const {
    if constexpr (Terms::same_everywhere)
      return false;
    else
      return terms.rotor_flow();
  }

  /// Whether there are identified forces and moments.
  bool has_surface() const {
    if constexpr (may_have_surface)
      return terms.surface;
    else
      return false;
  }

  /// Whether events give the vehicle the drag of a wreck.
  bool has_wreck_drag() const {
    if constexpr (may_be_wreck)
      return terms.wreck_drag;
    else
      return false;
  }

  S gravity(const S& z) const { return around.gravity(z); }

  /// Whether integrators may find the density of the air ahead of the stages that need it, two at a
  /// time. Each is a long chain, and most of the one fits into the waiting times of the other.
  static constexpr bool finds_density_ahead = Terms::known && !Terms::same_everywhere;
  [[gnu::noinline]] void find_densities(const S& z_1, const S& z_2, S* densities) const {
    densities[0] = around.world.air(z_1).density_kg_m3;
    densities[1] = around.world.air(z_2).density_kg_m3;
  }
  /// The density at the stage that follows; null: it is not known.
  void set_density(const S* density) const { density_ = density; }

  Contact<S>& own_contact() { return around.contact; }
  const Contact<S>& own_contact() const { return around.contact; }

  /// Velocity of the air [m/s], NED; held over a step.
  const Vec3<S>& wind() const { return around.wind(); }
  void set_wind(const Vec3<S>& v_WA_W) { around.set_wind(v_WA_W); }

  /// J^-1 M for a moment that is an input.
  Vec3<S> angular_acceleration_of(const Vec3<S>& M_B) const { return c.inverse_inertia * M_B; }

  int rotor_count() const { return rotors.count(); }
  /// Speed of rotor i, or what takes its place in the rotor law [unit of the command].
  const S& rotor_speed(int i, const StateType& state) const { return state.actuator(i); }
  /// Thrust [N] and drag torque [N m] of rotor i.
  Load<S> rotor_load(int i, const StateType& state, const Input& input) const {
    if (propulsion.lags_load()) return lagging_load(i, state);
    if (has_rotor_flow()) return all_loads(state, input)[i];
    Load<S> load;
    propulsion.with_law([&]<class Law>() {
      load = law_load<Law>(i, state, law_input(i, state, input), airspeed_vector<Law>(state));
    });
    return in_si(i, load);
  }
  /// Thrust of all rotors by that at their highest commands in the same air.
  [[gnu::noinline]] S thrust_fraction(const StateType& state, const Input& input) const {
    S thrust(0.0), highest(0.0);
    if (has_rotor_flow()) return fraction_of_highest(state, input);
    propulsion.with_law([&]<class Law>() {
      const Vec3<S> v_AB_B = airspeed_vector<Law>(state);
      for (int i = 0; i < rotors.count(); ++i) {
        const S most = in_si(i, law_load<Law>(i, state, c.rotor[i].high, v_AB_B)).thrust;
        highest = highest + (propulsion.lags_load() ? effectiveness(i) * most : most);
      }
    });
    for (int i = 0; i < rotors.count(); ++i) {
      thrust = thrust + rotor_load(i, state, input).thrust;
    }
    return fraction_of(thrust, highest);
  }

  /// The vehicle's own terms of forces and moments, of a mass [kg], and those of the ground.
  [[gnu::noinline]] void add_loads(const StateType& state, const Input& input, const S& mass,
                                   LoadTerms<S>& loads) const {
    StateType rate;  // that of the motors is all that is set
    Push push = rotor_push(state, input, rate);
    const Rotation<S> R_WB(state.attitude());
    const Vec3<S> v_AB_B = R_WB.inverse(state.velocity() - around.wind());
    if (has_surface()) {
      const Push all = with_surface(state, rate, v_AB_B, push);
      if (surface_replaces_rotors()) push.f_B = push.alpha_B = {S(0.0), S(0.0), S(0.0)};
      loads.add_body(ForceTerm::surface, mass * (all.f_B - push.f_B));
      loads.add_body(MomentTerm::surface, c.inertia * (all.alpha_B - push.alpha_B));
    }
    Vec3<S> f_B = push.f_B;
    lift(v_AB_B, f_B);
    loads.add_body(ForceTerm::thrust, mass * f_B);
    const Vec3<S> w_WB_B = state.body_rate(), no_moment = {S(0.0), S(0.0), S(0.0)};
    Push torn = {no_moment, no_moment, no_moment, no_moment};
    if (has_wreck_drag()) torn = with_wreck_drag(state, v_AB_B, torn);
    loads.add_body(ForceTerm::drag, mass * (drag(state.x[2], v_AB_B) + torn.f_B));
    loads.add_world(ForceTerm::gravity, {S(0.0), S(0.0), mass * gravity(state.x[2])});
    loads.add_body(MomentTerm::rotors, c.inertia * push.alpha_B);
    Vec3<S> aero = less_quadratic_moment(w_WB_B, less_linear_moments(w_WB_B, v_AB_B, no_moment));
    if (has_wreck_drag()) aero = aero + torn.alpha_B;
    loads.add_body(MomentTerm::aero, c.inertia * aero);
    loads.add_body(MomentTerm::gyroscopic, no_moment - (cross(w_WB_B, push.h_B) + push.h_dot_B));
    if constexpr (!Terms::same_everywhere) {
      if (terms.contact) add_contact(around.contact, R_WB, state, loads);
    }
  }

  /// Power of all rotors [W]: sum of |torque * speed|. Only where rotor laws take a speed.
  S shaft_power(const StateType& state, const Input& input) const {
    S power(0.0);
    for (int i = 0; i < rotors.count(); ++i) {
      power = power + abs(rotor_load(i, state, input).torque * law_input(i, state, input));
    }
    return power;
  }

  /// Sum of the thrusts of all rotors, without their signs [N].
  S total_thrust(const StateType& state, const Input& input) const {
    S sum(0.0);
    for (int i = 0; i < rotors.count(); ++i) sum = sum + abs(rotor_load(i, state, input).thrust);
    return sum;
  }

  /// Winding current of electric motor i [A].
  S motor_current(int i, const StateType& state, const Input& input) const {
    return ElectricMotor::current(c.rotor[i].motor, input.supply * input.command[i],
                                  state.actuator(i));
  }
  /// Copper, friction and iron losses of electric motor i [W].
  S motor_loss(int i, const StateType& state, const Input& input) const {
    return ElectricMotor::loss(c.rotor[i].motor, motor_current(i, state, input), state.actuator(i));
  }
  /// What all electric motors draw from a battery through speed controllers, whose efficiency is
  /// 1 / per_efficiency. Motors that brake at the voltage of `input` return current.
  ElectricLoad<S> electric_load(const StateType& state, const Input& input,
                                const S& per_efficiency) const {
    ElectricLoad<S> load = {S(0.0), S(0.0)};
    const S efficiency = S(1.0) / per_efficiency;
    for (int i = 0; i < rotors.count(); ++i) {
      const auto& m = c.rotor[i].motor;
      const S duty = m[0] * input.command[i], back_voltage = m[2] * state.actuator(i);
      const S lost = select(duty * input.supply < back_voltage, efficiency, per_efficiency);
      const S per_volt = lost * (duty * m[1]);
      load.conductance = fma(duty, per_volt, load.conductance);
      load.back_current = fma(per_volt, back_voltage, load.back_current);
    }
    return load;
  }

 private:
  mutable const S* density_ = nullptr;

  S density_at(const S& z) const {
    if constexpr (finds_density_ahead) return density_ != nullptr ? *density_ : density_found_at(z);
    return around.world.air(z).density_kg_m3;
  }
  /// A function of its own, where the derivative is inlined into every stage of the integrator.
  [[gnu::noinline]] S density_found_at(const S& z) const {
    return around.world.air(z).density_kg_m3;
  }

  /// Sum of the rotors, in body axes: thrust per mass [m/s2], angular acceleration [rad/s2], their
  /// angular momentum [N m s] with its rate [N m].
  struct Push {
    Vec3<S> f_B, alpha_B, h_B, h_dot_B;
  };

  bool needs_body_air() const {
    return terms.rotor_drag || terms.velocity_moment || terms.translational_lift || has_surface() ||
           has_wreck_drag();
  }

  /// A speed at its limit does not push on beyond it.
  void limit_motor(int i, StateType& state) const {
    const FoldedRotor<S>& r = c.rotor[i];
    const S speed = state.actuator(i);
    const S limited = clamp(speed, r.state_low, r.state_high);
    state.actuator(i) = limited;
    if (propulsion.states() < 2) return;
    S& slope = state.actuator(rotors.count() + i);
    slope = select(speed == limited, slope, S(0.0));
  }

  /// Share of its load that a rotor whose load lags has left.
  const S& effectiveness(int i) const { return c.rotor[i].motor[propulsion.effectiveness()]; }

  Load<S> lagging_load(int i, const StateType& state) const {
    const S& fraction = effectiveness(i);
    return {fraction * state.actuator(i), fraction * state.actuator(rotors.count() + i)};
  }

  const S& law_input(int i, const StateType& state, const Input& input) const {
    const bool is_state = propulsion.states() > 0 && !propulsion.lags_load();
    return is_state ? state.actuator(i) : input.command[i];
  }

  /// v_AB_B, the velocity relative to the air in body axes, if the rotor law depends on it.
  template <class Law>
  Vec3<S> airspeed_vector(const StateType& state) const {
    if constexpr (!Law::sees_air) return {S(0.0), S(0.0), S(0.0)};
    return Rotation<S>(state.attitude()).inverse(state.velocity() - around.wind());
  }

  template <class T>
  using EachRotor = std::array<T, Rotors::capacity>;

  /// Velocity of a hub through the air, body axes.
  Vec3<S> hub_velocity(int i, const StateType& state, const Vec3<S>& v_AB_B) const {
    return v_AB_B + cross(state.body_rate(), c.rotor[i].hub);
  }

  /// Loads of rotor i along its axis and in the plane of its disc, where the hub has this velocity,
  /// of which `edgewise` is the part in the disc.
  template <class Law>
  RotorWrench<S> wrench(int i, const StateType& state, const S& law_input, const Vec3<S>& hub_B,
                        Vec3<S>& edgewise_B) const {
    const FoldedRotor<S>& r = c.rotor[i];
    const S axial = dot(r.axis, hub_B);
    edgewise_B = fnma(axial, r.axis, hub_B);
    RotorWrench<S> w =
        Law::wrench(r.law, law_input, axial, dot(edgewise_B, edgewise_B), *inflow_table);
    if constexpr (!Terms::same_everywhere) {
      if (terms.air_varies) {
        const S density = around.world.air(state.x[2]).density_kg_m3;
        w = {{density * w.load.thrust, density * w.load.torque},
             density * w.drag,
             density * w.roll,
             density * w.pitch};
      }
    }
    return w;
  }

  /// Loads of all rotors; adds the forces and moments that are not along their axes.
  template <class Law>
  void find_wrenches(const StateType& state, const Input& input, EachRotor<Load<S>>& load,
                     Push& sum) const {
    const Vec3<S> v_AB_B = airspeed_vector<Law>(state);
    Vec3<S> moment_B = {S(0.0), S(0.0), S(0.0)};
    for (int i = 0; i < rotors.count(); ++i) {
      const FoldedRotor<S>& r = c.rotor[i];
      Vec3<S> edgewise_B;
      const RotorWrench<S> w = wrench<Law>(i, state, law_input(i, state, input),
                                           hub_velocity(i, state, v_AB_B), edgewise_B);
      load[i] = w.load;
      // A weakened rotor has less of both. Its unit says how much, and its column, too, unless
      // loads are in SI units (has_rotor_flow()).
      const Vec3<S> force_B = -w.drag * edgewise_B;
      const Vec3<S> hub_moment_B =
          w.pitch * cross(r.axis, edgewise_B) - w.roll * edgewise_B + cross(r.hub, force_B);
      const S column = dot(r.acceleration, r.axis);
      sum.f_B = fma(has_rotor_flow() ? r.unit.thrust * column : column, force_B, sum.f_B);
      moment_B = fma(r.unit.thrust, hub_moment_B, moment_B);
    }
    sum.alpha_B = sum.alpha_B + c.inverse_inertia * moment_B;
  }

  /// Loads of all rotors in the units of their columns.
  template <class Law>
  void find_law_loads(const StateType& state, const Input& input, const Vec3<S>& v_AB_B,
                      EachRotor<Load<S>>& load) const {
    if constexpr (LooksUp<Law>) {
      EachRotor<S> ratio;
      for (int i = 0; i < rotors.count(); ++i) {
        ratio[i] = Law::ratio(c.rotor[i].law, law_input(i, state, input),
                              axial_speed<Law>(i, state, v_AB_B), table);
      }
      table.look_up(ratio, rotors.count(), load);
      for (int i = 0; i < rotors.count(); ++i) {
        const S& speed = law_input(i, state, input);
        load[i] = in_this_air(state, Law::load_at(c.rotor[i].law, speed, load[i]));
      }
    } else {
      for (int i = 0; i < rotors.count(); ++i) {
        load[i] = law_load<Law>(i, state, law_input(i, state, input), v_AB_B);
      }
    }
  }

  /// Load of rotor i; a rotor law that is proportional gives its shape twice.
  template <class Law>
  Load<S> law_load(int i, const StateType& state, const S& law_input, const Vec3<S>& v_AB_B) const {
    if constexpr (Law::proportional) {
      const S shape = Law::shape(law_input);
      return in_this_air(state, {shape, shape});
    } else if constexpr (InPlane<Law>) {
      Vec3<S> edgewise_B;
      return wrench<Law>(i, state, law_input, hub_velocity(i, state, v_AB_B), edgewise_B).load;
    } else {
      const S axial = axial_speed<Law>(i, state, v_AB_B);
      return in_this_air(state, Law::load(c.rotor[i].law, law_input, axial, table));
    }
  }

  /// Velocity of the hub of rotor i through the air along its axis [m/s], of a rotor law that
  /// depends on it.
  template <class Law>
  S axial_speed(int i, const StateType& state, const Vec3<S>& v_AB_B) const {
    if constexpr (!Law::sees_air) return S(0.0);
    return dot(c.rotor[i].axis, hub_velocity(i, state, v_AB_B));
  }

  /// A load that was found per density where the density varies.
  Load<S> in_this_air(const StateType& state, const Load<S>& load) const {
    if constexpr (!Terms::same_everywhere) {
      if (terms.air_varies && terms.rotor_density) {
        const S density = around.world.air(state.x[2]).density_kg_m3;
        return {density * load.thrust, density * load.torque};
      }
    }
    return load;
  }

  Load<S> in_si(int i, const Load<S>& load) const {
    return {c.rotor[i].unit.thrust * load.thrust, c.rotor[i].unit.torque * load.torque};
  }

  /// Loads of all rotors [N, N m] where has_rotor_flow().
  [[gnu::noinline]] EachRotor<Load<S>> all_loads(const StateType& state, const Input& input) const {
    EachRotor<Load<S>> load;
    propulsion.with_law([&]<class Law>() {
      find_law_loads<Law>(state, input, airspeed_vector<Law>(state), load);
      add_rotor_flow<Law>(state, input, load);
    });
    return load;
  }

  /// thrust_fraction() where has_rotor_flow().
  [[gnu::noinline]] S fraction_of_highest(const StateType& state, const Input& input) const {
    StateType fastest = state;
    Input most = input;
    for (int i = 0; i < rotors.count(); ++i) {
      most.command[i] = c.rotor[i].high;
      if (propulsion.states() > 0) fastest.actuator(i) = c.rotor[i].high;
    }
    const EachRotor<Load<S>> load = all_loads(state, input), largest = all_loads(fastest, most);
    S thrust(0.0), highest(0.0);
    for (int i = 0; i < rotors.count(); ++i) {
      thrust = thrust + load[i].thrust, highest = highest + largest[i].thrust;
    }
    return fraction_of(thrust, highest);
  }

  /// Converts loads to N and N m, and adds what other rotors and the ground do.
  template <class Law>
  [[gnu::noinline]] void add_rotor_flow(const StateType& state, const Input& input,
                                        EachRotor<Load<S>>& load) const {
    if constexpr (!Terms::same_everywhere) {
      const Rotation<S> R_WB(state.attitude());
      const Vec3<S> v_AB_B = R_WB.inverse(state.velocity() - around.wind());
      const S density = terms.air_varies ? around.world.air(state.x[2]).density_kg_m3 : S(1.0);
      EachRotor<RotorAir<S>> air;
      for (int i = 0; i < rotors.count(); ++i) {
        load[i] = in_si(i, load[i]);
        const Vec3<S> flow = v_AB_B + cross(state.body_rate(), c.rotor[i].hub);
        air[i] = air_at_rotor(flow, c.rotor[i].axis, load[i].thrust, density * c.rotor[i].disc);
      }
      if (terms.interference) add_wakes<Law>(state, input, v_AB_B, air, load);
      if (terms.ground_effect == GroundEffect::none) return;
      const auto& ground = around.contact.c;
      const OverGround<S> over = {terms.ground_effect == GroundEffect::sanchez_cuevas, c.body_lift,
                                  -R_WB.inverse(ground.down), ground.height(state.position())};
      for (int i = 0; i < rotors.count(); ++i) {
        load[i].thrust =
            load[i].thrust * over.thrust_ratio(i, c.rotor, rotors.count(), air[i].inflow2);
      }
    }
  }

  /// Loads of rotors in the wakes of others. A law over axial velocity sees the wake as such.
  template <class Law>
  void add_wakes(const StateType& state, const Input& input, const Vec3<S>& v_AB_B,
                 const EachRotor<RotorAir<S>>& air, EachRotor<Load<S>>& load) const {
    EachRotor<WakeSums<S>> sums;
    around.wakes.add_up(air, rotors.count(), sums);
    for (int i = 0; i < rotors.count(); ++i) {
      if (all(sums[i].inflow == S(0.0))) continue;
      if constexpr (InPlane<Law>) {
        const S flow = sums[i].inflow * sqrt(air[i].hover2);
        Vec3<S> edgewise_B;
        const Vec3<S> hub_B = fma(flow, c.rotor[i].axis, hub_velocity(i, state, v_AB_B));
        load[i] =
            in_si(i, wrench<Law>(i, state, law_input(i, state, input), hub_B, edgewise_B).load);
      } else if constexpr (Law::sees_air) {
        const S axial =
            fma(sums[i].inflow, sqrt(air[i].hover2), axial_speed<Law>(i, state, v_AB_B));
        const S& speed = law_input(i, state, input);
        load[i] = in_si(i, in_this_air(state, Law::load(c.rotor[i].law, speed, axial, table)));
      } else {
        load[i].thrust = load[i].thrust * thrust_ratio_in_wakes(sums[i]);
      }
    }
  }

  /// Sums the rotors and sets the rates of the motors.
  Push rotor_push(const StateType& state, const Input& input, StateType& rate) const {
    EachRotor<Load<S>> load;
    const S zero(0.0);
    Push sum = {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
    if (propulsion.in_plane()) {
      propulsion.with_law([&]<class Law>() {
        if constexpr (InPlane<Law>) find_wrenches<Law>(state, input, load, sum);
      });
    }
    if (has_rotor_flow()) {
      load = all_loads(state, input);
    } else if (!propulsion.in_plane()) {
      propulsion.with_law([&]<class Law>() {
        find_law_loads<Law>(state, input, airspeed_vector<Law>(state), load);
      });
    }
    propulsion.with_motor([&]<class Motor>() {
      for (int i = 0; i < rotors.count(); ++i) {
        run_motor<Motor>(i, state, input, load[i], rate);
        if constexpr (Motor::states > 0) add_momentum<Motor>(i, state, rate, sum);
        add_load(i, load[i], sum);
      }
    });
    return sum;
  }

  /// Sets the rates of motor i. A load that lags behind that of the rotor law takes its place.
  template <class Motor>
  void run_motor(int i, const StateType& state, const Input& input, Load<S>& load,
                 StateType& rate) const {
    if constexpr (Motor::states > 0) {
      std::array<S, most_motor_states> target = {input.command[i], S(0.0)}, x = target;
      for (int k = 0; k < Motor::states; ++k) x[k] = state.actuator(k * rotors.count() + i);
      if constexpr (is_electric<Motor>) {
        const S torque = has_rotor_flow() ? load.torque : in_si(i, load).torque;
        target = {input.supply * input.command[i], torque};
      }
      if constexpr (Motor::lags_load) {
        const Load<S> aim = in_si(i, load);
        target = {aim.thrust, aim.torque};
        load = {x[0], x[1]};
      }
      const auto rates = Motor::rates(c.rotor[i].motor, target, x);
      for (int k = 0; k < Motor::states; ++k) rate.actuator(k * rotors.count() + i) = rates[k];
    }
  }

  bool surface_replaces_rotors() const {
    if constexpr (may_have_surface)
      return surface.form.replaces_rotors;
    else
      return false;
  }

  /// The push of the rotors with the terms of the response surface, which may take the place of
  /// thrust and torque. The rates of the motors are set.
  [[gnu::noinline]] Push with_surface(const StateType& state, const StateType& rate,
                                      const Vec3<S>& v_AB_B, Push sum) const {
    if constexpr (may_have_surface) {
      using At = SurfaceVariable;
      const S zero(0.0);
      std::array<S, At::count> x;
      x[At::one] = S(1.0);
      const Vec3<S> w_WB_B = state.body_rate();
      x[At::velocity] = v_AB_B.x, x[At::velocity + 1] = v_AB_B.y, x[At::velocity + 2] = v_AB_B.z;
      x[At::body_rate] = w_WB_B.x, x[At::body_rate + 1] = w_WB_B.y, x[At::body_rate + 2] = w_WB_B.z;
      const bool have_speed = propulsion.states() > 0 && !propulsion.lags_load();
      for (int i = 0; i < rotors.count(); ++i) {
        const S& k = surface.speed_factor[i];
        x[At::rotor_speed + i] = have_speed ? k * state.actuator(i) : zero;
        x[At::rotor_acceleration + i] = have_speed ? k * rate.actuator(i) : zero;
      }
      Vec3<S> F_B = {zero, zero, zero};
      if (surface.form.replaces_rotors) sum.f_B = F_B, sum.alpha_B = F_B;
      for (int k = 0; k < surface.form.columns; ++k) {
        const auto& factor = surface.form.factor[k];
        const SurfaceColumn<S>& column = surface.c.column[k];
        const S product = x[factor[0]] * x[factor[1]] * x[factor[2]] - column.centre;
        F_B = fma(product, column.force, F_B);
        sum.alpha_B = fma(product, column.angular_acceleration, sum.alpha_B);
      }
      sum.f_B = fma(surface.c.inverse_mass, F_B, sum.f_B);
    }
    return sum;
  }

  /// The push of the rotors with the drag of a wreck. A failed rotor resists the motion of its hub
  /// along its axis.
  [[gnu::noinline]] Push with_wreck_drag(const StateType& state, const Vec3<S>& v_AB_B,
                                         Push sum) const {
    if constexpr (may_be_wreck) {
      const S density = terms.air_varies ? density_at(state.x[2]) : S(1.0);
      sum.f_B = sum.f_B - (density * sqrt(dot(v_AB_B, v_AB_B))) * times(wreck.body, v_AB_B);
      for (int i = 0; i < rotors.count(); ++i) {
        const FoldedRotor<S>& r = c.rotor[i];
        const S speed = dot(r.axis, v_AB_B + cross(state.body_rate(), r.hub));
        const Vec3<S> F_B = -(density * wreck.rotor[i] * abs(speed) * speed) * r.axis;
        sum.f_B = fma(wreck.inverse_mass, F_B, sum.f_B);
        sum.alpha_B = sum.alpha_B + c.inverse_inertia * cross(r.hub, F_B);
      }
    }
    return sum;
  }

  void add_load(int i, const Load<S>& load, Push& sum) const {
    const FoldedRotor<S>& r = c.rotor[i];
    add(sum.f_B, r.acceleration, load.thrust);
    sum.alpha_B = fma(load.thrust, r.angular_acceleration, sum.alpha_B);
    if (!propulsion.one_shape() || has_rotor_flow())
      sum.alpha_B = fma(load.torque, r.drag_angular_acceleration, sum.alpha_B);
  }

  /// A lagging load has no speed of its own but sqrt(f / c_T), and no rate of it.
  template <class Motor>
  void add_momentum(int i, const StateType& state, const StateType& rate, Push& sum) const {
    if (!terms.rotor_momentum) return;
    const FoldedRotor<S>& r = c.rotor[i];
    if constexpr (Motor::lags_load) {
      add(sum.h_B, r.momentum, sqrt(max(state.actuator(i), S(0.0))));
    } else {
      add(sum.h_B, r.momentum, state.actuator(i));
      add(sum.h_dot_B, r.momentum, rate.actuator(i));
    }
  }

  /// sum += s column; only z where all rotors push along z.
  void add(Vec3<S>& sum, const Vec3<S>& column, const S& s) const {
    if constexpr (Rotors::aligned) {
      sum.z = fma(s, column.z, sum.z);
    } else {
      sum = fma(s, column, sum);
    }
  }

  // In both sums below the term that waits for a square root is added last: it is the longest
  // chain.

  Vec3<S> acceleration(const S& z, const Rotation<S>& R_WB, const Vec3<S>& v_AB_W,
                       const Vec3<S>& v_AB_B, const Input& input, Vec3<S> f_B) const {
    Vec3<S> a_WB_W = {S(0.0), S(0.0), around.gravity(z)};
    if (terms.force_noise) a_WB_W = a_WB_W + input.f_W;
    if (terms.linear_drag) a_WB_W = fnma(c.linear_drag, v_AB_W, a_WB_W);
    lift(v_AB_B, f_B);
    if (terms.rotor_drag) {
      f_B = {fnma(c.rotor_drag.x, v_AB_B.x, f_B.x), fnma(c.rotor_drag.y, v_AB_B.y, f_B.y),
             fnma(c.rotor_drag.z, v_AB_B.z, f_B.z)};
    }
    if (Rotors::aligned && !terms.rotor_drag && !propulsion.in_plane() && !has_surface() &&
        !has_wreck_drag()) {
      a_WB_W = {fma(R_WB.xz, f_B.z, a_WB_W.x), fma(R_WB.yz, f_B.z, a_WB_W.y),
                fma(R_WB.zz, f_B.z, a_WB_W.z)};
    } else {
      a_WB_W = {fma(R_WB.xx, f_B.x, fma(R_WB.xy, f_B.y, fma(R_WB.xz, f_B.z, a_WB_W.x))),
                fma(R_WB.yx, f_B.x, fma(R_WB.yy, f_B.y, fma(R_WB.yz, f_B.z, a_WB_W.y))),
                fma(R_WB.zx, f_B.x, fma(R_WB.zy, f_B.y, fma(R_WB.zz, f_B.z, a_WB_W.z)))};
    }
    if (terms.quadratic_drag)
      a_WB_W = fnma(quadratic_drag(z) * sqrt(dot(v_AB_W, v_AB_W)), v_AB_W, a_WB_W);
    return a_WB_W;
  }

  /// Adds the translational lift per mass; body up is -z.
  void lift(const Vec3<S>& v_AB_B, Vec3<S>& f_B) const {
    if (!terms.translational_lift) return;
    f_B.z = fnma(c.translational_lift, fma(v_AB_B.x, v_AB_B.x, v_AB_B.y * v_AB_B.y), f_B.z);
  }

  /// All drag per mass, which acceleration() adds term by term [m/s2].
  Vec3<S> drag(const S& z, const Vec3<S>& v_AB_B) const {
    Vec3<S> f_B = {S(0.0), S(0.0), S(0.0)};
    if (terms.linear_drag) f_B = fnma(c.linear_drag, v_AB_B, f_B);
    if (terms.rotor_drag) f_B = f_B - times(c.rotor_drag, v_AB_B);
    if (terms.quadratic_drag)
      f_B = fnma(quadratic_drag(z) * sqrt(dot(v_AB_B, v_AB_B)), v_AB_B, f_B);
    return f_B;
  }

  S quadratic_drag(const S& z) const {
    if constexpr (!Terms::same_everywhere) {
      if (terms.air_varies) {
        return fma(c.drag_area, density_at(z), c.quadratic_drag);
      }
    }
    return c.quadratic_drag;
  }

  /// omega' = J^-1 (M - omega x (J omega + h) - h') (docs/models.md 1.1), M divided by J at set-up.
  Vec3<S> angular_acceleration(const Vec3<S>& w_WB_B, const Vec3<S>& v_AB_B, const Input& input,
                               const Push& push) const {
    Vec3<S> alpha_B = push.alpha_B;
    if (terms.moment_noise) alpha_B = alpha_B + input.alpha_B;
    alpha_B = less_linear_moments(w_WB_B, v_AB_B, alpha_B);
    alpha_B = terms.full_inertia ? alpha_B - coupled_momentum(w_WB_B, push)
                                 : less_principal_momentum(alpha_B, w_WB_B, push);
    return less_quadratic_moment(w_WB_B, alpha_B);
  }

  /// alpha_B less the aerodynamic moments that are linear in body rate and velocity.
  Vec3<S> less_linear_moments(const Vec3<S>& w_WB_B, const Vec3<S>& v_AB_B, Vec3<S> alpha_B) const {
    if (terms.linear_moment) alpha_B = alpha_B - product(c.linear_damping, w_WB_B);
    if (terms.velocity_moment) alpha_B = alpha_B - full_product(c.velocity_moment, v_AB_B);
    return alpha_B;
  }

  /// alpha_B less the one that grows with the square of the body rate.
  Vec3<S> less_quadratic_moment(const Vec3<S>& w_WB_B, const Vec3<S>& alpha_B) const {
    if (!terms.quadratic_moment) return alpha_B;
    return fnma(sqrt(dot(w_WB_B, w_WB_B)), product(c.quadratic_damping, w_WB_B), alpha_B);
  }

  /// J^-1 (omega x (J omega + h) + h').
  Vec3<S> coupled_momentum(const Vec3<S>& w_WB_B, const Push& push) const {
    return c.inverse_inertia * (cross(w_WB_B, c.inertia * w_WB_B + push.h_B) + push.h_dot_B);
  }

  /// alpha_B less the same in principal axes, by Euler's equations, of which the first moment is
  /// (Jz - Jy) w_y w_z + w_y h_z - w_z h_y + h_x'.
  Vec3<S> less_principal_momentum(const Vec3<S>& alpha_B, const Vec3<S>& w_WB_B,
                                  const Push& push) const {
    const Vec3<S>& h_B = push.h_B;
    Vec3<S> M_B = {w_WB_B.y * fma(c.euler.x, w_WB_B.z, h_B.z),
                   w_WB_B.x * fma(c.euler.y, w_WB_B.z, -h_B.z),
                   c.euler.z * (w_WB_B.x * w_WB_B.y) + push.h_dot_B.z};
    if constexpr (!Rotors::aligned) {
      M_B = {fnma(w_WB_B.z, h_B.y, M_B.x) + push.h_dot_B.x,
             fma(w_WB_B.z, h_B.x, M_B.y) + push.h_dot_B.y,
             fma(w_WB_B.x, h_B.y, fnma(w_WB_B.y, h_B.x, M_B.z))};
    }
    return {fnma(c.inverse_inertia.xx, M_B.x, alpha_B.x),
            fnma(c.inverse_inertia.yy, M_B.y, alpha_B.y),
            fnma(c.inverse_inertia.zz, M_B.z, alpha_B.z)};
  }

  /// Matrix times vector; only the diagonal for a vehicle in principal axes.
  Vec3<S> product(const std::array<S, 9>& m, const Vec3<S>& a) const {
    if (!terms.full_inertia) return {m[0] * a.x, m[4] * a.y, m[8] * a.z};
    return full_product(m, a);
  }
  static Vec3<S> full_product(const std::array<S, 9>& m, const Vec3<S>& a) {
    return {fma(m[0], a.x, fma(m[1], a.y, m[2] * a.z)), fma(m[3], a.x, fma(m[4], a.y, m[5] * a.z)),
            fma(m[6], a.x, fma(m[7], a.y, m[8] * a.z))};
  }
};

}  // namespace montecopter
