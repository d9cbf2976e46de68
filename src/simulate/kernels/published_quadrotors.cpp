/// Quadrotors with the pairs of rotor law and motor of other published models, except those whose
/// loads lag (aligned_multirotors.cpp).

#include "simulate/kernels/multirotor_forms.hpp"

namespace montecopter {

const FlightType* published_quadrotor_flight(const FlightPlan& plan) {
  return first_form<Aligned<4, KnownPropulsion<LinearRotor, DirectMotor>>,
                    Aligned<4, KnownPropulsion<LinearRotor, FirstOrderMotor>>,
                    Aligned<4, KnownPropulsion<QuadraticRotor, DirectMotor>>>(plan);
}

}  // namespace montecopter
