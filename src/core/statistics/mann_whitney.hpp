#pragma once
/// Separation of two kinds of samples: the probability that a number is larger in one of them.

#include <cstddef>
#include <span>

#include "core/statistics/interval.hpp"
#include "core/statistics/ordered_values.hpp"

namespace montecopter::statistics {

/// Area under the receiver operating characteristic (AUC). It is the fraction of all pairs of an
/// event and a sample without it in which the event has the larger value. Equal values count as
/// half (Mann & Whitney, Annals of Mathematical Statistics 18 (1947) 50). It is 0.5 if the value
/// says nothing, 1 if all events have larger values than all others, 0 if all have smaller ones.
/// `is_event` is 1 or 0 for each value; NaN if all are the same.
double auc(const OrderedValues& of, std::span<const char> is_event);

/// The interval of an AUC of m events and n others by Newcombe's method 5: Confidence intervals for
/// an effect size measure based on the Mann-Whitney statistic, part 2, Statistics in Medicine 25
/// (2006) 559. It consists of the t for which
///   |auc - t| <= z sqrt(t (1 - t) (1 + k ((1 - t) / (2 - t) + t / (1 + t))) / (m n)),
/// k = (m + n) / 2 - 1. Like Wilson's interval of a proportion it exists for one event, and for 0
/// and 1. Approximate. NaN if there are no events, or only events.
Interval auc_interval(double auc, std::size_t m, std::size_t n, double confidence);

}  // namespace montecopter::statistics
