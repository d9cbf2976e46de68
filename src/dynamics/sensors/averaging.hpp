#pragma once
/// Sensors whose readings may be means over the time since the reading before: the key, and the
/// sums over lanes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "core/numerics/scalar.hpp"

namespace montecopter {

enum class ReadingKind { instantaneous, averaged };
inline constexpr std::array<ChoiceFor<ReadingKind>, 2> reading_words = {{
    {ReadingKind::instantaneous, "instantaneous",
     "the value at the start of a step, with the forces that begin there"},
    {ReadingKind::averaged, "averaged",
     "the mean since the previous reading, as an integrating sensor measures it"},
}};
inline constexpr auto reading_kinds = choices_of(reading_words);

/// Whether readings are of an instant or of the time since the reading before.
struct Averaging {
  std::optional<std::string> readings;

  /// For a period of so many steps.
  bool averages(std::int64_t every) const {
    return readings ? is_word(reading_words, readings, ReadingKind::averaged) : every > 1;
  }

  static constexpr auto fields() {
    return FieldList{field("readings", &Averaging::readings, reading_kinds,
                           "Meaning of a reading; default: \"averaged\" if the period is longer "
                           "than a step, else \"instantaneous\"")};
  }
};

/// Sums since the reading before, of each axis over so many steps.
template <class S>
struct ReadingSums {
  std::array<S, 3> sum;
  S steps;

  static ReadingSums none() { return {{S(0.0), S(0.0), S(0.0)}, S(0.0)}; }

  /// Adds the mean of a step.
  void add(const std::array<S, 3>& now) {
    for (std::size_t k = 0; k < now.size(); ++k) sum[k] = sum[k] + now[k];
    steps = steps + S(1.0);
  }

  /// The mean since the reading before; sums start anew in the lanes of the mask.
  template <class Mask>
  std::array<S, 3> take_mean(const Mask& due) {
    const S fraction = S(1.0) / steps;
    std::array<S, 3> mean;
    for (std::size_t k = 0; k < mean.size(); ++k) {
      mean[k] = fraction * sum[k];
      sum[k] = select(due, S(0.0), sum[k]);
    }
    steps = select(due, S(0.0), steps);
    return mean;
  }
};

}  // namespace montecopter
