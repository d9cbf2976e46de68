#pragma once
/// Definition of a model of the atmosphere: the air as a function of the altitude above sea level.
///
/// A model is a parameter struct with fields() and
///
///   static constexpr bool varies         the air depends on the altitude
///   void fold(coefficients) const        what air() needs, once per sample
///   static Air<S> air(coefficients, altitude_m)   within the altitudes below

#include <array>

#include "dynamics/environment/air.hpp"

namespace montecopter {

/// Room for what a model keeps per sample.
inline constexpr int atmosphere_coefficients = 6;
template <class S>
using AtmosphereCoefficients = std::array<S, atmosphere_coefficients>;

/// Lower and higher, the air is that at these altitudes: a vehicle on its way to infinity must not
/// fly through air that is no number. The upper one is where the standard atmosphere ends.
inline constexpr double lowest_air_m = -5000.0;
inline constexpr double highest_air_m = 86000.0;

}  // namespace montecopter
