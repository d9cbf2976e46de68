#pragma once
/// Requirements: statements about the flights of a campaign, each with a confidence level. They are
/// checked with the scenario (scenario/checks/requirement.cpp). The results per sample are in the
/// column req_<name> (plan/requirement_columns.hpp), and src/results/requirements/ judges a result.
///
/// Some flights meet no bound and count like the worst possible value. They failed, left the
/// validity limits of the model, or have no number for the metric.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Ranges of probabilities and confidences: samples can show neither 0 nor 1.
inline constexpr Range open_unit{.low = 0.0, .high = 1.0};

/// Keys of every requirement.
struct RequirementWords {
  std::string text = "";
  double confidence = 0.95;

  static constexpr auto fields() {
    using R = RequirementWords;
    return FieldList{
        field("text", &R::text, "The requirement in words, as reports show it"),
        field("confidence", &R::confidence, "1", open_unit, Vary::fixed,
              "Confidence level: the probability of a wrong verdict (met or violated) is at most "
              "1 - confidence"),
    };
  }
};

/// The judged number of each flight: a metric by its name, or a formula of signals, which becomes
/// the metric with the requirement's name.
struct JudgedMetric {
  static constexpr std::array<std::string_view, 2> exactly_one = {"metric", "formula"};

  std::optional<std::string> metric, formula, unit;
  std::optional<double> at_most, at_least;

  bool within_bounds(double value) const {  // false for NaN
    return (!at_most || value <= *at_most) && (!at_least || value >= *at_least) && value == value;
  }

  static constexpr auto fields() {
    using J = JudgedMetric;
    return FieldList{
        field("metric", &J::metric, "Name of the metric that is judged"),
        field("formula", &J::formula,
              "Formula of signals that is judged (instead of metric), for example "
              "\"max(norm(velocity))\""),
        field("unit", &J::unit, "Unit of the formula (UDUNITS); default: \"1\""),
        field("at_most", &J::at_most, "", any_number, Vary::fixed,
              "Upper bound, in the unit of the metric; the bound itself is allowed"),
        field("at_least", &J::at_least, "", any_number, Vary::fixed,
              "Lower bound, in the unit of the metric; the bound itself is allowed"),
    };
  }
};

/// P(the metric is within its bounds) >= probability.
struct ProbabilityRequirement : RequirementWords, JudgedMetric {
  static constexpr std::string_view type_name = "probability";
  static constexpr std::string_view doc =
      "The metric is within its bounds in at least this fraction of all flights";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"metric", R"("max_tilt_deg")"},
      {"at_most", "35.0"},
      {"probability", "0.99"},
  });

  double probability = required;

  static constexpr auto fields() {
    return join(
        RequirementWords::fields(), JudgedMetric::fields(),
        FieldList{field("probability", &ProbabilityRequirement::probability, "1", open_unit,
                        Vary::fixed,
                        "Smallest fraction of all flights that must be within the bounds")});
  }
};

/// The q-quantile of the metric is within one bound.
struct QuantileRequirement : RequirementWords, JudgedMetric {
  static constexpr std::string_view type_name = "quantile";
  static constexpr std::string_view doc =
      "A quantile of the metric over all flights is within its bound";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"metric", R"("max_tilt_deg")"},
      {"at_most", "30.0"},
      {"quantile", "0.95"},
  });

  double quantile = required;

  static constexpr auto fields() {
    return join(
        RequirementWords::fields(), JudgedMetric::fields(),
        FieldList{field(
            "quantile", &QuantileRequirement::quantile, "1", open_unit, Vary::fixed,
            "Probability of the quantile: 95 % of all flights stay below the 0.95 quantile")});
  }
};

/// The mean of the metric is within its bounds.
struct MeanRequirement : RequirementWords, JudgedMetric {
  static constexpr std::string_view type_name = "mean";
  static constexpr std::string_view doc =
      "The mean of the metric over all flights is within its bounds";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"metric", R"("final_distance_from_start_m")"},
      {"at_most", "0.5"},
      {"between", "[0.0, 20.0]"},
  });

  std::vector<double> between;  ///< two, or none

  static constexpr auto fields() {
    return join(RequirementWords::fields(), JudgedMetric::fields(),
                FieldList{field("between", &MeanRequirement::between, "", any_number, Vary::fixed,
                                "Limits [low, high] that the metric never leaves: with them the "
                                "verdict is exact, and a run can stop when it is reached")});
  }
};

/// P(a flight fails) <= at_most.
struct FailureRequirement : RequirementWords {
  static constexpr std::string_view type_name = "failures";
  static constexpr std::string_view doc =
      "At most this fraction of all flights fails: ends with a status other than ok, or leaves the "
      "validity limits of its model";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"at_most", "0.01"},
      {"text", R"("At most one flight in 100 fails")"},
  });

  double at_most = required;

  static constexpr auto fields() {
    return join(RequirementWords::fields(),
                FieldList{field("at_most", &FailureRequirement::at_most, "1", open_unit,
                                Vary::fixed, "Largest fraction of all flights that may fail")});
  }
};

using Requirement =
    std::variant<ProbabilityRequirement, QuantileRequirement, MeanRequirement, FailureRequirement>;
using Requirements = std::map<std::string, Requirement>;

/// The judged metric; nullptr: the requirement judges failures of flights.
inline const JudgedMetric* judged_metric(const JudgedMetric& requirement) { return &requirement; }
inline const JudgedMetric* judged_metric(const FailureRequirement&) { return nullptr; }
inline const JudgedMetric* judged_metric(const Requirement& requirement) {
  return std::visit([](const auto& r) { return judged_metric(r); }, requirement);
}
inline JudgedMetric* judged_metric(Requirement& requirement) {
  return const_cast<JudgedMetric*>(judged_metric(std::as_const(requirement)));
}
inline const RequirementWords& words_of(const Requirement& requirement) {
  return std::visit([](const auto& r) -> const RequirementWords& { return r; }, requirement);
}

}  // namespace montecopter
