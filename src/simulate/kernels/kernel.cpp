/// One kernel object: compiled once per instruction set (see cmake/kernels.cmake), it exports
/// exactly one symbol. The vehicle and the integrator become types here, once per call.

#include <cstddef>

#include "dynamics/integrators/eulers.hpp"
#include "dynamics/integrators/odeint_controlled.hpp"
#include "dynamics/integrators/odeint_fixed.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/pack.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "simulate/flight.hpp"

namespace montecopter {
namespace {

using Wide = Pack<isa::Native>;
using Single = Pack<isa::OneLane<isa::Native>>;

template <class S, int rotors, class Propulsion, class Terms = AnyTerms>
using Aligned = MultirotorDynamics<S, AlignedRotors<rotors>, Propulsion, Terms>;
template <class S>
using General = MultirotorDynamics<S, AnyRotors<max_rotors>, AnyPropulsion, AllTerms>;

template <class S>
using AnyHelicopter = HelicopterDynamics<S>;

template <class... Vehicles>
struct Forms {};

/// The forms of a vehicle that packs of lanes fly as, the first that suits. Pairs of law and motor
/// that are types here are the published models'; the terms are types where it pays most.
template <class S, class FlightGoggles = KnownPropulsion<SignedQuadraticRotor, FirstOrderMotor>>
using LaneForms =
    Forms<Aligned<S, 4, FlightGoggles, UsualTerms<false, false>>,
          Aligned<S, 4, FlightGoggles, UsualTerms<false, true>>,
          Aligned<S, 4, FlightGoggles, UsualTerms<true, false>>,
          Aligned<S, 4, FlightGoggles, UsualTerms<true, true>>, Aligned<S, 4, FlightGoggles>,
          Aligned<S, 4, KnownPropulsion<LinearRotor, DirectMotor>>,
          Aligned<S, 4, KnownPropulsion<LinearRotor, FirstOrderMotor>>,
          Aligned<S, 4, KnownPropulsion<QuadraticRotor, DirectMotor>>,
          Aligned<S, 4, KnownPropulsion<PolynomialRotor, LoadLagMotor>>,
          Aligned<S, 4, AnyPropulsion>, Aligned<S, 6, AnyPropulsion>, Aligned<S, 8, AnyPropulsion>,
          General<S>>;

/// Calls use.template operator()<Vehicle>() for the first form that suits the plan. The last form
/// suits every plan.
template <class First, class... Rest, class Use>
void with_form(Forms<First, Rest...>, const FlightPlan& plan, Use use) {
  if constexpr (sizeof...(Rest) > 0) {
    const MultirotorForm& form = plan.multirotor;
    const bool suits = First::Rotors::suits(form.aligned, form.rotors) &&
                       First::Propulsion::suits(form.law, form.motor) &&
                       First::Terms::suits(form.terms);
    if (!suits) return with_form(Forms<Rest...>(), plan, use);
  }
  use.template operator()<First>();
}

/// Calls use.template operator()<Vehicle>() for the type of vehicle that packs of lanes fly as.
template <class Use>
void with_lane_vehicle(const FlightPlan& plan, Use use) {
  if (plan.vehicle == VehicleKind::helicopter) {
    return use.template operator()<AnyHelicopter<Wide>>();
  }
  with_form(LaneForms<Wide>(), plan, use);
}

/// The same for integrators that are compiled once per type of vehicle.
template <class S, class Use>
void with_general_vehicle(const FlightPlan& plan, Use use) {
  if (plan.vehicle == VehicleKind::helicopter) {
    return use.template operator()<AnyHelicopter<S>>();
  }
  use.template operator()<General<S>>();
}

/// The flight type where the controller is a part of the equations: of lanes only.
template <class Use>
void with_steered_flight(const FlightPlan& plan, Use use) {
  using Vehicle = Steered<General<Wide>>;
  if (plan.integrator == IntegratorKind::rk4) {
    use.template operator()<Flight<Vehicle, Rk4<Vehicle>>>();
  } else {
    use.template operator()<Flight<Vehicle, Eulers<Vehicle>>>();
  }
}

/// Calls use.template operator()<Flight>() for the flight type of the plan.
template <class Use>
void with_flight(const FlightPlan& plan, Use use) {
  if (plan.control.continuous) return with_steered_flight(plan, use);
  switch (info(plan.integrator).stepping) {
    case Stepping::lanes:
      return with_lane_vehicle(plan, [&]<class Vehicle>() {
        if (plan.integrator == IntegratorKind::rk4) {
          use.template operator()<Flight<Vehicle, Rk4<Vehicle>>>();
        } else {
          use.template operator()<Flight<Vehicle, Eulers<Vehicle>>>();
        }
      });
    case Stepping::odeint:
      return with_general_vehicle<Wide>(plan, [&]<class Vehicle>() {
        use.template operator()<Flight<Vehicle, OdeintFixed<Vehicle>>>();
      });
    case Stepping::controlled:
      return with_general_vehicle<Single>(plan, [&]<class Vehicle>() {
        use.template operator()<Flight<Vehicle, OdeintControlled<Vehicle>>>();
      });
  }
}

void fly(const FlightPlan& plan, LaneIo* lanes, int count, double* memory) {
  with_flight(plan, [&]<class F>() {
    for (int i = 0; i < count; i += F::width) {
      F(plan, lanes + i, count - i < F::width ? count - i : F::width, memory).run();
    }
  });
}

double step_only(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats) {
  double checksum = 0.0;
  with_flight(plan,
              [&]<class F>() { checksum = F(plan, lanes, count, nullptr).run_bare(repeats); });
  return checksum;
}

}  // namespace
}  // namespace montecopter

extern "C" const montecopter::Kernel MONTECOPTER_KERNEL_SYMBOL = {
    MONTECOPTER_KERNEL_NAME, montecopter::Wide::width, montecopter::fly, montecopter::step_only};
