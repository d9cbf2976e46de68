/// An atmosphere, and what is half added of it: LACKS_AIR does not say how the air is, LACKS_VARIES
/// not whether it depends on the altitude. Compiled by a test, never linked.

#include "dynamics/environment/atmosphere.hpp"

namespace montecopter {

struct ToyAtmosphere {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Air that is thinner above";
#ifndef LACKS_VARIES
  static constexpr bool varies = true;
#endif

  void fold(AtmosphereCoefficients<double>& c) const { c = {1.2}; }
#ifndef LACKS_AIR
  template <class S>
  static Air<S> air(const AtmosphereCoefficients<S>& c, const S& altitude_m) {
    return {c[0] - S(1e-5) * altitude_m, S(1e5), S(288.0)};
  }
#endif
};

static_assert(require_atmosphere<ToyAtmosphere>());

}  // namespace montecopter
