#pragma once
/// Continuous turbulence: Dryden's and von Karman's spectra, frozen in air that passes the vehicle
/// at a given airspeed. MIL-F-8785C 3.7, MIL-HDBK-1797 appendix A 4.9.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "dynamics/winds/shaping_filter.hpp"
#include "dynamics/winds/wind_point.hpp"

namespace montecopter {

/// Convention for the lateral and vertical scale lengths: the same spectra are written with lengths
/// L and 2 L.
enum class TurbulenceStandard { mil_f_8785c, mil_hdbk_1797 };
inline constexpr std::array<ChoiceFor<TurbulenceStandard>, 2> turbulence_words = {{
    {TurbulenceStandard::mil_f_8785c, "mil_f_8785c",
     "L_v and L_w as in MIL-F-8785C: time constants L / V"},
    {TurbulenceStandard::mil_hdbk_1797, "mil_hdbk_1797",
     "L_v and L_w as in MIL-HDBK-1797: time constants 2 L / V"},
}};
inline constexpr auto turbulence_standards = choices_of(turbulence_words);

/// Standard deviations and time constants along the flow, to its right, down.
struct TurbulenceScales {
  std::array<double, 3> sigma_m_s, time_s;
};

/// Direction and speed at which the air passes.
struct FrozenFlow {
  static constexpr bool varies = true;

  double airspeed_m_s = required;
  double azimuth_rad = 0.0;

  static constexpr auto fields() {
    using F = FrozenFlow;
    return FieldList{
        field("airspeed_m_s", &F::airspeed_m_s, "m s-1", positive, Vary::per_sample,
              "Speed V at which the turbulence passes the vehicle"),
        field("azimuth_rad", &F::azimuth_rad, units::angle, any_number, Vary::per_sample,
              "Horizontal direction of the longitudinal component u, from north to east"),
    };
  }

  bool is_sound() const { return true; }
};

/// Standard deviations and lengths as they are given.
struct GivenTurbulence : FrozenFlow {
  static constexpr const char* strength = "sigma_m_s";

  std::array<double, 3> sigma_m_s = {required, required, required};
  std::array<double, 3> length_m = {required, required, required};
  std::string standard = "mil_f_8785c";

  static constexpr auto fields() {
    using W = GivenTurbulence;
    return join(
        FieldList{
            field("sigma_m_s", &W::sigma_m_s, "m s-1", non_negative, Vary::per_sample,
                  "Standard deviations along the flow (u), to its right (v), down (w)"),
            field("length_m", &W::length_m, "m", positive, Vary::per_sample,
                  "Length scales L_u, L_v, L_w"),
            field("standard", &W::standard, turbulence_standards, "Convention of L_v and L_w"),
        },
        FrozenFlow::fields());
  }

  bool is_still() const { return sigma_m_s[0] == 0 && sigma_m_s[1] == 0 && sigma_m_s[2] == 0; }
  WindStrength strongest(double) const { return {sigma_m_s, strength, strength}; }

  TurbulenceScales scales() const {
    const double across =
        is_word(turbulence_words, standard, TurbulenceStandard::mil_hdbk_1797) ? 2.0 : 1.0;
    return {sigma_m_s,
            {length_m[0] / airspeed_m_s, across * length_m[1] / airspeed_m_s,
             across * length_m[2] / airspeed_m_s}};
  }
};

/// Low altitudes, 10 to 1000 ft: both from the height and the wind speed at 20 ft.
struct LowAltitudeTurbulence : FrozenFlow {
  static constexpr const char* strength = "wind_20ft_m_s";
  static constexpr double metres_per_foot = 0.3048;
  static constexpr double lowest_ft = 10.0, highest_ft = 1000.0;
  static constexpr double lowest_m = lowest_ft * metres_per_foot;
  static constexpr double highest_m = highest_ft * metres_per_foot;

  double wind_20ft_m_s = required;
  double height_m = required;

  static constexpr auto fields() {
    using W = LowAltitudeTurbulence;
    return join(
        FieldList{
            field("wind_20ft_m_s", &W::wind_20ft_m_s, "m s-1", non_negative, Vary::per_sample,
                  "Wind speed 20 ft above the ground: light 7.7, moderate 15.4, severe 23.2 (15, "
                  "30 and 45 knots)"),
            field("height_m", &W::height_m, "m", positive, Vary::per_sample,
                  "Height above the ground, at least 10 ft and at most 1000 ft"),
        },
        FrozenFlow::fields());
  }

  void check(Problems& problems) const;

  bool is_still() const { return wind_20ft_m_s == 0; }
  WindStrength strongest(double) const { return {scales().sigma_m_s, strength, strength}; }
  /// Height of the model. Outside its range the nearest height counts.
  double modelled_height_m() const {
    return height_m < lowest_m ? lowest_m : height_m > highest_m ? highest_m : height_m;
  }

  /// MIL-F-8785C 3.7.3.2 to 3.7.3.4. MIL-HDBK-1797 halves L_v and L_w, and doubles them again in
  /// its spectra.
  TurbulenceScales scales() const;
};

/// Dryden's spectra.
template <class Scales>
struct DrydenTurbulence : Scales {
  template <class S>
  using Constants = TurbulenceConstants<S, 1, 2>;
  template <class S>
  using State = TurbulenceState<S, 1, 2>;
  Constants<double> fold(double step_s) const;
};

/// Von Karman's spectra, by the rational approximations of MIL-HDBK-1797.
template <class Scales>
struct VonKarmanTurbulence : Scales {
  template <class S>
  using Constants = TurbulenceConstants<S, 2, 3>;
  template <class S>
  using State = TurbulenceState<S, 2, 3>;
  Constants<double> fold(double step_s) const;
};

struct Dryden : DrydenTurbulence<GivenTurbulence> {
  static constexpr std::string_view type_name = "dryden";
  static constexpr std::string_view doc = "Turbulence with Dryden spectra";
};
struct DrydenLowAltitude : DrydenTurbulence<LowAltitudeTurbulence> {
  static constexpr std::string_view type_name = "dryden_low_altitude";
  static constexpr std::string_view doc =
      "Turbulence with Dryden spectra at low altitude, as in MIL-F-8785C and MIL-HDBK-1797";
};
struct VonKarman : VonKarmanTurbulence<GivenTurbulence> {
  static constexpr std::string_view type_name = "von_karman";
  static constexpr std::string_view doc =
      "Turbulence with von Karman spectra, by the filters of MIL-HDBK-1797";
};
struct VonKarmanLowAltitude : VonKarmanTurbulence<LowAltitudeTurbulence> {
  static constexpr std::string_view type_name = "von_karman_low_altitude";
  static constexpr std::string_view doc =
      "Turbulence with von Karman spectra at low altitude, as in MIL-HDBK-1797";
};

}  // namespace montecopter
