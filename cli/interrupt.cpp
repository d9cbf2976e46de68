#include "interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <initializer_list>

#include "process_guard.hpp"
#include "record/partial.hpp"

namespace montecopter::cli {
namespace {

std::atomic<bool> stop_asked{false};
// Signals to this process itself. A guarding process receives Ctrl-C too, and passes it on.
std::atomic<int> sent_directly{0}, passed_on{0};
std::atomic<int> finishing{0};  // flights that are finished before a signal ends the command
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

std::atomic<const char*> interrupted_{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<const char*> kept_{nullptr};  // the text of a second signal
std::atomic<const char*> new_line_{""};   // after a progress bar

constexpr suseconds_t longest_us = 700'000;  // from a signal to the end of a command

void set_deadline() {
  const itimerval once{.it_interval = {0, 0}, .it_value = {0, longest_us}};
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

/// Writes texts to stderr, and calls only functions that a signal handler may call.
void say(std::initializer_list<const char*> texts) {
  for (const char* text : texts) (void)!::write(STDERR_FILENO, text, std::strlen(text));
}

void say_what_was_interrupted() {
  const char* what = interrupted_.load();
  say({what != nullptr ? what : "it", " did not finish\n"});
}

/// Ends the program: a second signal came, or the command did not end in time after the first.
[[noreturn]] void end_now(const char* why, int number) {
  record::remove_partials_now();
  say({new_line_, why, ": "});
  if (const char* kept = kept_.load(); kept != nullptr) {
    say({kept, "\n"});
  } else {
    say_what_was_interrupted();
  }
  mark_end(128 + number);
  _exit(128 + number);
}

extern "C" void on_signal_that_ends(int number) {
  say({"interrupted: "});
  say_what_was_interrupted();
  mark_end(128 + number);
  _exit(128 + number);
}

extern "C" void on_signal(int number, siginfo_t* info, void*) {
  const bool is_passed_on = guarding_process() != 0 && info->si_pid == guarding_process();
  const int before = std::max(sent_directly.load(), passed_on.load());
  ++(is_passed_on ? passed_on : sent_directly);
  if (std::max(sent_directly.load(), passed_on.load()) == before) return;  // the same signal twice
  if (before > 0) end_now("interrupted again, and ended at once", number);
  received = number;
  stop_asked = true;
  set_deadline();
}

/// Ends the command if it has not seen the flag within the time limit.
extern "C" void on_deadline(int) {
  if (finishing > 0) return set_deadline();
  end_now("interrupted", received);
}

/// Installs the handler. An ignored signal stays ignored: a shell starts background jobs with
/// SIGINT ignored, because Ctrl-C is not meant for them.
void handle(struct sigaction action) {
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  if (::isatty(STDERR_FILENO) != 0) new_line_ = "\n";
  struct sigaction softly {
  }, deadline{};
  deadline.sa_handler = on_deadline;
  deadline.sa_flags = SA_RESTART;
  sigemptyset(&deadline.sa_mask);
  ::sigaction(SIGALRM, &deadline, nullptr);
  softly.sa_sigaction = on_signal;
  softly.sa_flags = SA_RESTART | SA_SIGINFO;
  handle(softly);
  return stop_asked;
}

void tell_at_second_signal(const std::string& kept) {
  static auto* const text = new std::string;  // a signal may come while the program ends
  kept_ = nullptr;                            // a signal that comes now has a shorter text
  *text = kept;
  kept_ = text->c_str();
  tell_guard(kept);
}

FinishesFlights::FinishesFlights() { ++finishing; }
FinishesFlights::~FinishesFlights() { --finishing; }

const char* tell_of_signals(const char* what) {
  const char* before_that = interrupted_.exchange(what);
  if (before_that != nullptr) return before_that;
  struct sigaction at_once {};
  at_once.sa_handler = on_signal_that_ends;
  handle(at_once);
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
