#include "core/statistics/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/contract.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// Indices of the base points, or of a resample of them.
struct Indices {
  std::vector<double> first, total;
  double additive() const { return std::accumulate(first.begin(), first.end(), 0.0); }
};

/// The sum of values, each as often as it is in a resample.
double weighted_sum(const std::vector<double>& values, const Counts& counts) {
  double total = 0;
  for (std::size_t j = 0; j < values.size(); ++j) total += counts[j] * values[j];
  return total;
}

/// Terms at each base point whose means are the indices.
class BasePointTerms {
 public:
  explicit BasePointTerms(const BasePointOutputs& outputs) {
    // Less the mean, and in units of a power of two near the largest: squares stay within range.
    const std::size_t n = outputs.a.size();
    const double share = 0.5 / static_cast<double>(n);
    for (std::size_t j = 0; j < n; ++j) mean_ += share * outputs.a[j] + share * outputs.b[j];
    for (const auto* values : {&outputs.a, &outputs.b}) find_largest(*values);
    for (const auto& values : outputs.ab) find_largest(values);
    std::frexp(largest_, &exponent_);
    for (std::size_t j = 0; j < n; ++j) {
      const double a = scaled(outputs.a[j]), b = scaled(outputs.b[j]);
      half_sum_.push_back(0.5 * (a + b));
      half_squares_.push_back(0.5 * (a * a + b * b));
    }
    for (const auto& ab : outputs.ab) add_input(outputs, ab);
  }

  Indices of(const Counts& counts) const {
    const auto n = static_cast<double>(half_sum_.size());
    const double mean = weighted_sum(half_sum_, counts) / n;
    const double variance = weighted_sum(half_squares_, counts) / n - mean * mean;
    // For equal values rounding may leave something: the largest of them are about 1.
    const bool varies = variance > 1e-24;
    Indices out;
    for (const Input& input : inputs_) {
      const double first =
          weighted_sum(input.products, counts) - mean * weighted_sum(input.changes, counts);
      const double total = 0.5 * weighted_sum(input.squares, counts);
      out.first.push_back(varies ? first / (n * variance) : nan);
      out.total.push_back(varies ? total / (n * variance) : nan);
    }
    return out;
  }

 private:
  struct Input {
    std::vector<double> changes, products, squares;
  };

  void find_largest(const std::vector<double>& values) {
    for (const double x : values) largest_ = std::max(largest_, std::abs(x - mean_));
  }

  double scaled(double value) const { return std::ldexp(value - mean_, -exponent_); }

  void add_input(const BasePointOutputs& outputs, const std::vector<double>& ab) {
    Input& input = inputs_.emplace_back();
    for (std::size_t j = 0; j < ab.size(); ++j) {
      const double change = scaled(ab[j]) - scaled(outputs.a[j]);
      input.changes.push_back(change);
      input.products.push_back(scaled(outputs.b[j]) * change);
      input.squares.push_back(change * change);
    }
  }

  double mean_ = 0, largest_ = 0;
  int exponent_ = 0;
  std::vector<double> half_sum_, half_squares_;
  std::vector<Input> inputs_;
};

}  // namespace

OutputIndices sobol_indices(const BasePointOutputs& outputs, const EffectSettings& settings) {
  const std::size_t n = outputs.a.size();
  expects(n >= 2 && outputs.b.size() == n, "two base points");
  const BasePointTerms terms(outputs);
  const Indices found = terms.of(Counts(n, 1));
  std::vector<Indices> resamples;
  Resampler resampler(settings.seed);
  for (std::size_t k = 0; k < settings.resamples; ++k) {
    resamples.push_back(terms.of(resampler.with_replacement(n)));
  }
  const auto estimate = [&](const auto& value_in) -> Estimate {
    std::vector<double> replicates;
    for (const Indices& one : resamples) replicates.push_back(value_in(one));
    return {value_in(found), percentile_interval(std::move(replicates), settings.confidence)};
  };
  OutputIndices out;
  for (std::size_t i = 0; i < outputs.ab.size(); ++i) {
    out.inputs.push_back({estimate([&](const Indices& of) { return of.first[i]; }),
                          estimate([&](const Indices& of) { return of.total[i]; })});
  }
  out.additive = estimate([](const Indices& of) { return of.additive(); });
  return out;
}

}  // namespace montecopter::statistics
