#pragma once
/// A child process flies if flights call a controller library. The library may end that process by
/// any means, and with any exit code. This process waits for it, and knows whether the child ended
/// by itself.

#include <string>

namespace montecopter::cli {

/// Forks on the first call. The child returns and continues the command; it reports its exit code
/// with mark_end(). This process passes signals on to the child, and ends as the child does.
/// Error(io) here if the library has ended the child. Call it before any file is made and any
/// thread is started.
void fly_in_guarded_process();

/// Notes that this process is about to end by itself with this exit code. A signal handler may call
/// it.
void mark_end(int exit_code);

/// The process that guards this one; 0 if there is none.
int guarding_process();

/// Sets the text that the guard prints if the library ends this process: what is kept of the work.
void tell_guard(const std::string& kept);

}  // namespace montecopter::cli
