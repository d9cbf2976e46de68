#pragma once
/// Ideal gas whose temperature is linear in the altitude. Source: the barometer of PX4's simulation
/// in hardware, docs/models.md 1.5. The pressure p = p0 (1 + a h / T0)^(-g / (a R)) tends to the
/// isothermal p0 exp(-g h / (R T0)) as a goes to 0.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/powers.hpp"
#include "dynamics/environment/atmosphere_model.hpp"

namespace montecopter {

struct ConstantLapseAtmosphere {
  static constexpr std::string_view type_name = "constant_lapse";
  static constexpr std::string_view doc =
      "Temperature linear in altitude, as in the barometer of PX4's simulation in hardware (SIH)";
  static constexpr bool varies = true;
  /// The law ends where the temperature is 1 % of T0 (43.9 km for the defaults): the air beyond is
  /// that there. At T0 / -a it would be empty, and above it a power of a negative number.
  static constexpr double least_ratio = 0.01;

  double pressure_pa = 101325.0;
  double temperature_k = 288.15;
  double lapse_k_m = -6.5e-3;
  double gas_constant_j_kg_k = 287.1;
  double gravity_m_s2 = 9.81;

  static constexpr auto fields() {
    using A = ConstantLapseAtmosphere;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("pressure_pa", &A::pressure_pa, "Pa", positive, each, "Pressure p0 at sea level"),
        field("temperature_k", &A::temperature_k, "K", positive, each,
              "Temperature T0 at sea level"),
        field("lapse_k_m", &A::lapse_k_m, "K m-1", between(-1, 1), each,
              "Temperature gradient a over altitude: T = T0 + a h, p = p0 (1 + a h / T0)^(-g / (a "
              "R))"),
        field("gas_constant_j_kg_k", &A::gas_constant_j_kg_k, "J kg-1 K-1", positive, each,
              "Gas constant R of this law: rho = p / (R T)"),
        field("gravity_m_s2", &A::gravity_m_s2, "m s-2", between(0, 100), each,
              "Gravity g of this law; the equations of motion use environment.gravity_m_s2"),
    };
  }

  /// One of the two exponents is 0: ln(p / p0) is `per_metre` h, or `per_log` ln(T / T0).
  void fold(AtmosphereCoefficients<double>& c) const {
    const double weight = gravity_m_s2 / gas_constant_j_kg_k;
    const bool lapses = lapse_k_m != 0.0;
    const double per_metre = lapses ? 0.0 : -(weight / temperature_k);
    const double per_log = lapses ? -(weight / lapse_k_m) : 0.0;
    c = {pressure_pa,         temperature_k, lapse_k_m / temperature_k,
         gas_constant_j_kg_k, per_metre,     per_log};
  }

  template <class S>
  static Air<S> air(const AtmosphereCoefficients<S>& c, const S& altitude_m) {
    const S rise = max(c[2] * altitude_m, S(least_ratio - 1.0));  // of T, relative to T0
    const S temperature = fma(c[1], rise, c[1]);
    const S pressure = c[0] * exp(fma(c[4], altitude_m, c[5] * log1p(rise)));
    return {pressure / (c[3] * temperature), pressure, temperature};
  }
};

}  // namespace montecopter
