#pragma once
/// What the benchmarks share. Every figure is a rate per second of CPU time of one thread.

#include "simulate/kernel_api.hpp"

namespace montecopter::bench {

/// Floating-point operations of one step of one sample (and the limits after it) with the terms
/// that the vehicle has, counted by evaluating the kernels' templates: see counted.hpp.
long flop_of_step(const FlightPlan& plan, const LaneIo& lane);

/// Runs `fmas` fused multiply-adds per lane in independent chains, with the widest registers of the
/// machine; returns the floating-point operations done.
double run_fma_loop(long rounds);

/// What the rival's flight has besides the quadrotor.
enum class RivalNoise { none, process, sensors, sensors_with_biases };

/// Odeint's runge_kutta4 on std::array<double, 17> with the same physics; process noise is six
/// std::normal_distribution draws per step, the sensors, which come with it, are those of
/// quad_with_sensors(). Returns a checksum.
double run_rival(long steps, RivalNoise noise);

void register_kernel_benchmarks();
void register_trace_benchmarks();

}  // namespace montecopter::bench
