#pragma once
/// What a model of the atmosphere is: the air as a function of the altitude above sea level.
///
/// A model is a parameter struct with fields() and what the concept AtmosphereKind asks for.

#include <array>
#include <concepts>
#include <string_view>

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

template <class A>
concept AtmosphereKind = requires(const A& model, AtmosphereCoefficients<double>& folded,
                                  const AtmosphereCoefficients<double>& coefficients,
                                  const double& altitude_m) {
  { A::type_name } -> std::convertible_to<std::string_view>;
  { A::doc } -> std::convertible_to<std::string_view>;
  /// The air depends on the altitude.
  { A::varies } -> std::convertible_to<bool>;
  /// What air() needs, once per sample.
  { model.fold(folded) } -> std::same_as<void>;
  /// Within the altitudes above.
  { A::air(coefficients, altitude_m) } -> std::same_as<Air<double>>;
};

}  // namespace montecopter
