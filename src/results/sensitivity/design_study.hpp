#pragma once
/// The study of one metric by a sampling design whose samples are compared with each other.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"
#include "results/sensitivity/designed.hpp"

namespace montecopter {

/// The values of a metric at one point, in the order of the design; NaN where there is none.
class DesignValues {
 public:
  DesignValues(const Plan& plan, std::int64_t point, std::vector<double> values)
      : plan_(plan), first_row_(point * plan.samples_per_point), values_(std::move(values)) {}

  const Plan& plan() const { return plan_; }
  std::size_t comparisons() const { return values_.size() / size(); }
  std::size_t size() const { return plan_.comparison.samples; }
  /// Value of the sample at `place` in a comparison.
  double value(std::size_t comparison, std::size_t place) const {
    return values_[comparison * size() + place];
  }
  /// Cumulative probability of a dispersed input at its value there.
  double level(std::size_t dispersion, std::size_t comparison, std::size_t place) const {
    const auto sample = static_cast<std::int64_t>(comparison * size() + place);
    return uniform_of(plan_.dispersions[dispersion].design, plan_.design_row(first_row_ + sample))
        .value();
  }
  /// Whether the values differ, but by no more than round-off (results/summarise/round_off.hpp).
  bool differ_by_round_off(std::string_view unit) const;

 private:
  const Plan& plan_;
  std::int64_t first_row_;
  std::vector<double> values_;
};

/// Adds the findings about `inputs`, which are dispersions of the plan, to the metric.
void study(const DesignValues& values, const std::vector<std::size_t>& inputs,
           const DesignedSettings& settings, DesignedMetric& metric);

}  // namespace montecopter
