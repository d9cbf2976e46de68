#pragma once
/// The sensors of a unit on board: room for one of each type of the list (sensor_kinds.hpp).

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/fields/fields.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

template <class Sensor>
struct SensorSlot {
  std::optional<Sensor> sensor;
};

template <class List>
struct SensorSlots;
template <class... Sensors>
struct SensorSlots<std::variant<Sensors...>> : SensorSlot<Sensors>... {
  static constexpr auto fields() {
    return FieldList{field(Sensors::key, &SensorSlot<Sensors>::sensor, Sensors::doc)...};
  }
};

/// One part, for example an inertial measurement unit: at most one sensor of each kind.
struct SensorUnit : SensorSlots<AnySensor> {
  static constexpr std::string_view included_as = "sensor";

  template <class Sensor>
  std::optional<Sensor>& of() {
    return SensorSlot<Sensor>::sensor;
  }
};

/// Sensor units by name.
using Sensors = std::map<std::string, SensorUnit>;

/// Calls visit(name, sensor) for every sensor there is, in the order of names and then of kinds;
/// `name` is "imu0.gyroscope".
template <class AnySensors, class Visit>
void for_each_sensor(AnySensors& sensors, Visit visit) {
  for (auto& [unit_name, unit] : sensors) {
    for_each_field<SensorUnit>([&, &unit_name = unit_name, &unit = unit](const auto& f) {
      auto& sensor = unit.*f.member;
      if (sensor) visit(unit_name + "." + std::string(f.key), *sensor);
    });
  }
}

}  // namespace montecopter
