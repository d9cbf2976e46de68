#pragma once
/// The closed list of atmospheres, and the air of one of them over lanes.

#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/environment/constant_lapse_atmosphere.hpp"
#include "dynamics/environment/isa.hpp"
#include "dynamics/environment/isothermal_atmosphere.hpp"
#include "dynamics/environment/uniform_atmosphere.hpp"

namespace montecopter {

using Atmosphere =
    std::variant<UniformAtmosphere, IsaAtmosphere, IsothermalAtmosphere, ConstantLapseAtmosphere>;

/// The air at an altitude above sea level [m], by the model at that index of the list.
template <class S>
Air<S> air_of(int atmosphere, const AtmosphereCoefficients<S>& coefficients, const S& altitude_m) {
  const S bounded = clamp(altitude_m, S(lowest_air_m), S(highest_air_m));
  Air<S> air;
  with_alternative<Atmosphere>(atmosphere, [&]<class A>() { air = A::air(coefficients, bounded); });
  return air;
}

}  // namespace montecopter
