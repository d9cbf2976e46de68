#pragma once
/// Compares two campaigns statistically, metric by metric: what differs, by how much, how sure that
/// is, and whether it stays within margins. Differences are B - A. The definitions are in
/// docs/compare.md. (`montecopter compare`; numbers of two results are held against each other in
/// src/results/diff/, `montecopter diff`.)

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/statistics/equivalence.hpp"
#include "core/statistics/fisher_exact.hpp"
#include "core/statistics/kolmogorov_smirnov.hpp"
#include "core/statistics/mean_difference.hpp"
#include "core/statistics/paired_signs.hpp"
#include "core/statistics/signed_ranks.hpp"
#include "results/compare/pairing.hpp"
#include "scenario/derived/margin.hpp"

namespace montecopter::compare {

/// The most that the probability of one false finding in a family of tests may be.
inline constexpr double family_error = 0.05;

struct Question {
  std::vector<std::string> metrics;  ///< empty: all that both have
  std::vector<Margin> margins;
  std::optional<AskedPoints> points;
  bool unpaired = false;
};

/// Quantiles of unpaired samples.
inline constexpr std::array<double, 3> shifted_quantiles = {0.05, 0.50, 0.95};
struct QuantileShift {
  double a = 0, b = 0;
  statistics::Interval interval;  ///< of b - a, 95 %, by the bootstrap
};

/// Results of paired samples.
struct PairedMetric {
  /// (var(A) + var(B)) / var(B - A): how many times the pairs an unpaired comparison would need to
  /// know the difference as well. NaN if nothing varies.
  double variance_ratio = 0;
  std::size_t smaller = 0, equal = 0, larger = 0;  ///< pairs in which B is so
  double sign_p_value = 1;
  statistics::SignedRanks ranks;
  double detectable = 0;  ///< difference that is found with 80 % power at 5 %
};

/// Results of unpaired samples.
struct UnpairedMetric {
  statistics::KolmogorovSmirnov distributions;
  std::array<QuantileShift, shifted_quantiles.size()> quantiles;
};

struct MetricContrast {
  std::string name, unit;
  std::size_t point = 0;                  ///< of Contrast::points
  statistics::MeanSummary a, b;           ///< of the samples that are compared
  statistics::MeanDifference difference;  ///< of pairs, or Welch's
  statistics::Interval interval;          ///< of the difference, 95 %
  double t_p_value = 1;                   ///< of the difference by Student's t
  double p_value = 1, adjusted = 1;       ///< of signed ranks, or Kolmogorov and Smirnov's; by Holm
  std::optional<PairedMetric> paired;     ///< exactly one
  std::optional<UnpairedMetric> unpaired;  ///< of both

  /// Whether A and B differ by no more than round-off: 1e-9 of the scale
  /// (results/summarise/round_off.hpp). Ranks see such differences, too.
  bool is_rounding() const;
  bool differs() const { return adjusted <= family_error && !is_rounding(); }
};

/// Samples that pass or fail: status ok, or a requirement that is met.
struct PassContrast {
  std::string name;  ///< "status ok", or "req_NAME"
  std::size_t point = 0;
  statistics::PassCount a, b;  ///< of the samples that were flown
  std::optional<statistics::PassedPairs> pairs;
  double p_value = 1, adjusted = 1;  ///< McNemar's of pairs, else Fisher's exact test; by Holm
};

struct MarginContrast {
  std::size_t metric = 0;         ///< of Contrast::metrics
  std::string text;               ///< of the margin, as given
  double margin = 0;              ///< in the metric's unit
  statistics::Interval interval;  ///< of the difference, 90 %
  statistics::EquivalenceMember verdict;
};

struct Contrast {
  Pairing pairing;
  std::vector<PointPair> points;
  std::vector<MetricContrast> metrics;  ///< round-off last, then by adjusted p-value
  std::vector<PassContrast> passes;
  std::vector<MarginContrast> margins;
  std::vector<std::string> left_out;            ///< metrics that both have, in other units
  std::vector<std::string> other_requirements;  ///< of the same name, which ask something else

  /// no if one metric is shown to be beyond its margin, inconclusive if one is undecided, else ok.
  ExitCode exit_code() const;
};

/// Error(refused) if there is nothing to compare, or what is asked for is not comparable;
/// Error(usage) for names that no file has.
Contrast compare_campaigns(const Campaign& a, const Campaign& b, const Question& question);

}  // namespace montecopter::compare
