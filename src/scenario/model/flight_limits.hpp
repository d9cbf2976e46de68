#pragma once
/// Limits that end a flight early. A sample that is beyond a limit after a step ends there. The
/// time outside the rotor laws is judged at the end.

#include <array>
#include <optional>

#include "core/fields/fields.hpp"

namespace montecopter {

/// A box that flights must stay in, NED: both corners belong to it.
struct Geofence {
  std::array<double, 3> low_m = {required, required, required};
  std::array<double, 3> high_m = {required, required, required};

  static constexpr auto fields() {
    using G = Geofence;
    return FieldList{
        field("low_m", &G::low_m, "m", any_number, Vary::fixed,
              "Corner with the least north, east and down"),
        field("high_m", &G::high_m, "m", any_number, Vary::fixed, "The opposite corner"),
    };
  }
};

struct FlightLimits {
  std::optional<double> tilt_deg;
  std::optional<double> distance_m;
  bool ground = false;
  std::optional<Geofence> geofence;
  std::optional<double> outside_fraction;

  static constexpr auto fields() {
    using L = FlightLimits;
    return FieldList{
        field("tilt_deg", &L::tilt_deg, "degree", between(0, 180), Vary::fixed,
              "Largest angle between body z and world z; default: none"),
        field("distance_m", &L::distance_m, "m", positive, Vary::fixed,
              "Largest distance from the trajectory, or without one from the start; default: none"),
        field("ground", &L::ground,
              "Whether a flight ends when its centre of mass is below the ground, or, without a "
              "ground, below the origin of positions"),
        field("geofence", &L::geofence, "Box that flights must stay in; default: none"),
        field("outside_fraction", &L::outside_fraction, "1", between(0, 1), Vary::fixed,
              "Largest fraction of a flight outside the rotor laws (output.validity); a flight "
              "above it has status invalid; default: none"),
    };
  }
};

}  // namespace montecopter
