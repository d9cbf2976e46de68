#pragma once
/// The table of functions of a kernel object, its only visible symbol. Their arguments are in
/// kernel_api.hpp.

#include <cstdint>

namespace montecopter {

struct FlightPlan;
struct LaneIo;

/// One kernel object.
struct Kernel {
  const char* name;  ///< "baseline", "scalar", "avx2", "avx512", "neon", "nvidia"
  int width;         ///< samples flown side by side by fixed-step integrators
  /// Flies `count` samples to their ends, `width` at a time. Allocates nothing (except for
  /// bulirsch_stoer) and throws nothing; the kernel of a card allocates, and throws Error(io) if
  /// that fails. `memory` has room for plan.memory() packs of `width` doubles and is aligned to 64
  /// bytes. If it is null, no sensor is read.
  void (*fly)(const FlightPlan& plan, LaneIo* lanes, int count, double* memory);
  /// Benchmark of the bare step: `repeats` steps of one pack, with nothing recorded. Returns a
  /// checksum.
  double (*step_only)(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats);
  /// Samples that all threads together should give it at once; 0: one block at a time.
  std::int64_t samples_at_once = 0;
};

}  // namespace montecopter

extern "C" {
extern const montecopter::Kernel montecopter_kernel_baseline;
extern const montecopter::Kernel montecopter_kernel_scalar;
extern const montecopter::Kernel montecopter_kernel_avx2;
extern const montecopter::Kernel montecopter_kernel_avx512;
extern const montecopter::Kernel montecopter_kernel_neon;
extern const montecopter::Kernel montecopter_kernel_nvidia;
}
