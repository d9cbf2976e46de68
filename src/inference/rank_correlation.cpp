#include "inference/rank_correlation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/contract.hpp"
#include "inference/special_values.hpp"

namespace montecopter::inference {
namespace {

/// Share of an input's variance that the others may leave of it until it counts as one of theirs.
/// The arithmetic leaves 1e-15 or so of what is nothing.
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

std::size_t in_resample(std::span<const double> scores) {
  return static_cast<std::size_t>(
      std::count_if(scores.begin(), scores.end(), [](double s) { return s != 0; }));
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

double score_correlation(std::span<const double> a, std::span<const double> b) {
  expects(a.size() == b.size(), "as many values");
  // Four sums, for one would wait for each addition.
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return std::isnan(sum) ? sum : std::clamp(sum, -1.0, 1.0);
}

double rank_correlation(const OrderedValues& a, const OrderedValues& b) {
  const Counts all(a.size(), 1);
  return score_correlation(rank_scores(a, all), rank_scores(b, all));
}

RankedInputs::RankedInputs(std::vector<std::vector<double>> scores) : scores_(std::move(scores)) {
  const std::size_t d = scores_.size();
  if (d == 0 || in_resample(scores_.front()) <= d + 2) return;
  std::vector<double> matrix(d * d, 1.0);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      matrix[i * d + k] = matrix[k * d + i] = score_correlation(scores_[i], scores_[k]);
    }
  }
  inverse_ = inverse_of(std::move(matrix), d);
}

std::vector<double> RankedInputs::correlations(std::span<const double> output) const {
  std::vector<double> out;
  for (const auto& input : scores_) out.push_back(score_correlation(input, output));
  return out;
}

std::vector<double> RankedInputs::partial(std::span<const double> correlations) const {
  const std::size_t d = scores_.size();
  std::vector<double> out(d, nan);
  if (!inverse_) return out;
  // Let Q be the inverse of the inputs' correlations and r those with the output. b = Q r are the
  // coefficients of the regression on all inputs, s2 = 1 - r'b is what it leaves of the variance.
  // The inverse of the bordered matrix of inputs and output has 1/s2 for the output, -b(j)/s2
  // beside input j, and Q(j, j) + b(j)^2/s2 for it; the partial correlation is minus the second
  // over the root of the product of the others.
  std::vector<double> b(d, 0.0);
  double s2 = 1;
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = 0; k < d; ++k) b[j] += (*inverse_)[j * d + k] * correlations[k];
    s2 -= correlations[j] * b[j];
  }
  s2 = std::isnan(s2) ? s2 : std::max(s2, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    const double all = s2 * (*inverse_)[j * d + j] + b[j] * b[j];
    out[j] = all > 0 ? b[j] / std::sqrt(all) : (std::isnan(all) ? all : 0.0);
  }
  return out;
}

}  // namespace montecopter::inference
