#pragma once
/// Forms of multirotors with many properties known at compile time, and the choice of the form for
/// a plan.

#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

/// Multirotors whose rotors all push along body z.
template <int rotors, class Propulsion, class Terms = AnyTerms>
using Aligned = MultirotorDynamics<Wide, AlignedRotors<rotors>, Propulsion, Terms>;

/// Sets of terms that cover most vehicles.
inline constexpr TermSet all_in_principal_axes = {
    .rotor_drag = true, .noise = true, .linear = true};
inline constexpr TermSet all_in_varying_air = {
    .rotor_drag = true, .noise = true, .linear = true, .air = true};
inline constexpr TermSet all_terms = {
    .rotor_drag = true, .noise = true, .linear = true, .full_inertia = true};

template <class Vehicle>
bool suits(const MultirotorForm& form) {
  return Vehicle::Rotors::suits(form.aligned, form.rotors) &&
         Vehicle::Propulsion::suits(form.law, form.motor) && Vehicle::Terms::suits(form.terms);
}

/// The flight of the first of these forms of a multirotor that suits the plan, or null.
template <class... Forms>
const FlightType* first_form(const FlightPlan& plan) {
  const FlightType* type = nullptr;
  ((type == nullptr && suits<Forms>(plan.multirotor) ? void(type = lane_flight<Forms>(plan))
                                                     : void()),
   ...);
  return type;
}

/// The flight of the first suitable form, for forms that fly with RK4 only. They take half as long
/// to compile.
template <class... Forms>
const FlightType* first_form_of_rk4(const FlightPlan& plan) {
  const FlightType* type = nullptr;
  if (plan.integrator != integrator_number<Rk4Integrator>) return type;
  ((type == nullptr && suits<Forms>(plan.multirotor)
        ? void(type = &flight_type<Flight<Forms, Rk4<Forms>>>)
        : void()),
   ...);
  return type;
}

}  // namespace montecopter
