#pragma once
/// Parameters that every vehicle has, whatever pushes it: frame, inertia, process noise, contact
/// points.
///
/// These are keys of a scenario's table `vehicle`: numbers as the user wrote them, in the vehicle's
/// own frame. Multirotor and Helicopter have them as members. rigid_body_setup.hpp turns them to
/// NED/FRD and folds them. Their equations are docs/models.md 1.1 (rigid body), 1.2 (frames), 1.4
/// (process noise) and 1.7 (the ground). The right-hand sides are multirotor_dynamics.hpp and
/// helicopter_dynamics.hpp.

#include <array>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/vehicles/contact.hpp"

namespace montecopter {

/// Axes in which the numbers of a vehicle may be written.
inline constexpr std::array<Choice, 2> vehicle_frames = {{
    {"NED/FRD", "north, east, down; forward, right, down"},
    {"NWU/FLU", "north, west, up; forward, left, up"},
}};

/// Key of the vehicle: where the centre of mass is. All lever arms are counted from there.
inline constexpr std::string_view centre_of_mass_doc =
    "Centre of mass, body axes, relative to the origin of the positions of rotors, sensors and "
    "contact points; the inertia is always about the centre of mass";

/// A centre of mass that is where positions are counted from is not written: scenarios have the
/// text and the hash that they had before the key came.
constexpr bool is_unsaid_centre(std::string_view key, const std::array<double, 3>& centre) {
  return key == "centre_of_mass_m" && centre[0] == 0 && centre[1] == 0 && centre[2] == 0;
}

/// Lever arm of a position: from the centre of mass, in the same axes [m].
constexpr std::array<double, 3> lever_arm(const std::array<double, 3>& position,
                                          const std::array<double, 3>& centre) {
  return {position[0] - centre[0], position[1] - centre[1], position[2] - centre[2]};
}

/// Symmetric inertia tensor about the centre of mass; entries enter the matrix with plus sign.
/// Stretching and then turning the distribution of the mass gives a tensor that a body has, however
/// they are dispersed; elements that are dispersed one by one may not.
struct Inertia {
  double xx = required, yy = required, zz = required;
  double xy = 0.0, xz = 0.0, yz = 0.0;
  std::array<double, 3> stretch = {1.0, 1.0, 1.0};
  std::array<double, 3> turn_rad = {0.0, 0.0, 0.0};

  static constexpr auto fields() {
    return FieldList{
        field("xx", &Inertia::xx, "kg m2", positive, Vary::per_sample, "Tensor element xx"),
        field("yy", &Inertia::yy, "kg m2", positive, Vary::per_sample, "Tensor element yy"),
        field("zz", &Inertia::zz, "kg m2", positive, Vary::per_sample, "Tensor element zz"),
        field("xy", &Inertia::xy, "kg m2", any_number, Vary::per_sample, "Tensor element xy"),
        field("xz", &Inertia::xz, "kg m2", any_number, Vary::per_sample, "Tensor element xz"),
        field("yz", &Inertia::yz, "kg m2", any_number, Vary::per_sample, "Tensor element yz"),
        field("stretch", &Inertia::stretch, "1", positive, Vary::per_sample,
              "Factors by which the mass distribution is stretched along the body axes, the mass "
              "unchanged"),
        field("turn_rad", &Inertia::turn_rad, "rad", between(-10, 10), Vary::per_sample,
              "Rotation vector, body axes, by which the stretched mass distribution is turned"),
    };
  }
};

/// White process noise: held constant over one period, standard deviation sqrt(density / period).
struct ProcessNoise {
  double force_n2_s = 0.0;
  double moment_n2_m2_s = 0.0;
  std::optional<Rate> rate_hz;

  static constexpr auto fields() {
    using P = ProcessNoise;
    return FieldList{
        field("force_n2_s", &P::force_n2_s, "N2 s", non_negative, Vary::per_sample,
              "Autocorrelation (two-sided density) of the white force, world axes, per axis"),
        field("moment_n2_m2_s", &P::moment_n2_m2_s, "N2 m2 s", non_negative, Vary::per_sample,
              "Autocorrelation (two-sided density) of the white moment, body axes, per axis"),
        field("rate_hz", &P::rate_hz, "Hz", positive, Vary::fixed,
              "Rate of new samples; default: every step"),
    };
  }
};

/// Contact point of a vehicle with the ground: the end of a leg, a skid.
struct ContactPoint {
  std::array<double, 3> position_m = {required, required, required};

  static constexpr auto fields() {
    return FieldList{
        field("position_m", &ContactPoint::position_m, "m", any_number, Vary::per_sample,
              "Position relative to the centre of mass (see centre_of_mass_m), body axes")};
  }
};

}  // namespace montecopter
