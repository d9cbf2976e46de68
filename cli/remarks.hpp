#pragma once
/// Remarks as commands make them: each is on stderr at once, and --strict takes warnings for a no.

#include "core/base/error.hpp"
#include "core/base/remarks.hpp"

namespace montecopter::cli {

/// Remarks that are printed to stderr as they come up.
Remarks remarks_on_stderr();

/// `code`; but if that is ok, `strict` is set and there were warnings, `when_warned`, and stderr
/// says why.
ExitCode verdict(const Remarks& remarks, bool strict, ExitCode code, ExitCode when_warned);

}  // namespace montecopter::cli
