#pragma once
/// The border between the program and the kernel objects: plain data only, so that no inline
/// function or template of the standard library is shared across instruction sets.

#include <cstdint>

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"
#include "plan/outcome.hpp"

namespace montecopter {

/// Traced signals, in the order of scenario.hpp's `signal_names`.
enum class Signal : int {
  position,
  velocity,
  attitude,
  body_rate,
  rotor_speed,
  command,
  specific_force,
  rotor_thrust,
  rotor_torque
};
inline constexpr int signal_count = 9;

/// What all samples of a run share.
struct FlightPlan {
  int law;           ///< index in RotorLaw
  int motor;         ///< index in Motor
  int motor_states;  ///< state variables per motor
  bool aligned;      ///< all rotors push along body z
  int rotors;
  int capacity;  ///< rotors that a row of constants has room for
  MultirotorTerms terms;
  PerformanceTable table;  ///< of laws that have one

  IntegratorKind integrator;
  double relative_tolerance, absolute_tolerance;
  double step_s;
  std::int64_t steps;

  std::int64_t noise_every;  ///< steps between draws of process noise
  std::uint64_t seed, noise_stream;

  const double* commands;             ///< [command_rows][rotors]
  const std::int64_t* command_steps;  ///< first step of each row; ascending, the first is 0
  std::int64_t command_rows;

  std::int64_t output_every;
  bool traced[signal_count];
  const std::int64_t* checkpoints;  ///< [checkpoint_count], ascending
};

/// Raw extremes over all steps; squares where the square root can wait.
struct FlightExtremes {
  double position_error2, speed2, rate2;
  double sine_half_tilt2;  ///< qx^2 + qy^2 = sin^2(tilt / 2)
  double lowest_z, highest_z;
};

/// One sample: what goes in, what comes out.
struct LaneIo {
  std::uint64_t sample;         ///< counter of the random draws
  const double* constants;      ///< MultirotorConstants<double, capacity> as an array
  const double* initial_state;  ///< p, v, q, omega, then state 0 of every motor, then state 1

  Status status;
  std::int64_t steps_flown;   ///< the last finite state is that of this step
  double* final_state;        ///< as the initial one
  double* checkpoint_states;  ///< [checkpoint_count] states
  std::int64_t* checkpoint_steps;
  FlightExtremes extremes;
  double* traces[signal_count];  ///< [outputs][components] or null
};

/// One kernel object.
struct Kernel {
  const char* name;  ///< "baseline", "scalar", "avx2", "avx512", "neon"
  int width;         ///< samples flown side by side by fixed-step integrators
  /// Flies `count` samples to their ends, `width` at a time. Allocates nothing (but
  /// bulirsch_stoer), throws nothing.
  void (*fly)(const FlightPlan& plan, LaneIo* lanes, int count);
  /// Benchmark of the bare step: `repeats` steps of one pack, nothing recorded. Returns a checksum.
  double (*step_only)(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats);
};

}  // namespace montecopter

extern "C" {
extern const montecopter::Kernel montecopter_kernel_baseline;
extern const montecopter::Kernel montecopter_kernel_scalar;
extern const montecopter::Kernel montecopter_kernel_avx2;
extern const montecopter::Kernel montecopter_kernel_avx512;
extern const montecopter::Kernel montecopter_kernel_neon;
}
