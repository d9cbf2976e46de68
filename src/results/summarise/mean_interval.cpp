#include "results/summarise/mean_interval.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/statistics/mean_bounds.hpp"

namespace montecopter {
namespace {

/// Student's interval of n values whose mean has the standard error se.
MeanInterval students_interval(double n, double mean, double se) {
  MeanInterval out{.se = se};
  if (!(n >= 2) || !std::isfinite(mean) || !std::isfinite(se)) return out;
  out.half_width = statistics::t_quantile(n, 0.975) * se;
  out.low = mean - out.half_width, out.high = mean + out.half_width;
  return out;
}

/// The means of repetitions [first, end), as moments() gives them; NaN for a repetition without
/// values.
std::vector<double> repetition_means(const NumberedValues& values, std::int64_t replicates,
                                     std::int64_t first, std::int64_t end) {
  const auto count = static_cast<std::size_t>(end - first);
  std::vector<TreeSum> sums(count), rests(count);
  std::vector<double> sizes(count), means(count);
  const auto each = [&](const auto& add) {
    values([&](std::span<const NumberedValue> piece) {
      for (const NumberedValue& of : piece) {
        const std::int64_t repetition = of.number % replicates;
        if (repetition < first || repetition >= end) continue;
        add(static_cast<std::size_t>(repetition - first), of.value);
      }
    });
  };
  each([&](std::size_t k, double x) { sums[k].add(x), ++sizes[k]; });
  for (std::size_t k = 0; k < count; ++k) means[k] = sums[k].sum() / sizes[k];
  each([&](std::size_t k, double x) { rests[k].add(x - means[k]); });
  for (std::size_t k = 0; k < count; ++k) {
    if (std::isfinite(means[k])) means[k] += rests[k].sum() / sizes[k];
  }
  return means;
}

}  // namespace

MeanInterval mean_interval(const StatisticsRow& row) {
  return students_interval(row[statistic("n")], row[statistic("mean")], row[statistic("se")]);
}

MeanInterval replicate_interval(double mean, std::span<const NumberedValue> values,
                                std::int64_t replicates) {
  std::vector<NumberedValue> numbers;
  for (const NumberedValue& of : values) {
    if (!std::isnan(of.value)) numbers.push_back(of);
  }
  return replicate_interval(
      mean, std::ssize(numbers), [&](const TakeNumbered& take) { take(numbers); }, replicates);
}

MeanInterval replicate_interval(double mean, std::int64_t most, const NumberedValues& values,
                                std::int64_t replicates) {
  if (replicates < 2 || most < replicates) return {};  // a replicate has no value
  std::vector<double> means;
  // Limited number at a time, because each has its own sums.
  constexpr std::int64_t at_once = 1024;
  for (std::int64_t first = 0; first < replicates; first += at_once) {
    const std::int64_t end = std::min(replicates, first + at_once);
    for (const double of_one : repetition_means(values, replicates, first, end)) {
      if (std::isnan(of_one)) return {};
      means.push_back(of_one);
    }
  }
  return students_interval(static_cast<double>(replicates), mean, moments(means).se);
}

bool is_skewed(const StatisticsRow& row) {
  const double skewness = row[statistic("skewness")];
  return row[statistic("n")] < 25 * skewness * skewness;  // false for NaN
}

}  // namespace montecopter
