#include "results/compare/measure.hpp"

#include <cmath>
#include <tuple>

#include "results/summarise/statistics.hpp"

namespace montecopter::compare {
namespace {

using namespace statistics;

constexpr double confidence = 0.95;
/// Number of bootstrap resamples: with 1999, the ends of a 95 % interval are order statistics.
constexpr std::size_t bootstrap_sets = 1999;

bool has_number(const Campaign& campaign, std::size_t row, const std::vector<double>& values) {
  return campaign.samples.status[row] == Status::ok && std::isfinite(values[row]);
}

MeanSummary summary_of(const std::vector<double>& values) {
  const SampleMoments of = moments(values);
  return {values.size(), of.mean, of.sd};
}

void take_difference(MetricContrast& out, const MeanDifference& difference) {
  out.difference = difference;
  out.interval = difference_interval(difference, confidence);
  out.t_p_value = difference_p_value(difference);
}

std::vector<double> numbers_of(const Campaign& campaign, std::size_t group,
                               const std::vector<double>& values) {
  std::vector<double> numbers;
  for (const auto& [number, row] : campaign.flown[group]) {
    if (has_number(campaign, row, values)) numbers.push_back(values[row]);
  }
  return numbers;
}

UnpairedMetric distributions_of(std::vector<double> a, std::vector<double> b,
                                Resamples& resamples) {
  UnpairedMetric out;
  for (QuantileShift& shift : out.quantiles)
    shift = {stored_nan, stored_nan, {stored_nan, stored_nan}};
  if (a.empty() || b.empty()) return out;
  sort_ascending(a), sort_ascending(b);
  out.distributions = kolmogorov_smirnov(a, b);
  for (std::size_t q = 0; q < shifted_quantiles.size(); ++q) {
    const double p = shifted_quantiles[q];
    out.quantiles[q] = {quantile_type7(a, p), quantile_type7(b, p),
                        percentile_interval(resamples.get(a.size(), p, false).of(a),
                                            resamples.get(b.size(), p, true).of(b), confidence)};
  }
  return out;
}

PassCount passed_of(const Campaign& campaign, std::size_t group, const std::vector<double>& marks) {
  PassCount passed;
  for (const auto& [number, row] : campaign.flown[group]) {
    ++passed.of;
    passed.count += marks[row] == 1 ? 1 : 0;
  }
  return passed;
}

void count_pair(PassedPairs& pairs, bool in_a, bool in_b) {
  if (in_a && in_b) ++pairs.both;
  if (in_a && !in_b) ++pairs.only_a;
  if (!in_a && in_b) ++pairs.only_b;
  if (!in_a && !in_b) ++pairs.neither;
}

}  // namespace

const QuantileResamples& Resamples::get(std::size_t n, double p, bool of_b) {
  const auto key = std::tuple(n, p, of_b);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const auto percent = static_cast<std::uint64_t>(100 * p);
  const std::uint64_t seed = 2 * percent + (of_b ? 1 : 0);
  return known_.emplace(key, QuantileResamples(n, p, bootstrap_sets, seed)).first->second;
}

void measure_pairs(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values) {
  std::vector<double> in_a, in_b, differences;
  PairedMetric paired;
  for (const auto& [number, row_a, row_b] : common_rows(a, b, point)) {
    if (!has_number(a, row_a, values.a) || !has_number(b, row_b, values.b)) continue;
    in_a.push_back(values.a[row_a]), in_b.push_back(values.b[row_b]);
    const double difference = in_b.back() - in_a.back();
    differences.push_back(difference);
    ++(difference < 0 ? paired.smaller : difference > 0 ? paired.larger : paired.equal);
  }
  out.a = summary_of(in_a), out.b = summary_of(in_b);
  const MeanSummary of = summary_of(differences);
  take_difference(out, paired_difference(of));
  paired.variance_ratio = (out.a.sd * out.a.sd + out.b.sd * out.b.sd) / (of.sd * of.sd);
  paired.sign_p_value = sign_test(paired.smaller, paired.larger);
  paired.ranks = signed_ranks(differences);
  paired.detectable = detectable_difference(of.n, of.sd);
  out.p_value = paired.ranks.p_value;
  out.paired = paired;
}

void measure_apart(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values, Resamples& resamples) {
  const std::vector<double> in_a = numbers_of(a, point.a, values.a);
  const std::vector<double> in_b = numbers_of(b, point.b, values.b);
  out.a = summary_of(in_a), out.b = summary_of(in_b);
  take_difference(out, welch_difference(out.a, out.b));
  out.unpaired = distributions_of(in_a, in_b, resamples);
  out.p_value = out.unpaired->distributions.p_value;
}

void count_passed(PassContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                  bool is_paired, const Columns& marks) {
  if (!is_paired) {
    out.a = passed_of(a, point.a, marks.a), out.b = passed_of(b, point.b, marks.b);
    out.p_value = fisher_exact(out.a, out.b);
    return;
  }
  PassedPairs pairs;
  for (const auto& [number, row_a, row_b] : common_rows(a, b, point)) {
    count_pair(pairs, marks.a[row_a] == 1, marks.b[row_b] == 1);
  }
  out.a = {pairs.both + pairs.only_a, pairs.all()};
  out.b = {pairs.both + pairs.only_b, pairs.all()};
  out.p_value = mcnemar(pairs);
  out.pairs = pairs;
}

}  // namespace montecopter::compare
