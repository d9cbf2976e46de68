#include "plan/correlated_pairs.hpp"

#include "core/base/index.hpp"
#include "dynamics/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

std::size_t place_of(const std::string& path, const Plan& plan) {
  return first_index_if(plan.dispersions, [&](const Dispersion& d) { return d.path == path; });
}

void add_group(const Correlation& group, const Plan& plan, std::vector<CorrelatedPair>& pairs) {
  for (std::size_t i = 0; i < group.inputs.size(); ++i) {
    for (std::size_t j = i + 1; j < group.inputs.size(); ++j) {
      pairs.push_back({place_of(group.inputs[i], plan), place_of(group.inputs[j], plan),
                       group.rank_correlation[i][j]});
    }
  }
}

/// Adds the pairs of a number of a multivariate normal distribution and the numbers after it, which
/// follow it in the plan.
void add_normal(std::size_t place, const MultivariateNormalDistribution& law, std::size_t component,
                std::vector<CorrelatedPair>& pairs) {
  const MatrixRows& c = law.covariance;
  for (std::size_t k = component + 1; k < law.numbers(); ++k) {
    const double variances = c[component][component] * c[k][k];
    if (variances == 0) continue;
    pairs.push_back({place, place + k - component,
                     rank_correlation_of(c[component][k] / std::sqrt(variances))});
  }
}

}  // namespace

std::vector<CorrelatedPair> correlated_pairs(const Plan& plan) {
  std::vector<CorrelatedPair> pairs;
  for (const Correlation& group : plan.scenario.correlate) add_group(group, plan, pairs);
  for (std::size_t d = 0; d < plan.dispersions.size(); ++d) {
    const Dispersion& dispersion = plan.dispersions[d];
    std::visit(
        [&](const auto& law) {
          if constexpr (requires { law.covariance; }) {
            add_normal(d, law, dispersion.component, pairs);
          }
        },
        dispersion.distribution);
  }
  return pairs;
}

}  // namespace montecopter
