#pragma once
/// Effects of active events on a vehicle: they change its constants, so the equations need not know
/// about events. Flight calls apply() at the start of a step, after Events::update() and before the
/// commands of the step are limited. `intact_` keeps the constants of the undamaged vehicle. The
/// constants in use are computed from them anew at every step, so rounding leaves no trace after an
/// event has ended.

#include <array>

#include "simulate/lanes/events.hpp"

namespace montecopter {

template <class Vehicle>
class EventEffects {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;
  using Input = typename Vehicle::Input;
  using Flying = decltype(S(0.0) < S(0.0));
  static constexpr bool has_folded_rotors = Vehicle::has_folded_rotors;
  static constexpr bool has_surface = requires(const Vehicle& v) { v.surface.c; };
  static constexpr bool has_wreck_drag = requires(const Vehicle& v) { v.wreck.body; };

 public:
  /// `inverse_mass` is that of the undamaged vehicle.
  EventEffects(const EventSuitePlan& plan, const Vehicle& vehicle, const S& inverse_mass)
      : plan_(plan), inverse_mass_(inverse_mass) {
    if (!plan.any()) return;
    intact_ = vehicle.c;
    if constexpr (Vehicle::has_contact) {
      contact_inverse_mass_ = vehicle.own_contact().c.inverse_mass;
    }
    was_stuck_.fill(S(0.0));
  }

  /// Applies the events to the vehicle in a step that starts with this state, after commands that
  /// were in effect until now. States of lanes that do not fly stay.
  [[gnu::noinline]] void apply(const Events<S>& events, const Flying& flying, const Input& input,
                               Vehicle& vehicle, StateType& state) {
    if (plan_.drop_mass) scale_by_mass(events.mass_ratio(), vehicle);
    if constexpr (has_folded_rotors) {
      const S mass_ratio = plan_.drop_mass ? events.mass_ratio() : S(1.0);
      if (plan_.add_drag) add_drag(events, mass_ratio, vehicle);
      if constexpr (has_wreck_drag) {
        if (plan_.has_wreck_drag()) wreck(events, mass_ratio, vehicle);
      }
      for (int i = 0; i < vehicle.rotor_count(); ++i) {
        if ((plan_.failing >> i & 1u) != 0) {
          weaken(i, events.effectiveness(i), mass_ratio, vehicle);
        } else if (plan_.drop_mass) {
          vehicle.c.rotor[i].acceleration = mass_ratio * intact_.rotor[i].acceleration;
        }
        if ((plan_.sticking >> i & 1u) != 0) {
          hold(i, events.is_stuck(i) & flying, input, vehicle, state);
        }
      }
    }
  }

 private:
  void scale_by_mass(const S& mass_ratio, Vehicle& vehicle) {
    auto& c = vehicle.c;
    if constexpr (has_folded_rotors) {
      c.quadratic_drag = mass_ratio * intact_.quadratic_drag;
      c.linear_drag = mass_ratio * intact_.linear_drag;
      c.drag_area = mass_ratio * intact_.drag_area;
      c.rotor_drag = mass_ratio * intact_.rotor_drag;
      c.translational_lift = mass_ratio * intact_.translational_lift;
    } else {
      c.inverse_mass = mass_ratio * intact_.inverse_mass;
    }
    if constexpr (Vehicle::has_contact) {
      vehicle.own_contact().c.inverse_mass = mass_ratio * contact_inverse_mass_;
    }
    if constexpr (has_surface) vehicle.surface.c.inverse_mass = mass_ratio * inverse_mass_;
  }

  void add_drag(const Events<S>& events, const S& mass_ratio, Vehicle& vehicle) {
    S& drag = plan_.air_varies ? vehicle.c.drag_area : vehicle.c.quadratic_drag;
    const S& own = plan_.air_varies ? intact_.drag_area : intact_.quadratic_drag;
    drag = mass_ratio * (own + events.added_drag());
  }

