#pragma once
/// Normal distribution of several correlated numbers.

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/matrix_rows.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// A law of vectors (see vector_law.hpp): x = mean + L z with L L^T = covariance and z_j the normal
/// quantile of the j-th uniform number (T. Anderson, "An Introduction to Multivariate Statistical
/// Analysis", 3rd ed. 2003, section 2.4).
struct MultivariateNormalDistribution {
  static constexpr std::string_view type_name = "multivariate_normal";
  static constexpr std::string_view doc =
      "Normal distribution of all numbers of the path together, with their covariance";
  static constexpr std::string_view example_path = "simulation.initial.velocity_m_s.*";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"mean", "[0.0, 0.0, 0.0]"},
      {"covariance", R"([
  [0.25, 0.1, 0.0],
  [0.1, 0.25, 0.0],
  [0.0, 0.0, 0.04],
])"},
  });

  std::vector<double> mean;
  MatrixRows covariance;

  static constexpr auto fields() {
    using D = MultivariateNormalDistribution;
    return FieldList{
        field("mean", &D::mean, "", any_number, Vary::fixed,
              "Mean of each number, in the order of the path [unit of the draws]"),
        field("covariance", &D::covariance,
              "Rows of the covariance matrix, in the same order [square of the unit]"),
    };
  }

  void check(Problems& problems) const;

  std::size_t numbers() const { return mean.size(); }
  std::size_t uniforms() const { return mean.size(); }

  /// `covariance` is one.
  void prepare() { factor = semidefinite_factor(covariance).value(); }

  double component(std::size_t k, std::span<const Uniform53> u) const {
    double x = mean[k];
    for (std::size_t j = 0; j <= k; ++j) x = std::fma(factor[k][j], normal_quantile(u[j]), x);
    return x;
  }
  Limits extremes(std::size_t k) const {
    double farthest = 0;
    for (const double weight : factor[k]) farthest += std::fabs(weight);
    const double reach = farthest * normal_quantile(Uniform53{});  // below 0
    return {mean[k] + reach, mean[k] - reach};
  }

  MatrixRows factor = {};  ///< set by prepare()
  static constexpr auto not_keys() { return FieldList{&MultivariateNormalDistribution::factor}; }
};

}  // namespace montecopter
