#pragma once
/// Compares two campaigns statistically, metric by metric: which metrics differ, by how much, how
/// significantly, and whether they stay within margins. Differences are B - A. Definitions are in
/// docs/compare-statistics.md. This is `montecopter compare`; src/results/diff/ (`montecopter
/// diff`) compares two results number by number.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/statistics/equivalence.hpp"
#include "core/statistics/fisher_exact.hpp"
#include "core/statistics/kolmogorov_smirnov.hpp"
#include "core/statistics/mean_difference.hpp"
#include "core/statistics/paired_signs.hpp"
#include "core/statistics/signed_ranks.hpp"
#include "results/compare/pairing.hpp"
#include "scenario/derived/margin.hpp"

namespace montecopter::compare {

/// Family-wise error rate: the largest probability of any false finding among all tests.
inline constexpr double family_error = 0.05;

struct Question {
  std::vector<std::string> metrics;  ///< empty: all common metrics
  std::vector<Margin> margins;
  std::optional<AskedPoints> points;
  bool unpaired = false;
  ByteProgress* progress = nullptr;  ///< counts metrics at points
};

/// Quantiles of unpaired samples.
inline constexpr std::array<double, 3> shifted_quantiles = {0.05, 0.50, 0.95};
struct QuantileShift {
  double a = 0, b = 0;
  statistics::Interval interval;  ///< bootstrap 95 % interval of b - a
};

/// Results of paired samples.
struct PairedMetric {
  /// (var(A) + var(B)) / var(B - A): how many times the pairs an unpaired comparison would need to
  /// know the difference equally well. NaN if nothing varies.
  double variance_ratio = 0;
  std::size_t smaller = 0, equal = 0, larger = 0;  ///< pairs in which B is smaller, equal or larger
  double sign_p_value = 1;
  statistics::SignedRanks ranks;
  double detectable = 0;  ///< difference detected with a power of 80 % at the 5 % level
};

/// Results of unpaired samples.
struct UnpairedMetric {
  statistics::KolmogorovSmirnov distributions;
  std::array<QuantileShift, shifted_quantiles.size()> quantiles;
};

struct MetricContrast {
  std::string name, unit;
  std::size_t point = 0;                  ///< index in Contrast::points
  statistics::MeanSummary a, b;           ///< means of the compared samples
  statistics::MeanDifference difference;  ///< paired, or Welch's
  statistics::Interval interval;          ///< 95 % interval of the difference
  double t_p_value = 1;                   ///< t-test of the difference
  double p_value = 1, adjusted = 1;    ///< signed-rank or Kolmogorov-Smirnov test; adjusted by Holm
  std::optional<PairedMetric> paired;  ///< either this
  std::optional<UnpairedMetric> unpaired;  ///< or this

  /// Whether A and B differ by no more than round-off: 1e-9 of the scale
  /// (results/summarise/round_off.hpp). Rank tests detect such differences, too.
  bool is_rounding() const;
  bool differs() const { return adjusted <= family_error && !is_rounding(); }
};

/// Samples that pass or fail: status ok, or a requirement that is met.
struct PassContrast {
  std::string name;  ///< "status ok", or "req_NAME"
  std::size_t point = 0;
  statistics::PassCount a, b;  ///< over the samples that were flown
  std::optional<statistics::PassedPairs> pairs;
  double p_value = 1, adjusted = 1;  ///< McNemar's test of pairs, else Fisher's exact test; Holm
};

struct MarginContrast {
  std::size_t metric = 0;         ///< index in Contrast::metrics
  std::string text;               ///< the margin as given
  double margin = 0;              ///< in the metric's unit
  statistics::Interval interval;  ///< 90 % interval of the difference
  statistics::EquivalenceMember verdict;
};

struct Contrast {
  Pairing pairing;
  std::vector<PointPair> points;
  std::vector<MetricContrast> metrics;  ///< round-off last, then by adjusted p-value
  std::vector<PassContrast> passes;
  std::vector<MarginContrast> margins;
  std::vector<std::string> left_out;            ///< common metrics with different units
  std::vector<std::string> other_requirements;  ///< same name, different condition

  /// no if one metric is shown to be beyond its margin, inconclusive if one is undecided, else ok.
  ExitCode exit_code() const;
};

/// Compares what the question names. Error(refused) if there is nothing to compare, or if a
/// requested metric is not comparable; Error(usage) for names that no file has.
Contrast compare_campaigns(const Campaign& a, const Campaign& b, const Question& question);

}  // namespace montecopter::compare
