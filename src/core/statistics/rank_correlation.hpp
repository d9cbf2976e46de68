#pragma once
/// Monotonic dependence of an output on each of several inputs, by ranks: a monotonic rise has 1,
/// whatever its units and its shape.
///
/// * Spearman's rank correlation (American Journal of Psychology 15 (1904) 72): Pearson's of the
///   ranks. Equal values have the mean of their ranks.
/// * Partial rank correlation (PRCC): the correlation of the residuals of both ranks after
/// regression
///   on the ranks of all other inputs. Iman & Conover, Technometrics 21 (1979) 499; Marino, Hogue,
///   Ray & Kirschner, Journal of Theoretical Biology 254 (2008) 178.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/statistics/ordered_values.hpp"

namespace montecopter::statistics {

/// Ranks in a resample less their mean, scaled so that the product of two such vectors is their
/// correlation. NaN if all values of the resample are equal.
std::vector<double> rank_scores(const OrderedValues& of, const Counts& counts);

/// The ranks of a column in a resample, as whole numbers, and what makes scores of them.
struct ResampledRanks {
  std::vector<std::uint32_t> twice;  ///< twice_mean_ranks()
  double mean = 0, norm = 0;

  /// Samples that the resample has, by their scores.
  std::size_t samples(const Counts& counts) const;
};
ResampledRanks resampled_ranks(const OrderedValues& of, const Counts& counts);

/// Correlation of each column of `a` with each of `b`, [b][a]. The bits are those of
/// score_correlation() and rank_scores(), which take the memory of all scores.
std::vector<std::vector<double>> rank_products(std::span<const ResampledRanks> a,
                                               std::span<const ResampledRanks> b,
                                               const Counts& counts);

/// Product of two vectors of scores, in [-1, 1]; NaN if one of them is.
double score_correlation(std::span<const double> a, std::span<const double> b);

/// Spearman's rank correlation of two variables with as many values.
double rank_correlation(const OrderedValues& a, const OrderedValues& b);

/// p-value of the two-sided test of Spearman's correlation of independent variables with n values,
/// n >= 3, by Student's t; 1 if it is NaN.
double p_of_rank_correlation(double r, std::size_t n);

/// The rank correlations of d inputs with each other, against which any number of outputs are held.
class RankedInputs {
 public:
  /// Correlations by rows [d][d], of which those below the diagonal are looked at.
  RankedInputs(std::vector<double> correlations, std::size_t d, std::size_t samples);

  /// The partial ones, given those of each input with the output. All NaN if one input is a linear
  /// function of the others in its ranks, or if there are no more than d + 2 samples.
  std::vector<double> partial(std::span<const double> with_output) const;

 private:
  std::size_t d_;
  std::optional<std::vector<double>> inverse_;  ///< of the correlations, by rows
};

/// A column of numbers by its index, which is read when it is asked for, as often as it is.
using ColumnSource = std::function<std::vector<double>(std::size_t)>;

/// Spearman's rank correlations of `count` columns with each other, by rows [count][count], those
/// below the diagonal. Two blocks of `at_once` columns each are in memory.
std::vector<double> rank_correlations(std::size_t count, const ColumnSource& column,
                                      std::size_t at_once);

}  // namespace montecopter::statistics
