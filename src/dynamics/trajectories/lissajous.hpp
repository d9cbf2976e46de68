#pragma once
/// A sine on every axis.

#include <array>
#include <string_view>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct LissajousTrajectory {
  static constexpr std::string_view type_name = "lissajous";
  static constexpr std::string_view doc =
      "A sine on every axis: centre + velocity t + amplitude sin(rate t + phase)";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"amplitude_m", "[2.0, 1.0, 0.5]"},
      {"rate_rad_s", "[0.5, 1.0, 0.5]"},
  });
  static constexpr PathKind path = PathKind::harmonic;
  static constexpr bool has_step_response = false;

  std::array<double, 3> center_m = {0, 0, 0};
  std::array<double, 3> velocity_m_s = {0, 0, 0};
  std::array<double, 3> amplitude_m = {required, required, required};
  std::array<double, 3> rate_rad_s = {required, required, required};
  std::array<double, 3> phase_rad = {0, 0, 0};
  Heading heading;

  static constexpr auto fields() {
    using T = LissajousTrajectory;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("center_m", &T::center_m, "m", path_position, each, "Centre at t = 0, NED"),
        field("velocity_m_s", &T::velocity_m_s, "m s-1", path_speed, each,
              "Velocity of the centre, NED"),
        field("amplitude_m", &T::amplitude_m, "m", path_position, each, "Amplitude, NED"),
        field("rate_rad_s", &T::rate_rad_s, units::angular_rate, path_rate, each,
              "Angular rate of each axis"),
        field("phase_rad", &T::phase_rad, units::angle, path_angle, each,
              "Phase of each axis at t = 0"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const {
    c.offset = ned(center_m);
    c.drift = ned(velocity_m_s);
    c.amplitude = ned(amplitude_m);
    c.rate = ned(rate_rad_s);
    c.phase = ned(phase_rad);
  }
};

}  // namespace montecopter
