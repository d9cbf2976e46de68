#pragma once
/// Air of one temperature under its own weight. Source: the helicopter MARVIN, eq. 10,
/// docs/models.md 1.5.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/environment/atmosphere_model.hpp"

namespace montecopter {

struct IsothermalAtmosphere {
  static constexpr std::string_view type_name = "isothermal";
  static constexpr std::string_view doc =
      "Constant temperature; density and pressure fall exponentially with altitude";
  static constexpr bool varies = true;

  double density_kg_m3 = 1.225;
  double pressure_pa = 101325.0;
  double temperature_k = 288.15;
  double gravity_m_s2 = 9.81;

  static constexpr auto fields() {
    using A = IsothermalAtmosphere;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("density_kg_m3", &A::density_kg_m3, "kg m-3", positive, each,
              "Density rho0 at sea level: rho = rho0 exp(-rho0 g h / p0)"),
        field("pressure_pa", &A::pressure_pa, "Pa", positive, each,
              "Pressure p0 at sea level: p = p0 exp(-rho0 g h / p0)"),
        field("temperature_k", &A::temperature_k, "K", positive, each, "Temperature"),
        field("gravity_m_s2", &A::gravity_m_s2, "m s-2", between(0, 100), each,
              "Gravity g of this law; the equations of motion use environment.gravity_m_s2"),
    };
  }

  void fold(AtmosphereCoefficients<double>& c) const {
    c = {density_kg_m3, pressure_pa, temperature_k, -(density_kg_m3 * gravity_m_s2 / pressure_pa)};
  }

  template <class S>
  static Air<S> air(const AtmosphereCoefficients<S>& c, const S& altitude_m) {
    const S ratio = exp(c[3] * altitude_m);
    return {c[0] * ratio, c[1] * ratio, c[2]};
  }
};

}  // namespace montecopter
