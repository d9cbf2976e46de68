/// One kernel object: compiled once per instruction set (see cmake/kernels.cmake), it exports
/// exactly one symbol. The vehicle and the integrator become types here, once per call.

#include <cstddef>
#include <type_traits>
#include <variant>

#include "dynamics/integrators/dopri5.hpp"
#include "dynamics/integrators/euler.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/pack.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "simulate/flight.hpp"

namespace montecopter {
namespace {

using Wide = Pack<isa::Native>;
using Single = Pack<isa::OneLane<isa::Native>>;

/// Calls use.template operator()<T>() for the alternative of that index of a closed list.
template <class Variant, std::size_t i = 0, class Use>
void with_alternative(int index, Use use) {
  if constexpr (i < std::variant_size_v<Variant>) {
    if (index == static_cast<int>(i)) {
      use.template operator()<std::variant_alternative_t<i, Variant>>();
    } else {
      with_alternative<Variant, i + 1>(index, use);
    }
  }
}

/// Calls use.template operator()<Law, Motor>() for the law and motor of the plan.
template <class Use>
void with_rotor(const FlightPlan& plan, Use use) {
  with_alternative<RotorLaw>(plan.law, [&]<class Law>() {
    with_alternative<Motor>(plan.motor, [&]<class M>() { use.template operator()<Law, M>(); });
  });
}

/// The quadrotor whose terms are known at compile time, if the plan's suits one.
template <class S, class Law, class Motor, class Use>
bool with_usual_quad(const FlightPlan& plan, Use use) {
  const auto try_terms = [&]<class Terms>() {
    if (!Terms::suits(plan.terms)) return false;
    use.template operator()<MultirotorDynamics<S, AlignedRotors<4>, Law, Motor, Terms>>();
    return true;
  };
  return try_terms.template operator()<UsualTerms<false, false>>() ||
         try_terms.template operator()<UsualTerms<false, true>>() ||
         try_terms.template operator()<UsualTerms<true, false>>() ||
         try_terms.template operator()<UsualTerms<true, true>>();
}

/// Calls use.template operator()<Vehicle>() for the vehicle of the plan, over lanes of S.
/// Controlled integrators are too slow to gain from the aligned forms.
template <class S, bool with_aligned, class Use>
void with_vehicle(const FlightPlan& plan, Use use) {
  with_rotor(plan, [&]<class Law, class Motor>() {
    if constexpr (with_aligned) {
      if (plan.aligned) {
        if constexpr (std::is_same_v<Law, SignedQuadraticRotor> && Motor::has_state) {
          if (plan.rotors == 4 && with_usual_quad<S, Law, Motor>(plan, use)) return;
        }
        switch (plan.rotors) {
          case 4:
            return use.template operator()<MultirotorDynamics<S, AlignedRotors<4>, Law, Motor>>();
          case 6:
            return use.template operator()<MultirotorDynamics<S, AlignedRotors<6>, Law, Motor>>();
          case 8:
            return use.template operator()<MultirotorDynamics<S, AlignedRotors<8>, Law, Motor>>();
          default:
            break;
        }
      }
    }
    use.template operator()<MultirotorDynamics<S, AnyRotors<16>, Law, Motor>>();
  });
}

/// Calls use.template operator()<Flight>() for the flight type of the plan.
template <class Use>
void with_flight(const FlightPlan& plan, Use use) {
  switch (plan.integrator) {
    case IntegratorKind::euler:
      return with_vehicle<Wide, true>(plan, [&]<class Vehicle>() {
        use.template operator()<Flight<Vehicle, Euler<Vehicle>>>();
      });
    case IntegratorKind::rk4:
      return with_vehicle<Wide, true>(
          plan, [&]<class Vehicle>() { use.template operator()<Flight<Vehicle, Rk4<Vehicle>>>(); });
    case IntegratorKind::dopri5:
      return with_vehicle<Single, false>(plan, [&]<class Vehicle>() {
        use.template operator()<Flight<Vehicle, Dopri5<Vehicle>>>();
      });
  }
}

void fly(const FlightPlan& plan, LaneIo* lanes, int count) {
  with_flight(plan, [&]<class F>() {
    for (int i = 0; i < count; i += F::width) {
      F(plan, lanes + i, count - i < F::width ? count - i : F::width).run();
    }
  });
}

double step_only(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats) {
  double checksum = 0.0;
  with_flight(plan, [&]<class F>() { checksum = F(plan, lanes, count).run_bare(repeats); });
  return checksum;
}

}  // namespace
}  // namespace montecopter

extern "C" const montecopter::Kernel MONTECOPTER_KERNEL_SYMBOL = {
    MONTECOPTER_KERNEL_NAME, montecopter::Wide::width, montecopter::fly, montecopter::step_only};
