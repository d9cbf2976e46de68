#pragma once
/// Winds that grow with the height over the ground.

#include <string_view>

#include "core/numerics/powers.hpp"
#include "dynamics/winds/velocity.hpp"

namespace montecopter {

/// Strength at a height of winds that grow with the height.
template <class W>
WindStrength strongest_of_shear(const W& wind, double height_m, std::string_view check) {
  const Vec3<double> v =
      W::velocity(wind.fold(0.0), WindPoint<double>{0.0, {0.0, 0.0, 0.0}, height_m, {}});
  return {{v.x, v.y, v.z}, "reference_height_m", check, true};
}

/// MIL-F-8785C 3.7.3.2: u = u_ref ln(h / z0) / ln(h_ref / z0). At and below z0 the air is at rest.
struct LogShearWind : WindVelocity {
  static constexpr std::string_view type_name = "log_shear";
  static constexpr std::string_view doc =
      "Grows with the logarithm of the height h: to_m_s ln(h / z0) / ln(reference / z0)";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"roughness_m", "0.03"},
  });

  double reference_height_m = required;
  double roughness_m = required;

  static constexpr auto fields() {
    using W = LogShearWind;
    return FieldList{
        field("to_m_s", &W::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Velocity of the air at the reference height, NED"),
        field("reference_height_m", &W::reference_height_m, "m", positive, Vary::per_sample,
              "Reference height above the ground, above the roughness"),
        field("roughness_m", &W::roughness_m, "m", positive, Vary::per_sample,
              "Roughness length z0 of the ground, at and below which the air is at rest"),
    };
  }

  void check(Problems& problems) const;

  bool is_sound() const { return reference_height_m > roughness_m; }

  template <class S>
  struct Constants {
    Vec3<S> to;  ///< to_m_s: velocity of the air [m/s], NED
    S inverse_roughness, inverse_log;
  };

  Constants<double> fold(double) const {
    return {to(), 1.0 / roughness_m, 1.0 / log(reference_height_m / roughness_m)};
  }

  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    return (log(max(at.height_m * c.inverse_roughness, S(1.0))) * c.inverse_log) * c.to;
  }

  WindStrength strongest(double height_m) const {
    return strongest_of_shear(*this, height_m,
                              "to_m_s, and whether reference_height_m is well above roughness_m");
  }
};

/// u = u_ref (h / h_ref)^a, as in IEC 61400-1 6.3.1.2. Below the ground the air is at rest.
struct PowerShearWind : WindVelocity {
  static constexpr std::string_view type_name = "power_shear";
  static constexpr std::string_view doc =
      "Grows with a power of the height h: to_m_s (h / reference)^exponent";

  double reference_height_m = required;
  double exponent = 1.0 / 7.0;

  static constexpr auto fields() {
    using W = PowerShearWind;
    return FieldList{
        field("to_m_s", &W::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Velocity of the air at the reference height, NED"),
        field("reference_height_m", &W::reference_height_m, "m", positive, Vary::per_sample,
              "Reference height above the ground"),
        field("exponent", &W::exponent, "1", Range{.low = 0.0, .high = 2.0, .high_open = false},
              Vary::per_sample, "Exponent, 1/7 over open country"),
    };
  }

  template <class S>
  struct Constants {
    Vec3<S> to;  ///< to_m_s: velocity of the air [m/s], NED
    S inverse_height, exponent;
  };

  Constants<double> fold(double) const { return {to(), 1.0 / reference_height_m, exponent}; }

  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    return pow(max(at.height_m * c.inverse_height, S(0.0)), c.exponent) * c.to;
  }

  WindStrength strongest(double height_m) const {
    return strongest_of_shear(*this, height_m, "to_m_s, reference_height_m and exponent");
  }
};

}  // namespace montecopter
