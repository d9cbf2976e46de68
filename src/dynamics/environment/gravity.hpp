#pragma once
/// Gravity along the vertical of the home, as a cubic polynomial of the altitude: three fma in
/// lanes, whatever the model.

#include <array>
#include <cstddef>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "core/numerics/scalar.hpp"

namespace montecopter {

enum class GravityModel { constant, normal, j2 };

inline constexpr std::array<ChoiceFor<GravityModel>, 3> gravity_words = {{
    {GravityModel::constant, "constant", "gravity_m_s2"},
    {GravityModel::normal, "normal",
     "gravity of the WGS-84 ellipsoid at the latitude of the home, decreasing with altitude"},
    {GravityModel::j2, "j2",
     "gravity from GM and J2 of WGS-84 minus the centrifugal acceleration, at the same place"},
}};
inline constexpr auto gravity_choices = choices_of(gravity_words);

/// The model of that name, which is one of them.
constexpr GravityModel gravity_model(std::string_view name) {
  return word_row(gravity_words, name).value;
}

/// Gravity [m/s2] in powers of z [m], down from the home: g[0] + g[1] z + g[2] z^2 + g[3] z^3.
template <class S>
using GravityPolynomial = std::array<S, 4>;

template <class S>
S gravity_at(const GravityPolynomial<S>& g, const S& z) {
  return fma(z, fma(z, fma(z, g[3], g[2]), g[1]), g[0]);
}

/// WGS-84 normal gravity [m/s2] at a geodetic latitude and a height above the ellipsoid.
double normal_gravity(double latitude_deg, double altitude_m);

/// Gravity [m/s2] of GM and J2 less the centrifugal acceleration, along the normal of the
/// ellipsoid.
double j2_gravity(double latitude_deg, double altitude_m);

/// The polynomial around a home. For `normal` it is exact but for rounding (it is a quadratic), for
/// `j2` good to 3e-10 m/s2 from -1 to 30 km.
GravityPolynomial<double> fold_gravity(GravityModel model, double gravity_m_s2, double latitude_deg,
                                       double altitude_m);

}  // namespace montecopter
