#pragma once
/// Which kernel object runs here. The choice never changes a bit of the result.
///
/// A kernel object is the code of src/simulate/kernels/, compiled for one instruction set, with a
/// table of functions as its only visible symbol (border/kernel.hpp). `run` and others call
/// choose_kernel() once at their start. No code of an object runs before the program knows that
/// this CPU supports it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/border/kernel.hpp"

namespace montecopter {

struct Plan;

/// Kernels that this CPU can run, slowest first.
std::vector<const Kernel*> available_kernels();

/// The fastest kernel of this CPU.
const Kernel& processor_kernel();

/// Names of all kernels of this build, including the kernel for graphics cards and kernels that
/// this CPU cannot run.
std::vector<std::string> kernel_names();

/// The kernel with this name, or the fastest kernel of this CPU for "auto". Throws Error(usage) for
/// an unknown name, for a kernel that this CPU cannot run, and for "nvidia" without a card.
const Kernel& choose_kernel(std::string_view name);

/// The part of a plan that this process flies, and its number of threads.
struct FlightResources {
  std::int64_t samples;
  int threads;
};

struct KernelChoice {
  const Kernel& kernel;
  std::string remark;  ///< why it is not the requested kernel; empty: it is
};

/// The kernel for the flights of a plan. "auto" chooses a card if one is ready, flies all of them
/// and is faster than the processor. If there is no card, or cards cannot fly them, "nvidia" gives
/// the kernel of the processor. Throws Error(usage) as above.
KernelChoice choose_kernel(std::string_view name, const Plan& plan, const FlightResources& flown);

}  // namespace montecopter
