#pragma once
/// Names of the statistics in a result, which several stages share. No physics, and nothing for the
/// kernels (outcome.hpp).

#include <array>
#include <cstddef>
#include <string_view>

#include "plan/outcome.hpp"

namespace montecopter {

/// A quantile of every metric; the bounds of its confidence interval are computed with it.
struct Quantile {
  std::string_view name;
  double p;
};
inline constexpr std::array<Quantile, 7> summary_quantiles = {{{"q01", 0.01},
                                                               {"q05", 0.05},
                                                               {"q25", 0.25},
                                                               {"q50", 0.50},
                                                               {"q75", 0.75},
                                                               {"q95", 0.95},
                                                               {"q99", 0.99}}};

/// Statistics of a metric over the samples with status ok, in the order of the `statistic` axis:
/// each quantile is followed by its interval. docs/statistics.md defines them.
inline constexpr std::array<std::string_view, 29> statistic_names = {
    "n",          "mean", "se",        "sd",         "skewness", "kurtosis",
    "min",        "q01",  "q01_low95", "q01_high95", "q05",      "q05_low95",
    "q05_high95", "q25",  "q25_low95", "q25_high95", "q50",      "q50_low95",
    "q50_high95", "q75",  "q75_low95", "q75_high95", "q95",      "q95_low95",
    "q95_high95", "q99",  "q99_low95", "q99_high95", "max"};

/// Position on the `statistic` axis. A name that is not there does not compile.
consteval std::size_t statistic(std::string_view name) {
  for (std::size_t i = 0; i < statistic_names.size(); ++i) {
    if (statistic_names[i] == name) return i;
  }
  throw "no such statistic";
}

/// The metrics of which `run` and `stats` warn.
inline constexpr std::string_view saturated_fraction = "saturated_fraction";
inline constexpr std::string_view full_duty_fraction = "full_duty_fraction";

/// Statistics of a signal over the traced samples that still fly at a time.
inline constexpr std::array<std::string_view, 10> time_statistics = {
    "n", "mean", "sd", "min", "q05", "q25", "q50", "q75", "q95", "max"};

}  // namespace montecopter
