#include "results/summarise/consistency.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/statistics/chi_square.hpp"

namespace montecopter {
namespace {

/// Degrees of freedom of one sample: the states of the filter
/// (plan/metrics/estimation_metrics.hpp).
struct Nees {
  std::string_view metric;
  int freedom;
};
constexpr std::array nees_metrics = {Nees{"final_nees", 15}, Nees{"final_wind_nees", 2}};

std::string bounds_text(const ConsistencyTest& test) {
  return fmt::format("[{}, {}]", significant(test.bounds.low), significant(test.bounds.high));
}

std::string test_text(const ConsistencyTest& test) {
  return fmt::format(
      "two-sided chi-square test at level {:g} %{}, {} with {} degrees of freedom each",
      100 * consistency_level, test.tests > 1 ? fmt::format(" over all {} tests", test.tests) : "",
      counted(test.samples, "sample"), test.freedom);
}

/// Whether samples share draws (monte_carlo.freeze). The text has been parsed before
/// (sampling.hpp).
bool are_frozen(const record::ResultFile& file) {
  const toml::table root = toml::parse(file.resolved_text());
  const toml::array* frozen = root["monte_carlo"]["freeze"].as_array();
  return frozen != nullptr && !frozen->empty();
}

/// The warning about a metric, from its first failed test.
Problem warning_of(const record::ResultFile& file, const Summary& summary,
                   const ConsistencyTest& test, std::int64_t failed, std::int64_t all) {
  const bool is_over = test.mean > test.bounds.high;
  Problem p;
  p.where = file.path();
  p.is_warning = true;
  p.what = fmt::format("the filter is {}: {} is {} on average, {} expected",
                       is_over ? "overconfident" : "underconfident", test.metric,
                       significant(test.mean), test.freedom);
  p.why =
      fmt::format("a consistent filter stays within {}: {}", bounds_text(test), test_text(test));
  if (const auto point = summary.groups[test.group].group.point) {
    p.what = fmt::format("sweep point {}: {}", *point, p.what);
    p.why += fmt::format("; {} of {} are affected", failed, counted(all, "point"));
  }
  p.suggestion =
      is_over ? "The errors are larger than the covariance says: give the estimator the noise "
                "that it lacks (`check` lists known cases), or larger noise"
              : "The errors are smaller than the covariance says: give the estimator smaller "
                "noise";
  return p;
}

}  // namespace

std::string ConsistencyTest::text(const Summary& summary) const {
  const auto point = summary.groups[group].group.point;
  return fmt::format("{}{}: mean {} over {}, {} {}: {} ({})", metric,
                     point ? fmt::format(" at point {}", *point) : "", significant(mean),
                     counted(samples, "sample"), is_met() ? "within" : "not within",
                     bounds_text(*this),
                     is_met()             ? "consistent"
                     : mean > bounds.high ? "overconfident"
                                          : "underconfident",
                     test_text(*this));
}

std::vector<ConsistencyTest> consistency_tests(const record::ResultFile& file,
                                               const Summary& summary) {
  std::vector<ConsistencyTest> tests;
  if (!summary.sampling.is_independent() || summary.sampling.is_chosen) return tests;
  for (std::size_t k = 0; k < summary.metrics.size(); ++k) {
    const auto nees = std::find_if(nees_metrics.begin(), nees_metrics.end(), [&](const Nees& one) {
      return one.metric == summary.metrics[k].name;
    });
    if (nees == nees_metrics.end() || are_frozen(file)) continue;
    for (std::size_t g = 0; g < summary.groups.size(); ++g) {
      const StatisticsRow& row = summary.groups[g].rows[k];
      const auto n = static_cast<std::int64_t>(row[statistic("n")]);
      if (n > 0)
        tests.push_back(
            {summary.metrics[k].name, g, n, nees->freedom, row[statistic("mean")], {}, 1});
    }
  }
  for (ConsistencyTest& test : tests) {
    test.tests = tests.size();
    const double level = consistency_level / static_cast<double>(tests.size());
    test.bounds = statistics::chi_square_mean_interval(test.samples, test.freedom, 1 - level);
  }
  return tests;
}

std::vector<Problem> consistency_warnings(const record::ResultFile& file, const Summary& summary) {
  std::vector<Problem> problems;
  const std::vector<ConsistencyTest> tests = consistency_tests(file, summary);
  for (const Nees& nees : nees_metrics) {
    const auto is_of = [&](const ConsistencyTest& test) { return test.metric == nees.metric; };
    const auto failed = [&](const ConsistencyTest& test) { return is_of(test) && !test.is_met(); };
    const auto first = std::find_if(tests.begin(), tests.end(), failed);
    if (first == tests.end()) continue;
    problems.push_back(warning_of(file, summary, *first,
                                  std::count_if(tests.begin(), tests.end(), failed),
                                  std::count_if(tests.begin(), tests.end(), is_of)));
  }
  return problems;
}

}  // namespace montecopter
