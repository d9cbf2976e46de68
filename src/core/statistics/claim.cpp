#include "core/statistics/claim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/samples_to_decide.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// p-values of a claim from those of "it is less than the bound" (rejected by large observations)
/// and "it is more" (rejected by small ones).
void put_p_values(Side side, double of_less, double of_more, Finding& finding) {
  finding.p_met = side == Side::at_least ? of_less : of_more;
  finding.p_violated = side == Side::at_least ? of_more : of_less;
}

/// All but the bounds.
Finding judge_count(const ProportionClaim& claim, std::size_t k, std::size_t n) {
  expects(k <= n && 0 < claim.confidence && claim.confidence < 1, "k of n, and a confidence");
  Finding finding;
  const BinomialTails tails = binomial_tails(k, n, claim.bound);
  finding.estimate = n == 0 ? nan : static_cast<double>(k) / static_cast<double>(n);
  put_p_values(claim.side, tails.at_least, tails.at_most, finding);
  finding.verdict = verdict_of({finding.p_met, finding.p_violated}, claim.confidence);
  if (finding.verdict == Verdict::undecided && n > 0) {
    finding.samples_to_decide = samples_to_decide(claim, k, n);
  }
  return finding;
}

/// The left-continuous inverse of the empirical distribution is a sample, x(k) with the smallest k
/// for which k / n >= p. That is ceil(n p) but where the product is rounded: 100 times 0.07 is more
/// than 7.
std::size_t sample_rank(std::size_t n, double p) {
  const auto size = static_cast<double>(n);
  auto rank = std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(size * p)), 1, n);
  while (rank > 1 && static_cast<double>(rank - 1) / size >= p) --rank;
  while (rank < n && static_cast<double>(rank) / size < p) ++rank;
  return rank;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::met:
      return "met";
    case Verdict::violated:
      return "violated";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

Verdict verdict_of(const PValues& p, double confidence) {
  const double alpha = 1.0 - confidence;
  if (p.met <= alpha) return Verdict::met;
  return p.violated < alpha ? Verdict::violated : Verdict::undecided;
}

PValues all_hold(std::span<const PValues> claims) {
  PValues all{0.0, 1.0};
  for (const PValues& one : claims) {
    all.met = std::max(all.met, one.met);
    all.violated = std::min(all.violated, one.violated);
  }
  all.violated = std::min(1.0, static_cast<double>(claims.size()) * all.violated);
  return all;
}

ProportionClaim as_proportion(const QuantileClaim& claim) {
  const Side side = claim.side == Side::at_most ? Side::at_least : Side::at_most;
  return {side, claim.p, claim.confidence};
}

Finding judge(const ProportionClaim& claim, std::size_t k, std::size_t n) {
  Finding finding = judge_count(claim, k, n);
  finding.low = proportion_lower_bound(k, n, claim.confidence);
  finding.high = proportion_upper_bound(k, n, claim.confidence);
  return finding;
}

Finding judge(const QuantileClaim& claim, std::span<const double> ascending) {
  const std::size_t n = ascending.size();
  const auto is_event = [&](double value) { return counts(claim, value); };
  const auto events = std::ranges::partition_point(ascending, is_event) - ascending.begin();
  return judge(claim, static_cast<std::size_t>(events), n,
               [&](std::size_t rank) { return ascending[rank]; });
}

Finding judge(const QuantileClaim& claim, std::size_t events, std::size_t n,
              const std::function<double(std::size_t)>& at) {
  Finding finding = judge_count(as_proportion(claim), events, n);
  const QuantileRanks ranks = quantile_ranks(n, claim.p, 1.0 - claim.confidence);
  finding.low = ranks.low == 0 ? -infinity : at(ranks.low - 1);
  finding.high = ranks.high == 0 ? infinity : at(ranks.high - 1);
  finding.estimate = n == 0 ? nan : at(sample_rank(n, claim.p) - 1);
  return finding;
}

Finding judge(const MeanClaim& claim, const MeanSummary& values) {
  expects(0 < claim.confidence && claim.confidence < 1, "a confidence");
  Finding finding;
  finding.estimate = values.n == 0 ? nan : values.mean;
  const Interval bounds = t_bounds(values, claim.confidence);
  finding.low = bounds.low;
  finding.high = bounds.high;
  if (!std::isfinite(bounds.low)) return finding;
  const auto n = static_cast<double>(values.n);
  const double excess = values.mean - claim.bound;
  double t = excess / (values.sd / std::sqrt(n));
  if (values.sd == 0) {  // the mean is known; at the bound itself the claim holds
    const bool is_above = claim.side == Side::at_least ? excess >= 0 : excess > 0;
    t = is_above ? infinity : -infinity;
  }
  const StudentTails tails = t_tails(n, t);
  put_p_values(claim.side, tails.at_least, tails.at_most, finding);
  finding.verdict = verdict_of({finding.p_met, finding.p_violated}, claim.confidence);
  if (finding.verdict == Verdict::undecided) {
    finding.samples_to_decide = samples_to_decide(claim, values);
  }
  return finding;
}

}  // namespace montecopter::statistics
