#include "core/statistics/sequential_proportion.hpp"

#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/bets.hpp"
#include "core/statistics/bisect.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// The bettors' capital after so many samples that won and lost: with `odds` = (1 - p) / p against
/// what they bet on, t wins t odds or loses t. It grows with the odds for every t, so that bounds
/// are where it crosses 1/alpha, once.
WideNumber capital_of_proportion(std::size_t wins, std::size_t losses, double odds) {
  const BettingStrategy& all = bets();
  WideNumber sum;
  for (std::size_t i = 0; i < bet_count; ++i) {
    WideNumber part = all.weight[i];
    part *= power(1.0 - all.share[i], losses);
    part *= power(1.0 + all.share[i] * odds, wins);
    sum += part;
  }
  return sum;
}

/// p with enough evidence of more, rounded down. At p = k/n no bet has won: the likelihood has its
/// maximum there.
double lowest_not_refuted(std::size_t k, std::size_t n, double needed) {
  if (k == 0) return 0;
  const auto is_excluded = [&](double p) { return evidence_of_more(k, n, p) >= needed; };
  return last_true(0, static_cast<double>(k) / static_cast<double>(n), is_excluded);
}

double highest_not_refuted(std::size_t k, std::size_t n, double needed) {
  if (k == n) return 1;
  const auto is_possible = [&](double p) { return !(evidence_of_less(k, n, p) >= needed); };
  return first_false(static_cast<double>(k) / static_cast<double>(n), 1, is_possible);
}

}  // namespace

WideNumber evidence_of_more(std::size_t k, std::size_t n, double p) {
  expects(k <= n && 0 < p && p < 1, "k of n, and a probability");
  return capital_of_proportion(k, n - k, (1.0 - p) / p);
}

WideNumber evidence_of_less(std::size_t k, std::size_t n, double p) {
  expects(k <= n && 0 < p && p < 1, "k of n, and a probability");
  return capital_of_proportion(n - k, k, p / (1.0 - p));
}

SequentialFinding look(const ProportionClaim& claim, std::size_t k, std::size_t n) {
  const double p = claim.bound;
  expects(k <= n && 0 <= p && p <= 1, "k of n, and a probability");
  SequentialFinding finding;
  finding.needed = 1.0 / (1.0 - claim.confidence);
  // A probability is never above 1 or below 0; one failure proves that it is less than 1.
  WideNumber more = p == 0 && k > 0 ? infinity : 1.0, less = p == 1 && k < n ? infinity : 1.0;
  if (0 < p && p < 1) {
    more = evidence_of_more(k, n, p);
    less = evidence_of_less(k, n, p);
  }
  finding.for_met = claim.side == Side::at_least ? more : less;
  finding.for_violated = claim.side == Side::at_least ? less : more;
  // At most one of them is above 1: k/n is on one side of p only.
  if (finding.for_met >= finding.needed) finding.verdict = Verdict::met;
  if (finding.for_violated >= finding.needed) finding.verdict = Verdict::violated;
  return finding;
}

double sequential_p_value(const WideNumber& evidence) {
  const double value = evidence.value();
  return value > 1 ? 1.0 / value : 1.0;
}

double sequential_lower_bound(std::size_t k, std::size_t n, double confidence) {
  expects(k <= n && 0 < confidence && confidence < 1, "k of n, and a confidence");
  return lowest_not_refuted(k, n, 1.0 / (1.0 - confidence));
}

double sequential_upper_bound(std::size_t k, std::size_t n, double confidence) {
  expects(k <= n && 0 < confidence && confidence < 1, "k of n, and a confidence");
  return highest_not_refuted(k, n, 1.0 / (1.0 - confidence));
}

Interval sequential_interval(std::size_t k, std::size_t n, double confidence) {
  const double each = 0.5 + 0.5 * confidence;
  return {sequential_lower_bound(k, n, each), sequential_upper_bound(k, n, each)};
}

/// The quantile q is above x[high] only if `high` samples or more are below q, each with a
/// probability of at most p: evidence of more than p. It is below x[low] only if at most low - 1
/// are not above it.
QuantileRanks sequential_quantile_ranks(std::size_t n, double p, double miss) {
  expects(0 < p && p < 1 && 0 < miss && miss < 1, "probabilities between 0 and 1");
  QuantileRanks ranks;
  if (n == 0) return ranks;
  const double needed = 1.0 / miss;
  const auto is_above = [&](std::size_t k) { return evidence_of_more(k, n, p) >= needed; };
  const auto reaches = [&](std::size_t k) { return !(evidence_of_less(k, n, p) >= needed); };
  if (is_above(n)) ranks.high = first_count(0, n, is_above);
  if (!reaches(0)) ranks.low = first_count(0, n, reaches);
  return ranks;
}

}  // namespace montecopter::statistics
