#include "core/statistics/rank_correlation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/base/index.hpp"
#include "core/statistics/mean_bounds.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// Smallest fraction of an input's variance that the others must leave; below it the input counts
/// as one of theirs. The arithmetic leaves 1e-15 or so where nothing is left.
constexpr double least_own_share = 1e-10;

/// Inverse of a correlation matrix [d][d] by Cholesky's method; nullopt if it is singular.
std::optional<std::vector<double>> inverse_of(std::vector<double> a, std::size_t d) {
  // a = L L', in place; then the columns of the inverse solve L L' x = e.
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = 0; k < j; ++k) a[j * d + j] -= a[j * d + k] * a[j * d + k];
    if (!(a[j * d + j] > least_own_share)) return std::nullopt;  // NaN, too
    a[j * d + j] = std::sqrt(a[j * d + j]);
    for (std::size_t i = j + 1; i < d; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i * d + j] -= a[i * d + k] * a[j * d + k];
      a[i * d + j] /= a[j * d + j];
    }
  }
  std::vector<double> inverse(d * d, 0.0);
  for (std::size_t column = 0; column < d; ++column) {
    double* x = &inverse[column * d];  // symmetric: columns are rows
    x[column] = 1;
    for (std::size_t i = column; i < d; ++i) {
      for (std::size_t k = column; k < i; ++k) x[i] -= a[i * d + k] * x[k];
      x[i] /= a[i * d + i];
    }
    for (std::size_t i = d; i-- > 0;) {
      for (std::size_t k = i + 1; k < d; ++k) x[i] -= a[k * d + i] * x[k];
      x[i] /= a[i * d + i];
    }
  }
  return inverse;
}

/// The scores of columns [first, end), as they are.
std::vector<std::vector<double>> scores_of(const ColumnSource& column, std::size_t first,
                                           std::size_t end) {
  std::vector<std::vector<double>> scores;
  for (std::size_t i = first; i < end; ++i) {
    const OrderedValues values = ordered(column(i));
    scores.push_back(rank_scores(values, Counts(values.size(), 1)));
  }
  return scores;
}

}  // namespace

std::vector<double> rank_scores(const OrderedValues& of, const Counts& counts) {
  std::vector<double> scores = mean_ranks(of, counts);
  std::uint64_t n = 0;
  for (const std::uint32_t count : counts) n += count;
  const double mean = 0.5 * static_cast<double>(n + 1);
  double squares = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] -= mean;
    squares += counts[i] * scores[i] * scores[i];
  }
  const double norm = squares > 0 ? 1 / std::sqrt(squares) : nan;
  // The square root of its count goes to either factor of a product.
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] *= norm * std::sqrt(static_cast<double>(counts[i]));
  }
  return scores;
}

ResampledRanks resampled_ranks(const OrderedValues& of, const Counts& counts) {
  ResampledRanks ranks{twice_mean_ranks(of, counts), 0, 0};
  std::uint64_t n = 0;
  for (const std::uint8_t count : counts) n += count;
  ranks.mean = 0.5 * static_cast<double>(n + 1);
  double squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double score = 0.5 * ranks.twice[i] - ranks.mean;
    squares += counts[i] * score * score;
  }
  ranks.norm = squares > 0 ? 1 / std::sqrt(squares) : nan;
  return ranks;
}

std::size_t ResampledRanks::samples(const Counts& counts) const {
  if (std::isnan(norm)) return counts.size();
  std::size_t known = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    known += counts[i] > 0 && 0.5 * twice[i] != mean ? 1 : 0;
  }
  return known;
}

namespace {

/// Scores of so many samples are in the cache at a time, for all columns.
constexpr std::size_t piece = 1024;
using Scores = std::array<double, piece>;
using FourSums = std::array<double, 4>;

/// Square roots of all counts.
const std::array<double, 256>& roots() {
  static const std::array<double, 256> all = [] {
    std::array<double, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sqrt(static_cast<double>(i));
    return values;
  }();
  return all;
}

void score(const ResampledRanks& ranks, const Counts& counts, std::size_t first, std::size_t size,
           Scores& out) {
  const std::array<double, 256>& root = roots();
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = (0.5 * ranks.twice[first + i] - ranks.mean) * (ranks.norm * root[counts[first + i]]);
  }
}

void add_products(const Scores& a, const Scores& b, std::size_t size, FourSums& to) {
  FourSums sums = to;
  std::size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < size; ++i) sums[0] += a[i] * b[i];
  to = sums;
}

