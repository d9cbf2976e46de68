#pragma once
/// SIGINT and SIGTERM end a command softly, within a second: where the command itself has not ended
/// by then, the handler removes files that are not whole and ends it. Only flights into a result
/// file may take longer: blocks in flight are finished. A second signal ends these at once, too;
/// what was written stays, and one line says so. A signal that is ignored when the program starts
/// stays ignored.

#include <atomic>
#include <optional>
#include <string>

#include "core/base/error.hpp"

namespace montecopter::cli {

/// Installs the handlers; the flag is set by the first signal.
const std::atomic<bool>& stop_on_signals();

/// What a second signal says: what is kept of the work, and how to go on. Until then it names the
/// command that did not come to an end.
void tell_at_second_signal(const std::string& kept);

/// As long as it lives, flights are finished before a signal ends the command.
class FinishesFlights {
 public:
  FinishesFlights();
  ~FinishesFlights();
  FinishesFlights(const FinishesFlights&) = delete;
  FinishesFlights& operator=(const FinishesFlights&) = delete;
};

/// Until stop_on_signals() is called, a signal ends the process at once: nothing is half done. Says
/// that on stderr, with what is interrupted (a text that outlives the process), and exits as the
/// signal says.
/// Returns the text that it replaces; null: none.
const char* tell_of_signals(const char* what);

/// Ends the run as a signal does, which came to another process that flies with this one. A signal
/// that comes to this one afterwards is still the first.
void stop_as_by(int number);

/// interrupted or terminated, if a signal came.
std::optional<ExitCode> signal_exit_code();

}  // namespace montecopter::cli
