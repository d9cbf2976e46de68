#include "core/statistics/allan.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/powers.hpp"
#include "core/statistics/allan_identify.hpp"
#include "core/statistics/chi_square.hpp"

namespace montecopter {
namespace {

/// The noise of averages over m readings; as before where they are too few to tell.
NoiseModel noise_at(const AllanRecord& record, std::int64_t m, const NoiseModel& before) {
  constexpr std::int64_t most = std::int64_t{1} << 17;  // correlations to 0.3 %
  const std::int64_t averages = record.size() / m, count = std::min(averages, most);
  const std::int64_t first = (averages - count) / 2;  // the middle of the record
  return identify_noise(record.averages(m, first, count)).value_or(before);
}

/// Sets the interval, with edf s^2 / sigma^2 distributed as chi-square: NIST SP 1065 equation 45.
void put_interval(AllanPoint& point, double confidence) {
  if (std::isinf(point.edf)) {
    point.low = point.high = point.deviation;
    return;
  }
  const auto end = [&](double p) {
    return point.deviation * std::sqrt(point.edf / statistics::chi_square_quantile(p, point.edf));
  };
  const double outside = 0.5 * (1 - confidence);
  point.low = end(1 - outside);
  point.high = end(outside);
}

}  // namespace

std::vector<std::int64_t> octave_ladder(std::int64_t readings) {
  std::vector<std::int64_t> ladder;
  for (std::int64_t m = 1; 2 * m <= readings; m *= 2) ladder.push_back(m);
  return ladder;
}

std::vector<std::int64_t> one_two_five_ladder(std::int64_t readings) {
  std::vector<std::int64_t> ladder;
  for (std::int64_t decade = 1; 2 * decade <= readings; decade *= 10) {
    for (const std::int64_t m : {decade, 2 * decade, 5 * decade}) {
      if (2 * m <= readings) ladder.push_back(m);
    }
  }
  return ladder;
}

std::vector<std::int64_t> decade_ladder(std::int64_t readings, int per_decade) {
  std::vector<std::int64_t> ladder;
  for (int k = 0;; ++k) {
    const double exact = pow<double>(10.0, static_cast<double>(k) / per_decade);
    const auto m = static_cast<std::int64_t>(std::floor(exact + 0.5));
    if (2 * m > readings) return ladder;
    if (ladder.empty() || m > ladder.back()) ladder.push_back(m);
  }
}

AllanCurve allan_curve(const AllanRecord& record, std::span<const std::int64_t> ladder,
                       const AllanOptions& options) {
  AllanCurve curve = {options, record.period_s(), record.size(), record.missing(), {}};
  std::optional<AllanCovariance> given;
  if (options.noise) given.emplace(*options.noise, record.size());
  NoiseModel dominant = {.white_sd = 1};
  for (const std::int64_t m : ladder) {
    const AllanEstimate measured = record.estimate(m, options.estimator);
    if (measured.terms == 0) continue;
    if (!given) dominant = noise_at(record, m, dominant);
    AllanPoint point = {.m = m,
                        .tau_s = static_cast<double>(m) * record.period_s(),
                        .deviation = std::sqrt(measured.variance),
                        .terms = measured.terms,
                        .present = measured.present};
    // Differences that gaps took away take their share of the degrees of freedom with them.
    const double share = static_cast<double>(measured.terms) /
                         static_cast<double>(allan_terms(record.size(), m, options.estimator));
    const double edf = given ? given->edf(m, options.estimator)
                             : AllanCovariance(dominant, record.size()).edf(m, options.estimator);
    point.edf = share * edf;
    put_interval(point, options.confidence);
    curve.points.push_back(point);
  }
  return curve;
}

}  // namespace montecopter
