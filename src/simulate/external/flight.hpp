#pragma once
/// Common parts of programs that are processes. A flight is an object of its kind, whose address is
/// in the kernel's memory and whose exceptions become the flight's last words.

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/shortened.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/external_plan.hpp"
#include "simulate/external/child.hpp"

namespace montecopter {

/// Ends a flight because of its program; what() is its last words.
struct ExternalFlightFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws ExternalFlightFailed with the reason, and the end of the program's output.
[[noreturn]] inline void fail_with_output(std::string why, const Child& child) {
  const std::size_t left = last_words_bytes - std::min(why.size() + 20, last_words_bytes);
  const std::string said = child.said(left);
  if (!said.empty()) why += "; it printed: " + said;
  throw ExternalFlightFailed(why);
}

template <class ExternalFlight>
ExternalFlight*& flight_in(const ExternalLane& lane) {
  return *static_cast<ExternalFlight**>(lane.memory);
}

/// Ends a flight. A firmware may have a log to keep; its errors end the run.
template <class ExternalFlight>
void end_flight(const ExternalLane& lane, bool has_failed) {
  ExternalFlight*& flight = flight_in<ExternalFlight>(lane);
  if constexpr (requires { flight->keep_log(lane, has_failed); }) {
    try {
      if (flight != nullptr) flight->keep_log(lane, has_failed);
    } catch (const std::exception&) {
      lane.patience->fail(std::current_exception());
    }
  }
  delete flight;
  flight = nullptr;
}

/// Implements ExternalFunctions::finish.
template <class ExternalFlight>
void finish_flight(const void*, const ExternalLane& lane) {
  end_flight<ExternalFlight>(lane, false);
}

/// Runs `work` without exceptions, which kernels do not know: returns 0, or 1 and the last words.
/// Ends a failed process at once. An Error does not belong to the flight: it ends the run.
template <class ExternalFlight, class Work>
int guarded(const ExternalLane& lane, Work work) {
  try {
    work();
    return 0;
  } catch (const std::exception& error) {
    const bool is_of_flight = dynamic_cast<const Error*>(&error) == nullptr;
    if (!is_of_flight && lane.patience != nullptr) lane.patience->fail(std::current_exception());
    if (lane.last_words != nullptr) {
      const std::string_view words = beginning_of(error.what(), last_words_bytes);
      std::copy_n(words.data(), words.size(), lane.last_words);
    }
    end_flight<ExternalFlight>(lane, true);
    return 1;
  }
}

/// Implements ExternalFunctions::begin for a flight whose begin() says whether it is ready.
template <class ExternalFlight>
int begun(const ExternalLane& lane) {
  bool is_ready = false;
  const int failed =
      guarded<ExternalFlight>(lane, [&] { is_ready = flight_in<ExternalFlight>(lane)->begin(); });
  return failed != 0 || is_ready ? failed : not_ready;
}

}  // namespace montecopter
