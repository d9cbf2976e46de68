#pragma once
/// The US Standard Atmosphere 1976 (NOAA-S/T 76-1562) up to 86 km. Up to 32 km it equals the
/// atmosphere of ISO 2533 and ICAO. It has seven layers, in each of which the temperature is linear
/// in the geopotential altitude H = r h / (r + h).

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/environment/atmosphere_model.hpp"

namespace montecopter {

namespace isa1976 {

inline constexpr double earth_radius_m = 6356766.0;
inline constexpr double gravity_m_s2 = 9.80665;
/// g0 M0 / R* [K/m]: what a layer's temperature has to be divided by its pressure scale height.
inline constexpr double weight_k_m = gravity_m_s2 / dry_air::gas_constant;

/// A layer from its base (geopotential) up to the next one.
struct Layer {
  double base_m, temperature_k, lapse_k_m, pressure_pa;

  /// Within the layer, ln(p / p_base) is `per_metre` (H - base) + `per_log` ln(T / T_base): one of
  /// the two factors is 0.
  constexpr double per_metre() const {
    return lapse_k_m == 0.0 ? -(weight_k_m / temperature_k) : 0.0;
  }
  constexpr double per_log() const { return lapse_k_m == 0.0 ? 0.0 : -(weight_k_m / lapse_k_m); }
};

/// Table 4 of the standard. The pressures follow from it by the barometric formulas; rounded from
/// 40 digits.
inline constexpr Layer layers[] = {
    {0.0, 288.15, -0.0065, 101325.0},
    {11000.0, 216.65, 0.0, 22632.063973462930199},
    {20000.0, 216.65, 0.001, 5474.8886696777795581},
    {32000.0, 228.65, 0.0028, 868.01868475522733012},
    {47000.0, 270.65, 0.0, 110.9063055549658773},
    {51000.0, 270.65, -0.0028, 66.938873118687266041},
    {71000.0, 214.65, -0.002, 3.9564204280407286536},
};

/// Geopotential altitude of a geometric one.
template <class S>
S geopotential_m(const S& altitude_m) {
  const S radius(earth_radius_m);
  return radius * altitude_m / (radius + altitude_m);
}

}  // namespace isa1976

struct IsaAtmosphere {
  static constexpr std::string_view type_name = "isa";
  static constexpr std::string_view doc =
      "International Standard Atmosphere (US Standard Atmosphere 1976) up to 86 km";
  static constexpr bool varies = true;

  double temperature_offset_k = 0.0;

  static constexpr auto fields() {
    return FieldList{
        field("temperature_offset_k", &IsaAtmosphere::temperature_offset_k, "K", between(-100, 100),
              Vary::per_sample,
              "Temperature offset at every altitude; pressure is unchanged, density follows"),
    };
  }

  void fold(AtmosphereCoefficients<double>& c) const { c = {temperature_offset_k}; }

  template <class S>
  static Air<S> air(const AtmosphereCoefficients<S>& c, const S& altitude_m) {
    return at_geopotential(c[0], isa1976::geopotential_m(altitude_m));
  }

  template <class S>
  static Air<S> at_geopotential(const S& temperature_offset_k, const S& height_m) {
    using namespace isa1976;
    const Layer& first = layers[0];
    S base(first.base_m), base_temperature(first.temperature_k), base_pressure(first.pressure_pa);
    S relative_lapse(first.lapse_k_m / first.temperature_k);
    S per_metre(first.per_metre()), per_log(first.per_log());
    for (const Layer& layer : layers) {
      const auto below = height_m < S(layer.base_m);
      if (all(below)) break;  // of the layers above, too
      base = select(below, base, S(layer.base_m));
      base_temperature = select(below, base_temperature, S(layer.temperature_k));
      base_pressure = select(below, base_pressure, S(layer.pressure_pa));
      relative_lapse = select(below, relative_lapse, S(layer.lapse_k_m / layer.temperature_k));
      per_metre = select(below, per_metre, S(layer.per_metre()));
      per_log = select(below, per_log, S(layer.per_log()));
    }
    const S above = height_m - base;
    const S ratio = fma(relative_lapse, above, S(1.0));  // 0.7 to 1.2: log needs no special cases
    const S exponent = fma(per_metre, above, per_log * elementary::log_normal_number(ratio));
    const S pressure = base_pressure * exp(exponent);
    const S temperature = fma(base_temperature, ratio, temperature_offset_k);
    return {pressure / (S(dry_air::gas_constant) * temperature), pressure, temperature};
  }
};

}  // namespace montecopter