double correlation_of(const FourSums& sums) {
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return std::isnan(sum) ? sum : std::clamp(sum, -1.0, 1.0);
}

}  // namespace

std::vector<std::vector<double>> rank_products(std::span<const ResampledRanks> a,
                                               std::span<const ResampledRanks> b,
                                               const Counts& counts) {
  std::vector<Scores> of_a(a.size());
  Scores of_b;
  std::vector<std::vector<FourSums>> sums(b.size(), std::vector<FourSums>(a.size()));
  for (std::size_t first = 0; first < counts.size(); first += piece) {
    const std::size_t size = std::min(piece, counts.size() - first);
    for (std::size_t i = 0; i < a.size(); ++i) score(a[i], counts, first, size, of_a[i]);
    for (std::size_t k = 0; k < b.size(); ++k) {
      score(b[k], counts, first, size, of_b);
      for (std::size_t i = 0; i < a.size(); ++i) add_products(of_a[i], of_b, size, sums[k][i]);
    }
  }
  std::vector<std::vector<double>> out(b.size());
  for (std::size_t k = 0; k < b.size(); ++k) {
    for (const FourSums& one : sums[k]) out[k].push_back(correlation_of(one));
  }
  return out;
}

double score_correlation(std::span<const double> a, std::span<const double> b) {
  expects(a.size() == b.size(), "equally many values");
  // Four sums, for one would wait for each addition.
  FourSums sums{};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  return correlation_of(sums);
}

double rank_correlation(const OrderedValues& a, const OrderedValues& b) {
  const Counts all(a.size(), 1);
  return score_correlation(rank_scores(a, all), rank_scores(b, all));
}

double p_of_rank_correlation(double r, std::size_t n) {
  expects(n >= 3, "three values");
  if (std::isnan(r)) return 1;
  const auto size = static_cast<double>(n);
  const double t = std::abs(r) * std::sqrt((size - 2) / std::max(1 - r * r, 0.0));
  return 2 * t_tails(size - 1, t).at_least;
}

RankedInputs::RankedInputs(std::vector<double> correlations, std::size_t d, std::size_t samples)
    : d_(d) {
  expects(correlations.size() == d * d, "a row for each input");
  for (std::size_t i = 0; i < d; ++i) correlations[i * d + i] = 1;
  if (d > 0 && samples > d + 2) inverse_ = inverse_of(std::move(correlations), d);
}

std::vector<double> RankedInputs::partial(std::span<const double> with_output) const {
  const std::size_t d = d_;
  std::vector<double> out(d, nan);
  if (!inverse_) return out;
  // Let Q be the inverse of the inputs' correlations and r their correlations with the output. The
  // coefficients of the regression on all inputs are b = Q r, and s2 = 1 - r'b is the remaining
  // variance. The inverse of the bordered matrix of inputs and output has 1/s2 for the output. It
  // has -b(j)/s2 beside input j, and Q(j, j) + b(j)^2/s2 for it. The partial correlation is minus
  // the second over the root of the product of the others.
  std::vector<double> b(d, 0.0);
  double s2 = 1;
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = 0; k < d; ++k) b[j] += (*inverse_)[j * d + k] * with_output[k];
    s2 -= with_output[j] * b[j];
  }
  s2 = std::isnan(s2) ? s2 : std::max(s2, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    const double all = s2 * (*inverse_)[j * d + j] + b[j] * b[j];
    out[j] = all > 0 ? b[j] / std::sqrt(all) : (std::isnan(all) ? all : 0.0);
  }
  return out;
}

std::vector<double> rank_correlations(std::size_t count, const ColumnSource& column,
                                      std::size_t at_once) {
  expects(at_once > 0, "a column");
  std::vector<double> out(count * count, 1.0);
  const auto end_of = [&](std::size_t first) { return std::min(count, first + at_once); };
  for (std::size_t a = 0; a < count; a = end_of(a)) {
    const auto scores = scores_of(column, a, end_of(a));
    for (std::size_t b = a; b < count; b = end_of(b)) {
      const auto others = b > a ? scores_of(column, b, end_of(b)) : decltype(scores)();
      for (std::size_t i = a; i < end_of(a); ++i) {
        for (std::size_t k = std::max(b, i + 1); k < end_of(b); ++k) {
          out[k * count + i] =
              score_correlation(scores[i - a], b > a ? others[k - b] : scores[k - a]);
        }
      }
    }
  }
  return out;
}

}  // namespace montecopter::statistics
