#include "interrupt.hpp"

#include <unistd.h>
#include <csignal>
#include <cstring>
#include <initializer_list>

namespace montecopter::cli {
namespace {

std::atomic<bool> stop_asked{false};
std::atomic<bool> signalled{false};  // this process itself
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

std::atomic<const char*> interrupted_{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<const char*> kept_{nullptr};  // what a second signal says
std::atomic<const char*> new_line_{""};   // behind a bar of progress

/// Calls what a signal handler may, and nothing else.
void say(std::initializer_list<const char*> texts) {
  for (const char* text : texts) (void)!::write(STDERR_FILENO, text, std::strlen(text));
}

void say_what_was_interrupted() {
  const char* what = interrupted_.load();
  say({what != nullptr ? what : "it", " did not come to an end\n"});
}

extern "C" void on_signal_that_ends(int number) {
  say({"interrupted: "});
  say_what_was_interrupted();
  _exit(128 + number);
}

extern "C" void on_signal(int number) {
  if (signalled.exchange(true)) {
    say({new_line_, "interrupted again, and ended at once: "});
    if (const char* kept = kept_.load(); kept != nullptr) {
      say({kept, "\n"});
    } else {
      say_what_was_interrupted();
    }
    _exit(128 + number);
  }
  received = number;
  stop_asked = true;
}

/// What is ignored stays so: a shell starts background jobs with SIGINT ignored, for it is not they
/// that Ctrl-C is to end.
void handle(void (*handler)(int), int flags) {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {
    }, action{};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = flags;
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  if (::isatty(STDERR_FILENO) != 0) new_line_ = "\n";
  handle(on_signal, SA_RESTART);
  return stop_asked;
}

void tell_at_second_signal(const std::string& kept) {
  static auto* const text = new std::string;  // a signal may come while the program ends
  kept_ = nullptr;                            // one that comes now says less
  *text = kept;
  kept_ = text->c_str();
}

const char* tell_of_signals(const char* what) {
  const char* before_that = interrupted_.exchange(what);
  if (before_that != nullptr) return before_that;
  handle(on_signal_that_ends, 0);
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
