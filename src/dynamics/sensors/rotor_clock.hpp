#pragma once
/// Times the turns of a rotor by a mark that passes a sensor, over lanes: docs/models.md 1.8.

#include "dynamics/random/draws.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

template <class S>
struct RotorClockConstants {
  S turns_per_step;  ///< of a speed of 1 rad/s: step / (2 pi)
  S seconds;         ///< of a step
  S time_noise;      ///< standard deviation of the time of a pass [s]
};

/// Clock of one rotor. Times are in steps.
template <class S>
struct RotorClock {
  S speed;      ///< |Omega| at the last step
  S phase;      ///< turns since the last pass, below 1
  S turns;      ///< passes after that at t = 0, with which the flight begins
  S last_pass;  ///< steps from the last pass to now
  S duration;   ///< of the turn that was completed last

  static RotorClock start(const S& speed) { return {abs(speed), S(0.0), S(0.0), S(0.0), S(0.0)}; }

  /// One step further, over which the speed changes evenly: its mean gives how far the rotor turns.
  /// The times of passes are interpolated as if it held throughout.
  void advance(const RotorClockConstants<S>& c, const S& now) {
    const S advance = S(0.5) * (speed + abs(now)) * c.turns_per_step;
    const S there = phase + advance;
    const S passed = whole_part(there);
    const auto passes = S(0.0) < passed;
    // Turns per step, of lanes that divide by it.
    const S pace = select(passes, advance, S(1.0));
    const S since = (there - passed) / pace;  // steps
    const S one_before = select(S(1.0) < passed, S(1.0) / pace, (last_pass + S(1.0)) - since);
    duration = select(passes, one_before, duration);
    last_pass = select(passes, since, last_pass + S(1.0));
    turns = turns + passed;
    phase = there - passed;
    speed = abs(now);
  }

  /// Speed as 2 pi over the time of the last turn, whose passes m - 1 and m are timed with errors
  /// of their own. There is none before the first full turn, or if the errors leave no time.
  S read(const RotorClockConstants<S>& c, const Draws<S>& draws, const RandomStream& stream,
         bool noisy, std::uint64_t rotor) const {
    S time = duration * c.seconds;
    if (noisy) {
      const S before = draws.normal(stream, tick_of(turns - S(1.0)), rotor);
      const S after = draws.normal(stream, tick_of(turns), rotor);
      time = fma(c.time_noise, after - before, time);
    }
    const auto timed = S(0.0) < min(turns, time);
    return select(timed, S(4.0 * elementary::half_pi_high) / select(timed, time, S(1.0)),
                  S(nothing_to_read));
  }

 private:
  /// Whole part of a number that is not negative and below 2^51.
  static S whole_part(const S& x) {
    const S nearest = (x + S(elementary::round_magic)) - S(elementary::round_magic);
    return select(nearest > x, nearest - S(1.0), nearest);
  }

  /// A whole number as a word (that of 2^52 + k without the exponent); that of no turn is unused.
  static Words<S> tick_of(const S& k) {
    return words_of(max(k, S(0.0)) + S(0x1p52)) & Words<S>(0x000fffffffffffffu);
  }
};

}  // namespace montecopter
