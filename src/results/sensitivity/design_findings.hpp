#pragma once
/// Findings of each sampling design whose samples are compared with each other, and the properties
/// of the design that commands and reports need: StudyTraits.

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/statistics/sobol_indices.hpp"
#include "dynamics/sampling/design.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {

/// Elementary effects of one input: changes of the metric, divided by the step as a fraction of
/// the input's distribution; and their magnitudes.
struct ElementaryEffects {
  SampleMoments effect, size;
};

struct MorrisFindings {
  std::vector<ElementaryEffects> inputs;
};

/// Changes of the metric relative to its value with all inputs at their medians.
struct InputSwing {
  std::vector<SampleMoments> changes;  ///< by quantile, over repetitions
  double swing = 0;                    ///< from the lowest change to the highest, zero included
};

struct OneAtATimeFindings {
  SampleMoments at_medians;  ///< the metric with all inputs at their medians, over repetitions
  std::vector<InputSwing> inputs;
};

/// What a sampling design shows of a metric; inputs in the order of DesignedSensitivity::inputs.
using DesignFindings = std::variant<statistics::OutputIndices, MorrisFindings, OneAtATimeFindings>;

/// Traits of each design whose samples are compared. `Findings` is the result of its study of a
/// metric (design_study.cpp), `least_comparisons` the number of comparisons that it needs.
/// `resamples`: intervals are computed from resamples. `limits_deleted`: there are no findings
/// where more than DesignedSettings::most_deleted is deleted. `measure` is the length of an input's
/// bar in the report, `explanation` describes the columns of its tables.
template <class Design>
struct StudyTraits {};

template <>
struct StudyTraits<SaltelliDesign> {
  using Findings = statistics::OutputIndices;
  /// Fewer base points give no useful estimate.
  static constexpr std::int64_t least_comparisons = 20;
  static constexpr bool resamples = true;
  static constexpr bool limits_deleted = true;
  static constexpr std::string_view measure = "total Sobol' index";
  static constexpr std::string_view explanation =
      "Sobol' indices, most important input first; +- is the half-width of the 95 % interval";
};

template <>
struct StudyTraits<MorrisDesign> {
  using Findings = MorrisFindings;
  /// Each trajectory has one effect of every input; a standard error needs two.
  static constexpr std::int64_t least_comparisons = 2;
  static constexpr bool resamples = false;
  static constexpr bool limits_deleted = true;
  static constexpr std::string_view measure = "mean magnitude of elementary effects";
  static constexpr std::string_view explanation =
      "elementary effects are changes of the metric, divided by the step as a fraction of the "
      "input's distribution. Columns: mu* is the mean of their magnitudes, mu their mean, sigma "
      "their standard deviation; +- is the standard error. Most important input first";
};

template <>
struct StudyTraits<OneAtATimeDesign> {
  using Findings = OneAtATimeFindings;
  static constexpr std::int64_t least_comparisons = 1;
  static constexpr bool resamples = false;
  static constexpr bool limits_deleted = false;
  static constexpr std::string_view measure = "change from the medians, lowest to highest";
  static constexpr std::string_view explanation =
      "changes of the metric when one input moves from its median to a quantile; largest swing "
      "first";
};

/// The StudyTraits of a design, found by its name.
struct DesignStudy {
  std::int64_t least_comparisons;
  bool resamples, limits_deleted;
  std::string_view measure, explanation;
};

/// The traits of the named design; nullopt if its samples are not compared with each other.
std::optional<DesignStudy> study_of(std::string_view design);

}  // namespace montecopter
