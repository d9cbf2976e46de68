/// The commonest vehicle: quadrotors with FlightGoggles' rotors and motors. Where it pays most,
/// their terms are types, too: exactly the terms of the plan, or a few more.

#include "simulate/kernels/multirotor_forms.hpp"

namespace montecopter {

const FlightType* usual_quadrotor_flight(const FlightPlan& plan) {
  using FlightGoggles = KnownPropulsion<SignedQuadraticRotor, FirstOrderMotor>;
  const FlightType* type =
      first_form<Aligned<4, FlightGoggles, KnownTerms<TermSet{}>>,
                 Aligned<4, FlightGoggles, KnownTerms<TermSet{.noise = true}>>,
                 Aligned<4, FlightGoggles, KnownTerms<TermSet{.rotor_drag = true}>>,
                 Aligned<4, FlightGoggles, KnownTerms<TermSet{.rotor_drag = true, .noise = true}>>>(
          plan);
  if (type == nullptr) {
    type = first_form_of_rk4<
        Aligned<4, FlightGoggles, KnownTerms<TermSet{.noise = true, .linear = true}>>,
        Aligned<4, FlightGoggles, KnownTerms<all_in_principal_axes>>,
        Aligned<4, FlightGoggles, KnownTerms<TermSet{.noise = true, .full_inertia = true}>>,
        Aligned<4, FlightGoggles, KnownTerms<all_terms>>>(plan);
  }
  return type == nullptr ? first_form<Aligned<4, FlightGoggles>>(plan) : type;
}

}  // namespace montecopter
