#pragma once
/// Effects of an event on a flight while it is active. An event has the members of at least one of
/// these concepts, or it does not compile. Events (simulate/lanes/events.hpp) joins the effects of
/// several.

#include <concepts>
#include <optional>
#include <string_view>

#include "core/numerics/vec3.hpp"
#include "dynamics/events/trigger.hpp"
#include "dynamics/trajectories/diversion.hpp"
#include "dynamics/vehicles/battery.hpp"

namespace montecopter {

/// The numbers that an event has of its own, of one sample: its Constants<S>, all of whose members
/// are S. fold() makes them, given the mass of the vehicle.
template <class E>
using OwnConstants = typename E::template Constants<double>;

/// Thrust and torque of rotors, bit i for rotor i, shrink to a fraction [1].
template <class E>
concept WeakensRotor = requires(const E& event, const OwnConstants<E>& c) {
  { event.rotor_bits() } -> std::same_as<unsigned>;
  { E::effectiveness_of(c) } -> std::same_as<double>;
};

/// Rotors keep their speed and follow no command.
template <class E>
concept HoldsRotor = requires(const E& event) {
  { event.rotor_bits() } -> std::same_as<unsigned>;
  requires E::holds_rotor;
};

/// The controller allocates its wrench to the other rotors.
template <class E>
concept LeavesOutRotor = requires(const E& event) {
  { event.rotor_bits() } -> std::same_as<unsigned>;
  { event.give_up_yaw } -> std::convertible_to<bool>;
  requires E::leaves_out_rotor;
};

/// `sensor`, or all of the unit of that name, gives no readings.
template <class E>
concept SilencesSensor = requires(const E& event) {
  { event.sensor } -> std::convertible_to<std::string_view>;
  requires E::silences_sensor;
};

/// The vehicle loses `mass_kg`: a fraction [1] of its mass at the start.
template <class E>
concept DropsMass = requires(const E& event, const OwnConstants<E>& c) {
  { event.mass_kg } -> std::convertible_to<double>;
  { E::lost_fraction_of(c) } -> std::same_as<double>;
};

/// The gains of the controller change by a factor [1].
template <class E>
concept ScalesGains = requires(const OwnConstants<E>& c) {
  { E::gain_factor_of(c) } -> std::same_as<double>;
};

/// The battery loses voltage [V], and its resistance changes by a factor [1].
template <class E>
concept WeakensBattery = requires(const OwnConstants<E>& c) {
  { E::battery_fault_of(c) } -> std::same_as<BatteryFault<double>>;
};

/// The drag of the vehicle grows: factor [1] on a quadratic drag, a time [s] after the start.
template <class E>
concept AddsDrag = requires(const OwnConstants<E>& c, double time_s) {
  { E::drag_of(c, time_s) } -> std::same_as<double>;
};

/// Drag along the body axes takes the place of that of the vehicle: factors [1/m] on |v| v_i.
template <class E>
concept ReplacesDrag = requires(const OwnConstants<E>& c) {
  { E::body_drag_of(c) } -> std::same_as<Vec3<double>>;
};

/// Weakened rotors have a drag along their axes: factor [kg/m] on the squared velocity of the air.
template <class E>
concept DragsRotor = WeakensRotor<E> && requires(const E& event, const OwnConstants<E>& c) {
  { event.rotor_drag_area_m2 } -> std::convertible_to<std::optional<double>>;
  { E::rotor_drag_of(c) } -> std::same_as<double>;
};

/// The closed loop leaves its trajectory.
template <class E>
concept LeavesTrajectory = requires(const OwnConstants<E>& c) {
  { E::diversion_of(c) } -> std::same_as<DiversionLaw<double>>;
};

/// The flight ends.
template <class E>
concept EndsFlight = requires {
  requires E::ends_flight;
};

/// Requirements on the types of the list of events.
template <class E>
concept EventKind = std::derived_from<E, Trigger> &&
    requires(const E& event, double vehicle_mass_kg) {
  { E::type_name } -> std::convertible_to<std::string_view>;
  { E::doc } -> std::convertible_to<std::string_view>;
  E::fields();
  { event.fold(vehicle_mass_kg) } -> std::same_as<OwnConstants<E>>;
} &&(WeakensRotor<E> || HoldsRotor<E> || SilencesSensor<E> || DropsMass<E> || ScalesGains<E> ||
     WeakensBattery<E> || AddsDrag<E> || ReplacesDrag<E> || LeavesOutRotor<E> ||
     LeavesTrajectory<E> || EndsFlight<E>);

}  // namespace montecopter
