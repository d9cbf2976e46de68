#include "interrupt.hpp"

#include <unistd.h>
#include <csignal>
#include <cstring>

namespace montecopter::cli {
namespace {

std::atomic<bool> stop_asked{false};
std::atomic<bool> signalled{false};  // this process itself
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

std::atomic<const char*> interrupted_{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);

/// Calls what a signal handler may, and nothing else.
extern "C" void on_signal_that_ends(int number) {
  const char* what = interrupted_.load();
  for (const char* text :
       {"interrupted: ", what != nullptr ? what : "it", " did not come to an end\n"}) {
    (void)!::write(STDERR_FILENO, text, std::strlen(text));
  }
  _exit(128 + number);
}

extern "C" void on_signal(int number) {
  if (signalled.exchange(true)) _exit(128 + number);
  received = number;
  stop_asked = true;
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_asked;
}

const char* tell_of_signals(const char* what) {
  const char* before_that = interrupted_.exchange(what);
  if (before_that != nullptr) return before_that;
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {
    }, action{};
    // A shell starts background jobs with SIGINT ignored: they go on ignoring it until
    // stop_on_signals().
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    action.sa_handler = on_signal_that_ends;
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
  }
  return nullptr;
}

void stop_as_by(int number) {
  received = number;
  stop_asked = true;
}

std::optional<ExitCode> signal_exit_code() {
  if (received == SIGINT) return ExitCode::interrupted;
  if (received == SIGTERM) return ExitCode::terminated;
  return std::nullopt;
}

}  // namespace montecopter::cli
