/// Boost.Odeint's integrators, compiled once per kind of vehicle: those of fixed steps over packs
/// of lanes, those that choose their steps one sample at a time.

#include "dynamics/integrators/odeint_controlled.hpp"
#include "dynamics/integrators/odeint_fixed.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {
namespace {

template <template <class> class Integrator, class S>
const FlightType* flight_with(const FlightPlan& plan) {
  using Helicopter = HelicopterDynamics<S>;
  using Multirotor = AnyMultirotor<S>;
  return plan.vehicle == VehicleKind::helicopter
             ? &flight_type<Flight<Helicopter, Integrator<Helicopter>>>
             : &flight_type<Flight<Multirotor, Integrator<Multirotor>>>;
}

}  // namespace

const FlightType* odeint_flight(const FlightPlan& plan) {
  switch (info(plan.integrator).stepping) {
    case Stepping::lanes:
      return nullptr;
    case Stepping::odeint:
      return flight_with<OdeintFixed, Wide>(plan);
    case Stepping::controlled:
      return flight_with<OdeintControlled, Single>(plan);
  }
  return nullptr;
}

}  // namespace montecopter
