#pragma once
/// One kernel object: these units, compiled once per instruction set (cmake/kernels.cmake). Vehicle
/// and integrator become types here, once per call.
///
/// kernel.cpp asks one group of flight types after the other which of its types flies a plan, the
/// last of them the group of the vehicle. A group is a unit of its own: a compiler needs over a
/// gigabyte for all in one, and what is rarely flown need not be compiled as long. What flights of
/// all vehicles share is compiled in shared.cpp.

#include <type_traits>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// How plans of one type of flight are flown; see Kernel.
struct FlightType {
  void (*fly)(const FlightPlan& plan, LaneIo* lanes, int count, double* memory);
  double (*step_only)(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats);
};

struct Multirotor;
struct Helicopter;

/// Flights of all vehicles with integrators that choose their steps; null: the plan has another.
/// Only in kernels of packs: the general forms of those without fly with these, too.
const FlightType* odeint_controlled_flight(const FlightPlan& plan);
/// The group of each vehicle: never null.
const FlightType* flight_of(std::type_identity<Multirotor>, const FlightPlan& plan);
const FlightType* flight_of(std::type_identity<Helicopter>, const FlightPlan& plan);
/// Multirotors of which much is known when they are compiled; null: the plan is for another. Only
/// in kernels of packs.
const FlightType* usual_quadrotor_flight(const FlightPlan& plan);
const FlightType* lagged_multirotor_flight(const FlightPlan& plan);
const FlightType* published_quadrotor_flight(const FlightPlan& plan);
const FlightType* aligned_multirotor_flight(const FlightPlan& plan);

}  // namespace montecopter
