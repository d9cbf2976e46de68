#pragma once
/// What flights ask of the equations of a vehicle beyond those of all: each dynamics declares what
/// it has, and VehicleDynamics asks for the members that go with it, no more and no fewer. Of all,
/// integrators call derivative(state, input, rate), Flight make(), size() and limit().

#include <concepts>

#include "dynamics/vehicles/contact.hpp"

namespace montecopter {

template <class V>
concept DrawsPower = requires(const V& vehicle, const typename V::StateType& state,
                              const typename V::Input& input, const typename V::S& number) {
  { vehicle.shaft_power(state, input) } -> std::same_as<typename V::S>;
  { vehicle.within_command_limit(0, number, number) } -> std::same_as<typename V::S>;
};

template <class V>
concept MovesAfterSteps = requires(const V& vehicle, const typename V::Input& input,
                                   typename V::StateType& state) {
  { vehicle.after_step(0.0, input, state) } -> std::same_as<void>;
};

template <class V>
concept HasForwardFlow = requires(const V& vehicle, const typename V::StateType& state) {
  vehicle.forward_flow(state).main;
  vehicle.forward_flow(state).tail;
};

template <class V>
concept HasServos = requires(const V& vehicle, const typename V::StateType& state) {
  { vehicle.servo(0, state) } -> std::convertible_to<typename V::S>;
};

/// The controller sees the speed of its main rotor.
template <class V>
concept HasMainRotor = requires(const V& vehicle, const typename V::StateType& state) {
  { vehicle.main_rotor_speed(state) } -> std::convertible_to<typename V::S>;
};

/// Its controller is a part of the equations.
template <class V>
concept BeginsSteps = requires(V& vehicle) {
  vehicle.begin_step(0.0);
};

template <class V>
concept TouchesGround = requires(V& vehicle, const V& same) {
  { vehicle.own_contact() } -> std::same_as<Contact<typename V::S>&>;
  { same.own_contact() } -> std::same_as<const Contact<typename V::S>&>;
};

/// Its constants have the effect of each rotor, per mass and inertia, which events weaken.
template <class V>
concept FoldsRotors = requires(const V& vehicle) {
  vehicle.c.rotor[0].acceleration;
  vehicle.c.rotor[0].angular_acceleration;
  { vehicle.propulsion.lags_load() } -> std::convertible_to<bool>;
};

template <class V>
concept VehicleDynamics = requires {
  requires(V::has_battery == DrawsPower<V>);
  requires(V::has_after_step == MovesAfterSteps<V>);
  requires(V::has_reverse_flow == HasForwardFlow<V>);
  requires(V::has_servos == HasServos<V>);
  requires(V::has_main_rotor == HasMainRotor<V>);
  requires(V::is_continuous == BeginsSteps<V>);
  requires(V::has_contact == TouchesGround<V>);
  requires(V::has_folded_rotors == FoldsRotors<V>);
};

/// Flight asserts it for every vehicle that is flown.
template <class V>
constexpr bool require_vehicle_dynamics() {
  static_assert(VehicleDynamics<V>, "this type is no VehicleDynamics");
  return true;
}

}  // namespace montecopter
