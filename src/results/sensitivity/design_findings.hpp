#pragma once
/// What each sampling design whose samples are compared with each other lets sensitivity find, and
/// what else commands and reports have to know of it: StudyTraits of the design.

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

/// Effects of one input: changes of the metric by its step, divided by the step as a share of
/// the input's distribution; and their sizes.
struct ElementaryEffects {
  SampleMoments effect, size;
};

struct MorrisFindings {
  std::vector<ElementaryEffects> inputs;
};

/// Changes of the metric from where all inputs are at their medians.
struct InputSwing {
  std::vector<SampleMoments> changes;  ///< by quantile, over repetitions
  double swing = 0;                    ///< from the lowest to the highest of them, and of no change
};

struct OneAtATimeFindings {
  SampleMoments at_medians;  ///< of the metric, over repetitions
  std::vector<InputSwing> inputs;
};

/// What a sampling design shows of a metric; inputs in the order of DesignedSensitivity::inputs.
using DesignFindings = std::variant<statistics::OutputIndices, MorrisFindings, OneAtATimeFindings>;

/// One for each design whose samples are compared: `Findings`, what its study (design_study.cpp)
/// makes of a metric; how many comparisons it needs; whether its intervals are computed from
/// resamples, and whether it says nothing where more than DesignedSettings::most_deleted is
/// deleted; what the length of an input's bar in the report is, and what the columns of its tables
/// are.
template <class Design>
struct StudyTraits {};

template <>
struct StudyTraits<SaltelliDesign> {
  using Findings = statistics::OutputIndices;
  /// Fewer base points are too few for an estimate of use.
  static constexpr std::int64_t least_comparisons = 20;
  static constexpr bool resamples = true;
  static constexpr bool limits_deleted = true;
  static constexpr std::string_view measure = "total Sobol' index";
  static constexpr std::string_view explanation =
      "the most important input first; +- is half of the 95 % interval";
};

template <>
struct StudyTraits<MorrisDesign> {
  using Findings = MorrisFindings;
  /// Each trajectory has an effect of every input, and two effects have a standard error.
  static constexpr std::int64_t least_comparisons = 2;
  static constexpr bool resamples = false;
  static constexpr bool limits_deleted = true;
  static constexpr std::string_view measure = "mean size of elementary effects";
  static constexpr std::string_view explanation =
      "elementary effects are changes of the metric divided by the step as a fraction of the "
      "input's distribution; mu* is the mean of their sizes, mu their mean, sigma their standard "
      "deviation; +- is a standard error; the most important input first";
};

template <>
struct StudyTraits<OneAtATimeDesign> {
  using Findings = OneAtATimeFindings;
  static constexpr std::int64_t least_comparisons = 1;
  static constexpr bool resamples = false;
  static constexpr bool limits_deleted = false;
  static constexpr std::string_view measure = "change from the medians, lowest to highest";
  static constexpr std::string_view explanation =
      "changes of the metric when one input moves from its median to a quantile; the widest swing "
      "first";
};

/// The StudyTraits of a design that is known by its name.
struct DesignStudy {
  std::int64_t least_comparisons;
  bool resamples, limits_deleted;
  std::string_view measure, explanation;
};

/// nullopt: samples of that design are not compared with each other.
std::optional<DesignStudy> study_of(std::string_view design);

}  // namespace montecopter
