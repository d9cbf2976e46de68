#include "interrupt.hpp"

#include <unistd.h>
#include <csignal>

namespace montecopter::cli {
namespace {

std::atomic<bool> stop_asked{false};
std::atomic<bool> signalled{false};  // this process itself
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

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
