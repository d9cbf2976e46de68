#pragma once
/// The list of distributions.

#include <concepts>
#include <string_view>
#include <variant>

#include "dynamics/alternatives.hpp"
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

/// Truncated<...>: continuous ones, which may be given limits. VectorLaw: of several numbers.
struct Distribution
    : AnyDispersed<FixedDistribution, UniformDistribution, Truncated<NormalDistribution>,
                   TruncatedNormalDistribution, Truncated<LognormalDistribution>,
                   Truncated<TriangularDistribution>, Truncated<ExponentialDistribution>,
                   Truncated<WeibullDistribution>, Truncated<RayleighDistribution>,
                   Truncated<GammaDistribution>, BetaDistribution, Truncated<VonMisesDistribution>,
                   ChoiceDistribution, DiscreteDistribution, Truncated<EmpiricalDistribution>,
                   ListedDistribution, MultivariateNormalDistribution, UniformRotationDistribution,
                   NormalRotationDistribution> {
  using variant::variant;
};

/// Of one number: the draw at a uniform number, and the limits of all draws.
template <class D>
concept ScalarLaw = requires(const D& law, const Uniform53& u) {
  { law.quantile(u) } -> std::same_as<double>;
  { law.extremes() } -> std::same_as<Limits>;
};

template <class D>
concept DistributionKind = requires {
  { D::type_name } -> std::convertible_to<std::string_view>;
  { D::doc } -> std::convertible_to<std::string_view>;
  /// Whether there is more to check of its keys than their ranges: own() of it in
  /// scenario/checks/distribution.cpp does then. Limits of truncation are checked for all.
  { D::has_checked_keys } -> std::convertible_to<bool>;
  requires(ScalarLaw<D> != VectorLaw<D>);
};

template <class D>
constexpr bool require_distribution() {
  static_assert(DistributionKind<D>, "this type of the list is no DistributionKind");
  return true;
}
static_assert(holds_for_all<Distribution>([]<class D>() { return require_distribution<D>(); }));

}  // namespace montecopter
