#include "process_guard.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/base/error.hpp"
#include "simulate/external/library_calls.hpp"

namespace montecopter::cli {
namespace {

LibraryCalls* calls = nullptr;           // shared by both processes, as long as they live
std::atomic<pid_t> guarded_process{0};   // known to the guard: the child that flies
std::atomic<pid_t> guard_of_process{0};  // known to the child: its guard

extern "C" void pass_on(int number) {
  const int before = errno;
  if (const pid_t child = guarded_process.load(); child > 0) ::kill(child, number);
  errno = before;
}

/// Signals that end a command, except signals that no handler can take.
constexpr int forwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void pass_signals_on() {
  for (const int number : forwarded) {
    struct sigaction before {
    }, action{};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    action.sa_handler = pass_on;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(number, &action, nullptr);
  }
}

/// Ends the process after a library has called exit(): no handler or destructor runs beside other
/// threads.
void end_at_once(int code, void*) {
  if (calls->regular_end() < 0) ::_exit(code);
}

/// Ends this process by the same signal as the child.
[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);
}

[[noreturn]] void end_as(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  guarded_process = 0;
  const int regular = calls->regular_end();
  // Not exit(): the child has the same buffers, and has printed them.
  if (regular >= 0) ::_exit(regular);
  const std::string end = calls->end_text(status);
  if (end.empty() && WIFSIGNALED(status)) end_by(WTERMSIG(status));
  const std::string kept = calls->kept_text();
  throw Error(ExitCode::io, "error: " + (end.empty() ? "the process that flies ended" : end) +
                                ". " + library_end_advice + "." +
                                (kept.empty() ? "" : "\n" + kept));
}

}  // namespace

void fly_in_guarded_process() {
  if (calls) return;
  calls = new LibraryCalls;
  const pid_t guard = ::getpid();
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = ::fork();
  if (child < 0) {
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw Error(ExitCode::io, std::string("error: cannot start a process that flies (") +
                                  std::strerror(error) + "). Run the same command again.");
  }
  if (child > 0) {
    guarded_process = child;
    pass_signals_on();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    end_as(child);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) ::_exit(static_cast<int>(ExitCode::internal));
  guard_of_process = guard;
  calls->note_here();
  ::on_exit(end_at_once, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void mark_end(int exit_code) {
  if (guard_of_process != 0) calls->regular_end() = exit_code;
}

int guarding_process() { return guard_of_process; }

void tell_guard(const std::string& kept) {
  if (guard_of_process != 0) calls->keep_text(kept);
}

}  // namespace montecopter::cli
