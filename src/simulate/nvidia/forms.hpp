#pragma once
/// The forms of flights that are compiled for graphics cards. Both sides include them: threads.cpp,
/// compiled for cards once for each form (cmake/nvidia.cmake), and kernel.cpp, which flies a plan
/// with the first form that suits it.
///
/// The special forms know more at compile time, such as a rotor law, a motor and terms, or have
/// fewer parts, without sensors or controller. Looked-up types keep their numbers in memory, and
/// missing parts take no registers. All forms give the same bits. The processor flies vehicles that
/// suit no form.

#include <cstddef>

#include "core/numerics/pack.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/integrators/lane_integrator.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/kernels/any_multirotor.hpp"
#include "simulate/lanes/flight_parts.hpp"
#include "simulate/nvidia/forms_list.hpp"

namespace montecopter::nvidia {

/// A thread of a card flies one sample.
using Lane = Pack<isa::Native>;
static_assert(Lane::width == 1);

/// An open loop with no work between steps except its traces.
inline constexpr FlightParts open_loop = {.control = false,
                                          .sensors = false,
                                          .disturbance = false,
                                          .events = false,
                                          .battery = false,
                                          .ends = false,
                                          .end_events = false,
                                          .formulas = false,
                                          .in_registers = true};
/// All parts of flights on cards. If nothing acts at every step, steps between updates and readings
/// fly in registers, too.
inline constexpr FlightParts any_loop = {
    .end_events = false, .formulas = false, .in_registers = true};

template <class V>
bool is_a(const FlightPlan& plan) {
  return plan.vehicle == index_of<V, montecopter::Vehicle>();
}

/// Whether one of our integrators steps, and neither a program nor a continuous controller is in
/// the loop.
inline bool is_stepped_by_lanes(const FlightPlan& plan) {
  return info(plan.integrator).stepping == Stepping::lanes && !plan.control.continuous &&
         !plan.control.external.is_there();
}

/// Quadrotors with rotors along body z, a rotor law and a motor, flown with RK4.
template <class Law, class Motor, TermSet terms, FlightParts parts_>
struct Quadrotor {
  using Vehicle =
      MultirotorDynamics<Lane, AlignedRotors<4>, KnownPropulsion<Law, Motor>, KnownTerms<terms>>;
  using Stepper = Rk4<Vehicle>;
  static constexpr FlightParts parts = parts_;
  /// Whether a card is much faster with it than a processor (docs/graphics-cards.md).
  static constexpr bool is_ahead = !LooksUp<Law>;

  static bool suits(const FlightPlan& plan) {
    const MultirotorForm& form = plan.multirotor;
    return is_a<Multirotor>(plan) && is_stepped_by_lanes(plan) &&
           plan.integrator == integrator_number<Rk4Integrator> && parts.suit(plan) &&
           Vehicle::Rotors::suits(form.aligned, form.rotors) &&
           Vehicle::Propulsion::suits(form.law, form.motor) && Vehicle::Terms::suits(form.terms);
  }
};

inline constexpr TermSet no_terms = {}, noise = {.noise = true},
                         many_terms = {.rotor_drag = true, .noise = true, .linear = true};

/// FlightGoggles' quadrotor, the commonest vehicle.
struct PlainOpenQuadrotor : Quadrotor<SignedQuadraticRotor, FirstOrderMotor, no_terms, open_loop> {
};
struct NoisyOpenQuadrotor : Quadrotor<SignedQuadraticRotor, FirstOrderMotor, noise, open_loop> {};
struct OpenQuadrotor : Quadrotor<SignedQuadraticRotor, FirstOrderMotor, many_terms, open_loop> {};
struct AnyLoopQuadrotor : Quadrotor<SignedQuadraticRotor, FirstOrderMotor, many_terms, any_loop> {};
/// Vehicles like Iris and Hummingbird, the X500 and the F450, in any loop.
struct AsymmetricQuadrotor
    : Quadrotor<QuadraticRotor, AsymmetricFirstOrderMotor, many_terms, any_loop> {};
struct PolynomialQuadrotor : Quadrotor<PolynomialRotor, FirstOrderMotor, many_terms, any_loop> {};
struct TableQuadrotor : Quadrotor<PerformanceTableRotor, FirstOrderMotor, many_terms, any_loop> {};

/// Every vehicle of a kind, with each of our integrators.
template <class Kind, class Dynamics>
struct General {
  using Vehicle = Dynamics;
  using Stepper = LaneIntegrator<Vehicle>;
  static constexpr FlightParts parts = {.end_events = false, .formulas = false};
  static constexpr bool is_ahead = false;

  static bool suits(const FlightPlan& plan) {
    return is_a<Kind>(plan) && is_stepped_by_lanes(plan) && parts.suit(plan);
  }
};
struct GeneralMultirotor : General<Multirotor, AnyMultirotor<Lane, TermsWithoutSurface>> {
  static bool suits(const FlightPlan& plan) {
    return General::suits(plan) && Vehicle::Terms::suits(plan.multirotor.terms) && !plan.electric;
  }
};
struct GeneralHelicopter : General<Helicopter, HelicopterDynamics<Lane>> {
  static bool suits(const FlightPlan& plan) {
    return General::suits(plan) && !plan.has_battery && !plan.helicopter.flapping;
  }
};

/// Calls use.template operator()<Form>() for each form.
template <class Use>
void each_form(Use use) {
#define MONTECOPTER_USE(NAME) use.template operator()<NAME>();
  MONTECOPTER_FORMS(MONTECOPTER_USE)
#undef MONTECOPTER_USE
}

#define MONTECOPTER_COUNT(NAME) +1
inline constexpr std::size_t form_count = 0 MONTECOPTER_FORMS(MONTECOPTER_COUNT);
#undef MONTECOPTER_COUNT

}  // namespace montecopter::nvidia
