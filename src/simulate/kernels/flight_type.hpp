#pragma once
/// One kernel object: these units, compiled once per instruction set (cmake/kernels.cmake). Vehicle
/// and integrator become types here, once per call.
///
/// In kernel.cpp the groups of flight types are asked, one after the other, for a type that flies
/// the plan; the group of the vehicle comes last. Each group is a unit of its own: one unit for all
/// would need over a gigabyte to compile, and rarely flown types need less optimisation. Code that
/// flights of all vehicles share is compiled in shared.cpp.

#include <type_traits>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// How to fly the plans of one type of flight; see Kernel.
struct FlightType {
  void (*fly)(const FlightPlan& plan, LaneIo* lanes, int count, double* memory);
  double (*step_only)(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats);
};

struct Multirotor;
struct Helicopter;

/// Flights of all vehicles with integrators that choose their steps; null if the plan has another
/// integrator. Only in kernels with packs: the general forms of other kernels fly with these
/// integrators, too.
const FlightType* odeint_controlled_flight(const FlightPlan& plan);
/// The group of each vehicle. Never null.
const FlightType* flight_of(std::type_identity<Multirotor>, const FlightPlan& plan);
const FlightType* flight_of(std::type_identity<Helicopter>, const FlightPlan& plan);
/// Multirotors with many properties known at compile time; null if the plan does not match. Only in
/// kernels with packs.
const FlightType* usual_quadrotor_flight(const FlightPlan& plan);
const FlightType* lagged_multirotor_flight(const FlightPlan& plan);
const FlightType* published_quadrotor_flight(const FlightPlan& plan);
const FlightType* aligned_multirotor_flight(const FlightPlan& plan);

}  // namespace montecopter
