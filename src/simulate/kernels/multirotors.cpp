/// Multirotors: the forms with known properties, or else the general form. It has up to 16 rotors
/// in any pose and any rotor law and motor, which are looked up in every derivative. It flies with
/// any integrator, also with a controller that is part of the equations. Kernels without packs, for
/// machines without AVX2, and the first program have no other form: all forms give the same bits.

#include "dynamics/integrators/any_integrator.hpp"
#include "simulate/kernels/any_flight.hpp"
#include "simulate/kernels/any_multirotor.hpp"

namespace montecopter {

const FlightType* flight_of(std::type_identity<Multirotor>,
                            [[maybe_unused]] const FlightPlan& plan) {
#if !defined(MONTECOPTER_FIRST)
  if constexpr (Wide::width > 1) {
    if (info(plan.integrator).stepping == Stepping::lanes && !plan.control.continuous) {
      for (const auto form : {usual_quadrotor_flight, lagged_multirotor_flight,
                              published_quadrotor_flight, aligned_multirotor_flight}) {
        if (const FlightType* type = form(plan)) return type;
      }
    }
  }
#endif
  using General = ContinuousControl<AnyMultirotor<Wide>>;
  return &flight_type<Flight<General, AnyIntegrator<General>>>;
}

}  // namespace montecopter
