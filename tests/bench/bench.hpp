#pragma once
/// What the benchmarks share. Every figure is a rate per second of CPU time of one thread.

#include <string>

namespace montecopter::bench {

/// Minimal number of floating-point operations of one RK4 step of the benchmark model (17 states:
/// FlightGoggles' quadrotor + rotor drag + wind), counted with an instrumented scalar.
inline constexpr double flop_per_step = 935;

/// Runs `fmas` fused multiply-adds per lane in independent chains, with the widest registers of the
/// machine; returns the floating-point operations done.
double run_fma_loop(long rounds);

/// Odeint's runge_kutta4 on std::array<double, 17> with the same physics; with `noisy`, six
/// std::normal_distribution draws per step. Returns a checksum.
double run_rival(long steps, bool noisy);

void register_kernel_benchmarks();
void register_trace_benchmarks();

}  // namespace montecopter::bench
