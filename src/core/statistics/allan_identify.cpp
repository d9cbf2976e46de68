#include "core/statistics/allan_identify.hpp"

#include <cmath>
#include <vector>

namespace montecopter {
namespace {

struct LagOneCorrelation {
  double lag1 = 0;  ///< of neighbours
  int pairs = 0;
};

LagOneCorrelation correlation(std::span<const double> z) {
  double sum = 0, count = 0;
  for (const double x : z) {
    if (!std::isnan(x)) sum += x, ++count;
  }
  const double mean = sum / count;
  double r0 = 0, r1 = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (std::isnan(z[i])) continue;
    r0 += (z[i] - mean) * (z[i] - mean);
    if (i + 1 == z.size() || std::isnan(z[i + 1])) continue;
    r1 += (z[i] - mean) * (z[i + 1] - mean);
    ++pairs;
  }
  if (pairs == 0 || r0 == 0) return {0, pairs};
  return {r1 / pairs / (r0 / count), pairs};
}

}  // namespace

std::optional<NoiseModel> identify_noise(std::span<const double> averages) {
  constexpr int fewest_pairs = 29;
  LagOneCorrelation r = correlation(averages);
  if (r.pairs < fewest_pairs) return std::nullopt;
  // Fractionally differenced noise of order delta has r = delta / (1 - delta), hence delta = r / (1
  // + r); from 1/4 on it is differenced once more, to be stationary. The power law is -2 delta.
  double delta = r.lag1 / (1 + r.lag1), differenced = 0;
  if (delta >= 0.25) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < averages.size(); ++i) {
      steps.push_back(averages[i] - averages[i - 1]);
    }
    r = correlation(steps);
    delta = r.lag1 / (1 + r.lag1);
    differenced = 1;
  }
  const double power = -2 * (delta + differenced);
  if (power > -0.5) return NoiseModel{.white_sd = 1};
  if (power > -1.5) return NoiseModel{.bias_instability = 1};
  return NoiseModel{.random_walk_sd_per_step = 1};
}

}  // namespace montecopter
