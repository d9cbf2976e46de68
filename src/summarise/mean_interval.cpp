#include "summarise/mean_interval.hpp"

#include <cmath>
#include <vector>

#include "inference/mean_bounds.hpp"

namespace montecopter {
namespace {

/// Of n values whose mean has the standard error se.
MeanInterval students_interval(double n, double mean, double se) {
  MeanInterval out{.se = se};
  if (!(n >= 2) || !std::isfinite(mean) || !std::isfinite(se)) return out;
  out.half_width = inference::t_quantile(n, 0.975) * se;
  out.low = mean - out.half_width, out.high = mean + out.half_width;
  return out;
}

}  // namespace

MeanInterval mean_interval(const StatisticsRow& row) {
  return students_interval(row[statistic("n")], row[statistic("mean")], row[statistic("se")]);
}

MeanInterval replicate_interval(double mean, std::span<const NumberedValue> values,
                                std::int64_t replicates) {
  const auto count = static_cast<std::size_t>(replicates);
  if (count < 2 || values.size() < count) return {};  // one of them has no value
  std::vector<std::vector<double>> parts(count);
  for (const NumberedValue& of : values) {
    if (!std::isnan(of.value)) {
      parts[static_cast<std::size_t>(of.number % replicates)].push_back(of.value);
    }
  }
  std::vector<double> means;
  for (const std::vector<double>& part : parts) {
    if (part.empty()) return {};
    means.push_back(moments(part).mean);
  }
  return students_interval(static_cast<double>(replicates), mean, moments(means).se);
}

bool is_skewed(const StatisticsRow& row) {
  const double skewness = row[statistic("skewness")];
  return row[statistic("n")] < 25 * skewness * skewness;  // false for NaN
}

}  // namespace montecopter
