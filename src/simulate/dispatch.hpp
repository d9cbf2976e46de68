#pragma once
/// Which kernel object runs here. The choice never changes a bit of the result.
///
/// A kernel object is the code of src/simulate/kernels/, compiled for one instruction set, and the
/// table of functions that is its only visible symbol (border/kernel.hpp). `run` and others
/// call choose_kernel() once at their start; nothing of an object runs before it was found that
/// this CPU can run it.

#include <string>
#include <string_view>
#include <vector>

#include "simulate/border/kernel.hpp"

namespace montecopter {

/// Kernels that this CPU can run, slowest first.
std::vector<const Kernel*> available_kernels();

/// Names of all kernels of this build, also of those that this CPU cannot run.
std::vector<std::string> kernel_names();

/// The kernel of that name, or the fastest one for "auto". Throws Error(usage) for an unknown name
/// or one that this CPU cannot run.
const Kernel& choose_kernel(std::string_view name);

}  // namespace montecopter
