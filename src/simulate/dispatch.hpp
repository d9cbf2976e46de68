#pragma once
/// Which kernel object runs here. The choice never changes a bit of the result.
///
/// A kernel object is the code of src/simulate/kernels/, compiled for one instruction set, and the
/// table of functions that is its only visible symbol (border/kernel.hpp). `run` and others
/// call choose_kernel() once at their start; nothing of an object runs before it was found that
/// this CPU can run it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/border/kernel.hpp"

namespace montecopter {

struct Plan;

/// Kernels that this CPU can run, slowest first.
std::vector<const Kernel*> available_kernels();

/// The fastest of them.
const Kernel& processor_kernel();

/// Names of all kernels of this build, also of those that this CPU cannot run, and of that for
/// graphics cards.
std::vector<std::string> kernel_names();

/// The kernel of that name, or the fastest one of this CPU for "auto". Throws Error(usage) for an
/// unknown name, one that this CPU cannot run, or "nvidia" where there is no card.
const Kernel& choose_kernel(std::string_view name);

/// How much of a plan is flown by this process, and by how many threads.
struct FlightResources {
  std::int64_t samples;
  int threads;
};

struct KernelChoice {
  const Kernel& kernel;
  std::string remark;  ///< why it is another than the one that was asked for; empty: it is that one
};

/// The same for flights of a plan: "auto" is a card where there is one that is ready, flies all of
/// them and is ahead of the processor. Where cards do not fly them, or there is none, "nvidia" is
/// the kernel of the processor. Throws Error(usage) as above.
KernelChoice choose_kernel(std::string_view name, const Plan& plan, const FlightResources& flown);

}  // namespace montecopter
