#pragma once
/// When a controller of a closed loop looks, and when what it commands takes effect.

#include <array>
#include <tuple>

#include "fields/fields.hpp"

namespace montecopter {

inline constexpr std::array<Choice, 1> loop_rates = {{
    {"continuous", "evaluated at every stage of the integrator, as in papers"},
}};

/// A controller computes commands at k / rate_hz; they hold from delay_s after that until the next
/// ones. Both are whole numbers of steps.
struct LoopTiming {
  Rate rate_hz = required_rate;
  double delay_s = 0.0;

  static constexpr auto fields() {
    using L = LoopTiming;
    return std::tuple{
        field("rate_hz", &L::rate_hz, loop_rates, "Hz", positive, Vary::fixed,
              "Commands per second, held between (zero-order hold); the period is a whole number "
              "of steps"),
        field("delay_s", &L::delay_s, units::time, non_negative, Vary::fixed,
              "Time that computing a command takes: a whole number of steps, at most one period"),
    };
  }
};

}  // namespace montecopter
