/// Distributions, and what is half added of them: LACKS_EXTREMES does not say between which limits
/// it draws, LACKS_COMPONENT draws several numbers and does not say which, LACKS_CHECKED does not
/// say whether its keys have to fit each other. Compiled by a test, never linked.

#include "dynamics/distributions/distribution.hpp"

namespace montecopter {

struct ToyDistribution {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "As even as it comes";
#ifndef LACKS_CHECKED
  static constexpr bool has_checked_keys = false;
#endif

  double quantile(const Uniform53& u) const { return u.value(); }
#ifndef LACKS_EXTREMES
  Limits extremes() const { return {0.0, 1.0}; }
#endif
};

struct ToyPairDistribution {
  static constexpr std::string_view type_name = "toy_pair";
  static constexpr std::string_view doc = "Two at a time";
  static constexpr bool has_checked_keys = false;

  std::size_t numbers() const { return 2; }
  std::size_t uniforms() const { return 2; }
#ifndef LACKS_COMPONENT
  double component(std::size_t k, std::span<const Uniform53> u) const { return u[k].value(); }
#endif
  Limits extremes(std::size_t) const { return {0.0, 1.0}; }
};

static_assert(require_distribution<ToyDistribution>() &&
              require_distribution<ToyPairDistribution>());

}  // namespace montecopter
