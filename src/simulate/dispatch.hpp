#pragma once
/// Which kernel object runs here. The choice never changes a bit of the result.
///
/// A kernel object is the code of src/simulate/kernels/, compiled for one instruction set, and the
/// table of functions that is its only visible symbol (border/kernel.hpp). `run` and others
/// call choose_kernel() once at their start; nothing of an object runs before it was found that
/// this CPU can run it.

#include <optional>
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

/// The kernel of that name, or the fastest one for "auto". Throws Error(usage) for an unknown name
/// or one that this CPU cannot run. Where there is no card for "nvidia" it is that of the
/// processor.
const Kernel& choose_kernel(std::string_view name);

/// The same for a plan: "auto" is a card where there is one that flies all of it, and the run is so
/// large that it gains over so many threads.
const Kernel& choose_kernel(std::string_view name, const Plan& plan, int threads);

/// What there is to say of a kernel that was asked for: why another flies.
std::optional<std::string> remark_on_kernel(std::string_view name, const Plan& plan);

}  // namespace montecopter
