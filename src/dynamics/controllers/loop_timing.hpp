#pragma once
/// When a controller of a closed loop is updated, and when what it commands takes effect.

#include <array>
#include <optional>
#include <string>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/controllers/declared_keys.hpp"

namespace montecopter {

inline constexpr std::array<Choice, 1> loop_rates = {{
    {"continuous", "evaluated at every stage of the integrator, as in papers"},
}};

/// The feedback of a controller: true or estimated state.
enum class FeedbackSource { truth, estimate };
inline constexpr std::array<ChoiceFor<FeedbackSource>, 2> feedback_words = {{
    {FeedbackSource::truth, "truth", "the true state"},
    {FeedbackSource::estimate, "estimate",
     "the estimate from the readings available before the update"},
}};
inline constexpr auto feedback_choices = choices_of(feedback_words);

/// Periods of a controller that its commands may be late: those that wait are kept in a queue of
/// fixed length.
inline constexpr int most_delay_periods = 16;

/// Output of a control law: nothing that it computes, the force and moment on the vehicle, the
/// actuators themselves, or the output of a program of the user's.
enum class LawForm { open_loop, wrench, wrench_with_memory, command, program };

/// A controller computes commands at k / rate_hz; they hold from delay_s after that until the next
/// ones. Both are whole numbers of steps.
struct LoopTiming {
  Rate rate_hz = required_rate;
  double delay_s = 0.0;
  std::optional<std::string> feedback;

  bool uses_estimate() const { return is_word(feedback_words, feedback, FeedbackSource::estimate); }

  /// A control law that has such limits hides this by its own.
  static constexpr std::array<LimitPair, 0> limit_pairs() { return {}; }
  /// Pairs of gains that may be given as moments or as angular accelerations.
  static constexpr std::array<GainPair, 0> gain_pairs() { return {}; }

  static constexpr auto fields() {
    using L = LoopTiming;
    return FieldList{
        field("rate_hz", &L::rate_hz, loop_rates, "Hz", positive, Vary::fixed,
              "Control updates per second, with a zero-order hold; the period is a whole number of "
              "steps"),
        field("delay_s", &L::delay_s, units::time, non_negative, Vary::fixed,
              "Delay from an update until its commands take effect: a whole number of steps, at "
              "most 16 periods"),
        field("feedback", &L::feedback, feedback_choices,
              "State that the controller uses; default: \"truth\""),
    };
  }
};

}  // namespace montecopter
