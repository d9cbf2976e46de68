/// Multirotors: those of which more is known, or else those with up to 16 rotors in any pose, and
/// any law and motor, which are looked up in every derivative. Kernels without packs, for machines
/// without AVX2, know the general form only: all forms give the same bits.

#include "simulate/kernels/any_multirotor.hpp"
#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* flight_of(std::type_identity<Multirotor>, const FlightPlan& plan) {
  if constexpr (Wide::width > 1) {
    for (const auto form : {usual_quadrotor_flight, lagged_multirotor_flight,
                            published_quadrotor_flight, aligned_multirotor_flight}) {
      if (const FlightType* type = form(plan)) return type;
    }
  }
  return lane_flight<AnyMultirotor<Wide>>(plan);
}

}  // namespace montecopter
