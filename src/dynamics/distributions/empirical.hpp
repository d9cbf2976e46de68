#pragma once
/// Distribution of observations that were made elsewhere.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/choice.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// More would make every result file large, which keeps them all.
inline constexpr std::size_t max_observations = 100'000;

/// Two ways to draw from n observations x_0 <= ... <= x_(n-1): linearly between them, or one of
/// them. The first is the quantile of type 7 of Hyndman and Fan, x at (n - 1) u, as in the
/// statistics of results.
struct EmpiricalDistribution {
  static constexpr std::string_view type_name = "empirical";
  static constexpr std::string_view doc = "Observations, from a list or a column of a CSV file";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"values", "[0.97, 0.99, 1.0, 1.02]"},
  });

  std::string file;
  std::string column;
  std::vector<double> values;
  bool interpolate = true;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    return (key == "file" && file.empty()) || (key == "column" && column.empty());
  }

  static constexpr auto fields() {
    using D = EmpiricalDistribution;
    return FieldList{
        field("file", &D::file, "CSV file with the observations, relative to the scenario"),
        field(
            "column", &D::column,
            "Name of the column in the header line of the file; required if the file has several"),
        field("values", &D::values, "", any_number, Vary::fixed,
              "Observations (instead of file) [unit of the draw]"),
        field("interpolate", &D::interpolate, "", any_number, Vary::fixed,
              "Whether values between two neighbouring observations may be drawn; false: "
              "observations only"),
    };
  }

  void check(Problems& problems) const;

  /// Sorts the observations; everything below needs that.
  void prepare() {
    sorted = values;
    std::sort(sorted.begin(), sorted.end());
  }

  double below(double x) const {
    return interpolate ? rank(x, false) / last() : frequency(before(x));
  }
  double above(double x) const {
    return interpolate ? (last() - rank(x, true)) / last() : frequency(sorted.size() - after(x));
  }
  /// A value that was observed several times has a probability of its own, at the limits, too.
  double within(double low, double high) const {
    if (!interpolate) return frequency(std::max(after(high), before(low)) - before(low));
    return std::fmax(rank(high, true) - rank(low, false), 0.0) / last();
  }
  double inverse(const Probability& p) const {
    if (!interpolate) return sorted[pick_index(p.lower, sorted.size())];
    const double h = p.lower * last();
    const std::size_t i = std::min(static_cast<std::size_t>(h), sorted.size() - 2);
    const double fraction = h - static_cast<double>(i);
    return std::fma(fraction, sorted[i + 1] - sorted[i], sorted[i]);
  }
  /// Moments of the observations; the standard deviation divides by n - 1.
  Moments moments() const {
    const auto n = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const double x : values) sum += x;
    const double mean = sum / n;
    for (const double x : values) squares += (x - mean) * (x - mean);
    return {mean, n > 1 ? std::sqrt(squares / (n - 1)) : 0.0};
  }

  std::vector<double> sorted = {};  ///< set by prepare()
  static constexpr auto not_keys() { return FieldList{&EmpiricalDistribution::sorted}; }

 private:
  double last() const { return static_cast<double>(sorted.size()) - 1; }
  double frequency(std::size_t count) const {
    return static_cast<double>(count) / static_cast<double>(sorted.size());
  }
  /// Number of smaller observations, and number of observations that are not larger.
  std::size_t before(double x) const {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), x) -
                                    sorted.begin());
  }
  std::size_t after(double x) const {
    return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), x) -
                                    sorted.begin());
  }
  /// Rank of x among the ranks 0 to n - 1: the reverse of inverse(). Among several equal
  /// observations it is the first or the last.
  double rank(double x, bool of_last) const {
    const std::size_t i = of_last ? after(x) : before(x);
    if (i == 0) return 0.0;
    if (i == sorted.size()) return last();
    if (!of_last && sorted[i] == x) return static_cast<double>(i);
    return static_cast<double>(i - 1) + (x - sorted[i - 1]) / (sorted[i] - sorted[i - 1]);
  }
};

}  // namespace montecopter