  /// Gives the vehicle the drag of a wreck, in place of its own drag and lift. Parachutes stay.
  void wreck(const Events<S>& events, const S& mass_ratio, Vehicle& vehicle) {
    auto& w = vehicle.wreck;
    w.inverse_mass = mass_ratio * inverse_mass_;
    for (int i = 0; i < vehicle.rotor_count(); ++i) w.rotor[i] = events.rotor_drag(i);
    if (!plan_.change_drag) return;
    S replaced;
    events.replaced_drag(w.body, replaced);
    w.body = mass_ratio * w.body;
    const S kept = S(1.0) - replaced;
    auto& c = vehicle.c;
    const S added = plan_.add_drag ? events.added_drag() : S(0.0);
    const S in_air = plan_.air_varies ? added : S(0.0), fixed = plan_.air_varies ? S(0.0) : added;
    c.quadratic_drag = mass_ratio * fma(kept, intact_.quadratic_drag, fixed);
    c.drag_area = mass_ratio * fma(kept, intact_.drag_area, in_air);
    c.linear_drag = (kept * mass_ratio) * intact_.linear_drag;
    c.rotor_drag = (kept * mass_ratio) * intact_.rotor_drag;
    c.translational_lift = (kept * mass_ratio) * intact_.translational_lift;
  }

  /// Shrinks the columns by which thrust and torque move the vehicle, and their recorded values.
  /// The motor is unaffected: its state and angular momentum stay.
  void weaken(int i, const S& left, const S& mass_ratio, Vehicle& vehicle) {
    const auto& intact = intact_.rotor[i];
    auto& r = vehicle.c.rotor[i];
    if constexpr (has_surface) vehicle.surface.speed_factor[i] = sqrt(left);
    // Where rotors act on each other the loads themselves shrink, in their unit.
    const S column = vehicle.has_rotor_flow() ? S(1.0) : left;
    r.acceleration = (column * mass_ratio) * intact.acceleration;
    r.angular_acceleration = column * intact.angular_acceleration;
    r.drag_angular_acceleration = column * intact.drag_angular_acceleration;
    if (vehicle.propulsion.lags_load()) {  // in the unit that the states follow
      r.motor[vehicle.propulsion.effectiveness()] = left;
    } else {
      r.unit = {left * intact.unit.thrust, left * intact.unit.torque};
    }
  }

  /// Holds a rotor at one speed: both limits are this speed, and its command is clamped to it. An
  /// electric motor is held at its command, and with it at its duty.
  void hold(int i, const Flying& stuck, const Input& input, Vehicle& vehicle, StateType& state) {
    const bool has_speed = vehicle.propulsion.states() > 0 && !vehicle.propulsion.lags_load() &&
                           !vehicle.propulsion.electric();
    const S now = has_speed ? state.actuator(i) : input.command[i];
    held_[i] = select(stuck & (was_stuck_[i] == S(0.0)), now, held_[i]);
    was_stuck_[i] = select(stuck, S(1.0), S(0.0));
    const auto& intact = intact_.rotor[i];
    auto& r = vehicle.c.rotor[i];
    r.low = select(stuck, held_[i], intact.low), r.high = select(stuck, held_[i], intact.high);
    if (!has_speed) return;
    r.state_low = select(stuck, held_[i], intact.state_low);
    r.state_high = select(stuck, held_[i], intact.state_high);
    if (vehicle.propulsion.states() > 1) {
      S& slope = state.actuator(vehicle.rotor_count() + i);
      slope = select(stuck, S(0.0), slope);
    }
  }

  const EventSuitePlan& plan_;
  typename Vehicle::Constants intact_;
  S contact_inverse_mass_ = S(0.0), inverse_mass_;
  std::array<S, max_rotors> was_stuck_;  ///< 1: the rotor was stuck
  std::array<S, max_rotors> held_ = {};  ///< speed or command of a stuck rotor
};

}  // namespace montecopter
