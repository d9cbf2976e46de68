#include "core/statistics/bounded_mean.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace montecopter::statistics {
namespace {

void require_within(double value, const Interval& limits) {
  if (limits.low <= value && value <= limits.high) return;
  throw Error(ExitCode::usage,
              Problem{"mean of a bounded variable",
                      "the value " + format_double(value) + " is not within the limits [" +
                          format_double(limits.low) + ", " + format_double(limits.high) + "]",
                      "a sequential test of a mean is valid only for values within its limits",
                      "Give wider limits"});
}

/// Gain of a stake of 1 by betting that the mean is more (less) than m: -1 at worst, exactly.
double gain_of_more(double value, double m, const Interval& limits) {
  return (value - m) / (m - limits.low);
}
double gain_of_less(double value, double m, const Interval& limits) {
  return (m - value) / (limits.high - m);
}

WideNumber sum_of(const std::array<WideNumber, bet_count>& parts) {
  WideNumber sum;
  for (const WideNumber& part : parts) sum += part;
  return sum;
}

/// The capital of all bets after all values, where `gain(x)` is what a stake of 1 wins.
template <class Gain>
WideNumber capital_of_mean(std::span<const double> values, const Gain& gain) {
  WideNumber sum;
  for (std::size_t i = 0; i < bet_count; ++i) {
    WideNumber part = bets().weight[i];
    for (const double x : values) part *= 1.0 + bets().share[i] * gain(x);
    sum += part;
  }
  return sum;
}

/// Moves `excluded` towards `possible` as long as `is_excluded(m)`, by halving their distance.
template <class Condition>
double bound_between(double excluded, double possible, const Condition& is_excluded) {
  for (int i = 0; i < 40; ++i) {
    const double middle = excluded + 0.5 * (possible - excluded);
    if (middle == excluded || middle == possible) break;
    (is_excluded(middle) ? excluded : possible) = middle;
  }
  return excluded;
}

}  // namespace

BoundedMeanTest::BoundedMeanTest(const MeanClaim& claim, const Interval& limits)
    : claim_(claim), limits_(limits) {
  expects(limits.low < claim.bound && claim.bound < limits.high, "a bound within the limits");
  for (std::size_t i = 0; i < bet_count; ++i) of_more_[i] = of_less_[i] = bets().weight[i];
}

void BoundedMeanTest::add(double value) {
  require_within(value, limits_);
  const double more = gain_of_more(value, claim_.bound, limits_);
  const double less = gain_of_less(value, claim_.bound, limits_);
  for (std::size_t i = 0; i < bet_count; ++i) {
    of_more_[i] *= 1.0 + bets().share[i] * more;
    of_less_[i] *= 1.0 + bets().share[i] * less;
  }
  ++count_;
}

SequentialFinding BoundedMeanTest::look() const {
  const WideNumber more = sum_of(of_more_), less = sum_of(of_less_);
  SequentialFinding finding;
  finding.needed = 1.0 / (1.0 - claim_.confidence);
  finding.for_met = claim_.side == Side::at_least ? more : less;
  finding.for_violated = claim_.side == Side::at_least ? less : more;
  // Never both: by log(1 + x) <= x a bet on more has won only if the mean so far is above.
  if (finding.for_met >= finding.needed) finding.verdict = Verdict::met;
  if (finding.for_violated >= finding.needed) finding.verdict = Verdict::violated;
  return finding;
}

Interval bounded_mean_interval(std::span<const double> values, const Interval& limits,
                               double confidence) {
  expects(limits.low < limits.high && 0 < confidence && confidence < 1, "limits, a confidence");
  if (values.empty()) return limits;
  double sum = 0;
  for (const double x : values) {
    require_within(x, limits);
    sum += x - limits.low;
  }
  // At the mean of the values no bet has won, beyond it none can.
  const double mean = std::min(limits.low + sum / static_cast<double>(values.size()), limits.high);
  const double needed = 2.0 / (1.0 - confidence);
  const auto is_too_low = [&](double m) {
    return capital_of_mean(values, [&](double x) { return gain_of_more(x, m, limits); }) >= needed;
  };
  const auto is_too_high = [&](double m) {
    return capital_of_mean(values, [&](double x) { return gain_of_less(x, m, limits); }) >= needed;
  };
  return {bound_between(limits.low, mean, is_too_low),
          bound_between(limits.high, mean, is_too_high)};
}

}  // namespace montecopter::statistics
