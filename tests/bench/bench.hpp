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

/// Odeint's runge_kutta4 on std::array<double, 17> with the same physics; with `noisy`, six
/// std::normal_distribution draws per step. Returns a checksum.
double run_rival(long steps, bool noisy);

void register_kernel_benchmarks();
void register_trace_benchmarks();

}  // namespace montecopter::bench
