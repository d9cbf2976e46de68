#pragma once
/// The table of functions of a kernel object, which is its only visible symbol. What they take is
/// in kernel_api.hpp.

#include <cstdint>

namespace montecopter {

struct FlightPlan;
struct LaneIo;

/// One kernel object.
struct Kernel {
  const char* name;  ///< "baseline", "scalar", "avx2", "avx512", "neon", "nvidia"
  int width;         ///< samples flown side by side by fixed-step integrators
  /// Flies `count` samples to their ends, `width` at a time. Allocates nothing (but
  /// bulirsch_stoer), throws nothing; that of a card allocates, and throws Error(io) if it fails.
  /// `memory` has room for plan.memory() packs of `width` doubles and is aligned to 64 bytes; null:
  /// no sensor is read.
  void (*fly)(const FlightPlan& plan, LaneIo* lanes, int count, double* memory);
  /// Benchmark of the bare step: `repeats` steps of one pack, nothing recorded. Returns a checksum.
  double (*step_only)(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats);
  /// Samples that it wants to be given at once, by all threads together; 0: a block at a time.
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
