#pragma once
/// Remarks of commands: each is printed to stderr at once, and --strict treats warnings as errors.

#include "core/base/error.hpp"
#include "core/base/remarks.hpp"

namespace montecopter::cli {

/// Remarks that are printed to stderr as they come up.
Remarks remarks_on_stderr();

/// Returns `code`. If that is ok, but `strict` is set and there were warnings, returns
/// `when_warned` and says why on stderr.
ExitCode verdict(const Remarks& remarks, bool strict, ExitCode code, ExitCode when_warned);

}  // namespace montecopter::cli
