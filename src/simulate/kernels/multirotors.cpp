/// Multirotors with any law and motor, which are looked up in every derivative.

#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* multirotor_flight(const FlightPlan& plan) {
  const FlightType* aligned =
      first_form<Aligned<4, AnyPropulsion>, Aligned<6, AnyPropulsion>, Aligned<8, AnyPropulsion>>(
          plan);
  return aligned != nullptr ? aligned : lane_flight<AnyMultirotor<Wide>>(plan);
}

}  // namespace montecopter
