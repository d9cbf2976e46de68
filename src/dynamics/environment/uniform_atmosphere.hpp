#pragma once
/// Constant air at every altitude.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/environment/atmosphere_model.hpp"

namespace montecopter {

struct UniformAtmosphere {
  static constexpr std::string_view type_name = "uniform";
  static constexpr std::string_view doc = "The same air at every altitude";
  static constexpr bool is_default = true;
  static constexpr bool varies = false;

  double density_kg_m3 = 1.225;
  double pressure_pa = 101325.0;
  double temperature_k = 288.15;

  static constexpr auto fields() {
    using A = UniformAtmosphere;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("density_kg_m3", &A::density_kg_m3, "kg m-3", positive, each,
              "Density; default: standard atmosphere at sea level"),
        field("pressure_pa", &A::pressure_pa, "Pa", positive, each, "Pressure"),
        field("temperature_k", &A::temperature_k, "K", positive, each, "Temperature"),
    };
  }

  void fold(AtmosphereCoefficients<double>& c) const {
    c = {density_kg_m3, pressure_pa, temperature_k};
  }

  template <class S>
  static Air<S> air(const AtmosphereCoefficients<S>& c, const S&) {
    return {c[0], c[1], c[2]};
  }
};

}  // namespace montecopter
