#pragma once
/// Flights that call a controller library are flown by a child process. The library may end that
/// process by any means, and with any exit code: this process waits for it, and knows whether the
/// child came to its own end.

#include <string>

namespace montecopter::cli {

/// Forks, the first time that it is called. The child returns and goes on with the command; what it
/// ends with, it says by mark_end(). This process takes signals for the child and passes them on,
/// and ends as the child does. Error(io) here if the library has ended the child. Call before any
/// file is made and any thread is started.
void fly_in_guarded_process();

/// This process is about to end with this exit code, and by itself. May be called by the handler of
/// a signal.
void mark_end(int exit_code);

/// The process that guards this one; 0: there is none.
int guarding_process();

/// What that process prints if the library ends this one: what is kept of the work.
void tell_guard(const std::string& kept);

}  // namespace montecopter::cli
