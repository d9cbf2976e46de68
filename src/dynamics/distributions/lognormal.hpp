#pragma once
/// Lognormal distribution: log(x) is normal. Given by median and sigma, or by mean and sd.

#include <cmath>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct LognormalDistribution {
  static constexpr std::string_view type_name = "lognormal";
  static constexpr std::string_view doc =
      "Lognormal distribution, by the median and sigma of ln x or by mean and sd";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"median", "1.0"},
      {"sigma", "0.05"},
  });

  std::optional<double> median, sigma;
  std::optional<double> mean, sd;

  static constexpr auto fields() {
    using D = LognormalDistribution;
    return FieldList{
        field("median", &D::median, "", positive, Vary::fixed,
              "Median, the exponential of the mean of ln x [unit of the draw]"),
        field("sigma", &D::sigma, "1", positive, Vary::fixed, "Standard deviation of ln x"),
        field("mean", &D::mean, "", positive, Vary::fixed,
              "Mean before truncation (with sd, instead of median and sigma) [unit of the draw]"),
        field("sd", &D::sd, "", positive, Vary::fixed,
              "Standard deviation before truncation (with mean) [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  double below(double x) const { return x > 0 ? normal_cdf(log_deviation(x)) : 0.0; }
  double above(double x) const { return x > 0 ? normal_cdf(-log_deviation(x)) : 1.0; }
  double inverse(const Probability& p) const {
    return centre() * exp<double>(spread() * normal_quantile(p.lower, p.upper));
  }
  Moments moments() const {
    if (mean && sd) return {*mean, *sd};
    const double variance = spread() * spread();
    const double m = centre() * exp<double>(0.5 * variance);
    return {m, m * std::sqrt(expm1<double>(variance))};
  }

 private:
  /// sigma^2 = log(1 + (sd / mean)^2), median = mean / sqrt(1 + (sd / mean)^2).
  double spread() const {
    if (sigma) return *sigma;
    const double variation = *sd / *mean;
    return std::sqrt(log1p<double>(variation * variation));
  }
  double centre() const {
    if (median) return *median;
    const double variation = *sd / *mean;
    return *mean / std::sqrt(std::fma(variation, variation, 1.0));
  }
  double log_deviation(double x) const { return log<double>(x / centre()) / spread(); }
};

}  // namespace montecopter
