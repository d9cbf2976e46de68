#pragma once
/// Inputs with rank correlations, whatever their distributions: a Gaussian copula over any design.

#include <cmath>
#include <vector>

#include "core/numerics/normal_quantile.hpp"
#include "dynamics/sampling/design.hpp"

namespace montecopter {

/// The uniform numbers u_j of a group of inputs become normal scores z_j. These become L z
/// with L L^T the correlation matrix of the scores, and then uniform numbers again. The inverse of
/// each input's distribution function turns them into draws. Sources: R. Nelsen, "An Introduction
/// to Copulas", 2nd ed. 2006, section 2.3; R. Iman, W. Conover, Commun. Statist. B 11 (1982), 311,
/// order ranks to the same end, but no sample alone.
struct CorrelatedDesign {
  std::vector<InputDesign> designs;  ///< of the inputs of the group, up to this one
  std::vector<double> weights;       ///< its row of L; 1 where it depends on no other

  Uniform53 uniform(const DesignRow& row) const {
    return combined([&](const InputDesign& design) { return uniform_of(design, row); });
  }

  /// The uniform number of the input, with `uniform_of_design` in place of uniform_of().
  template <class UniformOfDesign>
  Uniform53 combined(UniformOfDesign uniform_of_design) const;
};

/// The uniform number below which a standard normal variable is with the probability u: z in the
/// resolution of all draws.
Uniform53 uniform_of_score(double z);

template <class UniformOfDesign>
Uniform53 CorrelatedDesign::combined(UniformOfDesign uniform_of_design) const {
  const std::size_t own = designs.size() - 1;
  if (weights[own] == 1.0) return uniform_of_design(designs[own]);  // to the bit
  double z = 0;
  for (std::size_t j = 0; j <= own; ++j) {
    if (weights[j] == 0) continue;
    z = std::fma(weights[j], normal_quantile(uniform_of_design(designs[j])), z);
  }
  return uniform_of_score(z);
}

/// Correlation of the normal scores of two inputs whose ranks have the correlation `spearman`:
/// 2 sin(pi r / 6), and the reverse (K. Pearson, "On further methods of determining correlation",
/// Drapers' Company Research Memoirs, Biometric Series IV (1907)).
double score_correlation_of(double spearman);
double rank_correlation_of(double of_scores);

}  // namespace montecopter
