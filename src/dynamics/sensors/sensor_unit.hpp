#pragma once
/// The sensors of a unit on board. The closed list of kinds: a new one is a header, a member
/// and a line here.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dynamics/sensors/airspeed_sensor.hpp"
#include "dynamics/sensors/barometer.hpp"
#include "dynamics/sensors/gnss.hpp"
#include "dynamics/sensors/inertial.hpp"
#include "dynamics/sensors/magnetometer.hpp"
#include "dynamics/sensors/range_finder.hpp"
#include "dynamics/sensors/rotor_speed_sensor.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// One part, for example an inertial measurement unit: at most one sensor of each kind.
struct SensorUnit {
  static constexpr std::string_view included_as = "sensor";

  std::optional<Accelerometer> accelerometer;
  std::optional<Gyroscope> gyroscope;
  std::optional<Magnetometer> magnetometer;
  std::optional<Barometer> barometer;
  std::optional<Gnss> gnss;
  std::optional<RangeFinder> range_finder;
  std::optional<RotorSpeedSensor> rotor_speed;
  std::optional<AirspeedSensor> airspeed;

  static constexpr auto fields() {
    using U = SensorUnit;
    return FieldList{
        field(Accelerometer::key, &U::accelerometer, Accelerometer::doc),
        field(Gyroscope::key, &U::gyroscope, Gyroscope::doc),
        field(Magnetometer::key, &U::magnetometer, Magnetometer::doc),
        field(Barometer::key, &U::barometer, Barometer::doc),
        field(Gnss::key, &U::gnss, Gnss::doc),
        field(RangeFinder::key, &U::range_finder, RangeFinder::doc),
        field(RotorSpeedSensor::key, &U::rotor_speed, RotorSpeedSensor::doc),
        field(AirspeedSensor::key, &U::airspeed, AirspeedSensor::doc),
    };
  }
};

/// By name.
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
