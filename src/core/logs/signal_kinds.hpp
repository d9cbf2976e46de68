#pragma once
/// The signals that a log can have, under the names that results have for them.

#include <array>
#include <string_view>

namespace montecopter::logs {

/// What turns when axes are changed.
enum class Axes { none, world, body, attitude };

struct SignalKind {
  std::string_view name;
  std::string_view components;  ///< "x y z"; empty: one; "*": as many as there are
  std::string_view unit;        ///< SI; "1" if there is none
  Axes axes = Axes::none;
};

inline constexpr auto signal_kinds = std::to_array<SignalKind>({
    {"position", "x y z", "m", Axes::world},
    {"velocity", "x y z", "m s-1", Axes::world},
    {"attitude", "w x y z", "1", Axes::attitude},
    {"body_rate", "x y z", "rad s-1", Axes::body},
    {"specific_force", "x y z", "m s-2", Axes::body},
    {"rotor_speed", "*", "rad s-1"},
    {"command", "*", "1"},
    {"position_reference", "x y z", "m", Axes::world},
    {"velocity_reference", "x y z", "m s-1", Axes::world},
    {"acceleration_reference", "x y z", "m s-2", Axes::world},
    {"attitude_reference", "w x y z", "1", Axes::attitude},
    {"body_rate_reference", "x y z", "rad s-1", Axes::body},
    {"wind_estimate", "x y", "m s-1", Axes::world},
    {"battery_voltage", "", "V"},
    {"battery_current", "", "A"},
    {"state_of_charge", "", "1"},
    {"imu.gyroscope", "x y z", "rad s-1", Axes::body},
    {"imu.accelerometer", "x y z", "m s-2", Axes::body},
    {"compass.magnetometer", "x y z", "T", Axes::body},
    {"baro.barometer.pressure", "", "Pa"},
    {"gps.gnss.position", "x y z", "m", Axes::world},
    {"gps.gnss.velocity", "x y z", "m s-1", Axes::world},
    {"gps.gnss.latitude", "", "degrees_north"},
    {"gps.gnss.longitude", "", "degrees_east"},
    {"gps.gnss.altitude", "", "m"},
});

constexpr const SignalKind* kind_of(std::string_view name) {
  for (const SignalKind& kind : signal_kinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace montecopter::logs
