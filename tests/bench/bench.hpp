#pragma once
/// What the benchmarks share. Every figure is a rate per second of CPU time of one thread.

#include "simulate/border/kernel_api.hpp"

namespace montecopter::bench {

/// Floating-point operations of one step of one sample (and the limits after it) with the terms
/// that the vehicle has, counted by evaluating the kernels' templates: see counted.hpp.
long flop_of_step(const FlightPlan& plan, const LaneIo& lane);

/// Those of a whole flight with RK4, all that its steps ask for besides included: winds, noise,
/// metrics. `memory` as for Kernel::fly.
long flop_of_flight(const FlightPlan& plan, LaneIo& lane, double* memory);

/// Runs `fmas` fused multiply-adds per lane in independent chains, with the widest registers of the
/// machine; returns the floating-point operations done.
double run_fma_loop(long rounds);

/// What the rival's flight has besides the quadrotor.
struct RivalFlight {
  bool noise = false;       ///< six std::normal_distribution draws per step
  bool sensors = false;     ///< those of quad_with_sensors()
  bool biases = false;      ///< of the sensors
  bool controller = false;  ///< that of quad_under_control()
};

/// Odeint's runge_kutta4 on std::array<double, 17> with the same physics. Returns a checksum.
double run_rival(long steps, const RivalFlight& flight);

void register_kernel_benchmarks();
void register_trace_benchmarks();

}  // namespace montecopter::bench
