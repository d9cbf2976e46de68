/// Multirotors whose derivatives are long (Rk4::find_rate): those with 4, 6 or 8 rotors that push
/// along body z, with any rotor law and motor, which are looked up in every derivative. Also the
/// published quadrotors whose loads lag. In one unit with others, g++ would inline less of these
/// (0.9 of their speed).

#include "simulate/kernels/multirotor_forms.hpp"

namespace montecopter {

const FlightType* aligned_multirotor_flight(const FlightPlan& plan) {
  return first_form<Aligned<4, KnownPropulsion<PolynomialRotor, LoadLagMotor>>,
                    Aligned<4, AnyPropulsion>, Aligned<6, AnyPropulsion>,
                    Aligned<8, AnyPropulsion>>(plan);
}

}  // namespace montecopter
