#pragma once
/// A large enough stack, whatever the limit of `ulimit -s` is.

#include <functional>

namespace montecopter::cli {

/// Runs `work` with at least 8 MiB of stack, also for all later threads, and returns its result.
int with_ample_stack(const std::function<int()>& work);

}  // namespace montecopter::cli
