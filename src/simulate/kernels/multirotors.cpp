/// Multirotors: those of which more is known, or else those with any law and motor, which are
/// looked up in every derivative.

#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

namespace {

const FlightType* aligned_flight(const FlightPlan& plan) {
  return first_form<Aligned<4, AnyPropulsion>, Aligned<6, AnyPropulsion>,
                    Aligned<8, AnyPropulsion>>(plan);
}

}  // namespace

const FlightType* flight_of(std::type_identity<Multirotor>, const FlightPlan& plan) {
  for (const auto form : {usual_quadrotor_flight, published_quadrotor_flight, aligned_flight}) {
    if (const FlightType* type = form(plan)) return type;
  }
  return lane_flight<AnyMultirotor<Wide>>(plan);
}

}  // namespace montecopter
