#pragma once
/// Rules for the golden of a scenario: its content, and the comparison with it
/// (docs/regression.md). They are no part of the flights: the resolved scenario does not have them,
/// and no hash depends on them.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Limit of samples with all numbers and traces in a golden, given by its format.
inline constexpr std::size_t most_golden_samples = 8;

inline constexpr std::array<Choice, 2> golden_comparisons = {{
    {"bits", "every number is the same, or within the tolerances of `regress --profile`"},
    {"statistical", "where numbers differ, the mean of every metric with a margin stays within it"},
}};

struct GoldenRules {
  std::vector<std::int64_t> samples;
  std::string compare = "bits";
  std::vector<std::string> margins;
  std::vector<std::string> permit;

  bool is_statistical() const { return compare == "statistical"; }

  static constexpr auto fields() {
    using G = GoldenRules;
    return FieldList{
        field("samples", &G::samples, "1", between(0, 4e15), Vary::fixed,
              "Samples of which the golden holds all numbers and traces, ascending, 8 at most. "
              "Default: the first, the last and two between"),
        field("compare", &G::compare, golden_comparisons, "How `regress` compares"),
        field("margins", &G::margins,
              "How far means may move in a statistical comparison: METRIC=VALUE in the metric's "
              "unit, or METRIC=5%"),
        field("permit", &G::permit,
              "Keys or tables of the scenario that may differ from the golden, such as "
              "\"controller\" "
              "or \"integrator\"; the flights are then compared. Any other change of the scenario "
              "is refused"),
    };
  }
};

}  // namespace montecopter
