#pragma once
/// The stack that the program needs, whatever `ulimit -s` says.

#include <functional>

namespace montecopter::cli {

/// Returns what `work` returns, which runs with 8 MiB of stack at least, as do all threads that are
/// started later.
int with_ample_stack(const std::function<int()>& work);

}  // namespace montecopter::cli
