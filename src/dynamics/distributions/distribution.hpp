#pragma once
/// The list of distributions.

#include <string_view>
#include <variant>

#include "dynamics/distributions/beta.hpp"
#include "dynamics/distributions/choice.hpp"
#include "dynamics/distributions/discrete.hpp"
#include "dynamics/distributions/dispersed.hpp"
#include "dynamics/distributions/empirical.hpp"
#include "dynamics/distributions/exponential.hpp"
#include "dynamics/distributions/fixed.hpp"
#include "dynamics/distributions/gamma.hpp"
#include "dynamics/distributions/listed.hpp"
#include "dynamics/distributions/lognormal.hpp"
#include "dynamics/distributions/multivariate_normal.hpp"
#include "dynamics/distributions/normal.hpp"
#include "dynamics/distributions/rayleigh.hpp"
#include "dynamics/distributions/rotations.hpp"
#include "dynamics/distributions/triangular.hpp"
#include "dynamics/distributions/truncated_normal.hpp"
#include "dynamics/distributions/truncation.hpp"
#include "dynamics/distributions/uniform.hpp"
#include "dynamics/distributions/vector_law.hpp"
#include "dynamics/distributions/von_mises.hpp"
#include "dynamics/distributions/weibull.hpp"

namespace montecopter {

template <class... Ds>
using AnyDispersed = std::variant<Dispersed<Ds>...>;

/// Distributions of inputs. TruncatedLaw<...>: continuous ones, which may have limits. VectorLaw:
/// several numbers.
struct Distribution
    : AnyDispersed<FixedDistribution, UniformDistribution, TruncatedLaw<NormalDistribution>,
                   TruncatedNormalDistribution, TruncatedLaw<LognormalDistribution>,
                   TruncatedLaw<TriangularDistribution>, TruncatedLaw<ExponentialDistribution>,
                   TruncatedLaw<WeibullDistribution>, TruncatedLaw<RayleighDistribution>,
                   TruncatedLaw<GammaDistribution>, BetaDistribution,
                   TruncatedLaw<VonMisesDistribution>, ChoiceDistribution, DiscreteDistribution,
                   TruncatedLaw<EmpiricalDistribution>, ListedDistribution,
                   MultivariateNormalDistribution, UniformRotationDistribution,
                   NormalRotationDistribution> {
  using variant::variant;
};

/// Reports limits that leave nothing between them; the upper one stands at `high_key`. Whether they
/// are sound.
bool check_order(std::string_view high_key, const Limits& limits, Problems& problems);

}  // namespace montecopter
