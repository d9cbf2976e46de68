#pragma once
/// SIGINT and SIGTERM end a command softly, within a second. If the command has not ended by then,
/// the handler removes incomplete files and ends it. Only flights into a result file may take
/// longer: blocks in flight are finished. A second signal ends these at once, too; finished samples
/// stay in the file, and one line says so. A signal that is ignored when the program starts stays
/// ignored.

#include <atomic>
#include <optional>
#include <string>

#include "core/base/error.hpp"

namespace montecopter::cli {

/// Installs the handlers; the flag is set by the first signal.
const std::atomic<bool>& stop_on_signals();

/// Sets the text of a second signal: what is kept of the work, and how to continue. Without it the
/// text names the command that did not finish.
void tell_at_second_signal(const std::string& kept);

/// While an object of this class exists, flights are finished before a signal ends the command.
class FinishesFlights {
 public:
  FinishesFlights();
  ~FinishesFlights();
  FinishesFlights(const FinishesFlights&) = delete;
  FinishesFlights& operator=(const FinishesFlights&) = delete;
};

/// Names the interrupted work for signals that come before stop_on_signals() is called. Such a
/// signal ends the process at once, because nothing is half done: it prints the name on stderr and
/// exits with the code of the signal. The text has to outlive the process. Returns the text that it
/// replaces; null: none.
const char* tell_of_signals(const char* what);

/// Ends the run as the signal does that another process of the same run received. A later signal to
/// this process still counts as its first.
void stop_as_by(int number);

/// The exit code of the signal that came: interrupted or terminated; nullopt if none came.
std::optional<ExitCode> signal_exit_code();

}  // namespace montecopter::cli
