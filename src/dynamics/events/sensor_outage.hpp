#pragma once
/// Sensor outage: the sensor gives no readings.

#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct SensorOutage : PassingTrigger {
  static constexpr std::string_view type_name = "sensor_outage";
  static constexpr std::string_view doc = "Sensor outage: the sensor gives no readings";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"sensor", R"("imu.gyroscope")"},
  });

  std::string sensor;

  static constexpr auto fields() {
    return join(
        PassingTrigger::fields(),
        FieldList{field("sensor", &SensorOutage::sensor,
                        "Sensor: \"NAME.gyroscope\", or \"NAME\" for all of [sensors.NAME]")});
  }

  template <class S>
  struct Constants {};
  Constants<double> fold(double) const { return {}; }

  static constexpr bool silences_sensor = true;
};

}  // namespace montecopter
