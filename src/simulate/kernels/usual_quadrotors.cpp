/// The commonest machine: quadrotors in principal axes with lagged rotors and quadratic drag. Their
/// terms are types, too, where it pays most.

#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* usual_quadrotor_flight(const FlightPlan& plan) {
  using FlightGoggles = KnownPropulsion<SignedQuadraticRotor, FirstOrderMotor>;
  return first_form<Aligned<4, FlightGoggles, UsualTerms<false, false>>,
                    Aligned<4, FlightGoggles, UsualTerms<false, true>>,
                    Aligned<4, FlightGoggles, UsualTerms<true, false>>,
                    Aligned<4, FlightGoggles, UsualTerms<true, true>>, Aligned<4, FlightGoggles>>(
      plan);
}

}  // namespace montecopter
