#include "plan/sensor_columns.hpp"

#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/traces.hpp"

namespace montecopter {

namespace {

Dimension parts_of(ChannelShape shape, const Vehicle& vehicle) {
  switch (shape) {
    case ChannelShape::number:
      return {};
    case ChannelShape::vector:
      return {"axis", 3, {}, Element::f64, "", "x, y, z"};
    case ChannelShape::per_rotor: {
      const Parts turning = rotors(vehicle);
      return {turning.dimension, turning.count, {}, Element::f64, "", turning.names};
    }
  }
  return {};
}

template <class Sensor>
bool has_registers(const Sensor& sensor) {
  if constexpr (requires { sensor.registers; }) return sensor.registers;
  return false;
}

}  // namespace

std::vector<SensorColumn> sensor_columns(const Scenario& scenario) {
  std::vector<SensorColumn> columns;
  int index = 0;
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    const std::string times = name + ".time";
    const auto recorded = parse_recorded(sensor.recorded.value_or(scenario.output.readings));
    for (const Channel& channel : sensor.channels) {
      columns.push_back({channel.name.empty() ? name : name + "." + std::string(channel.name),
                         index, times, parts_of(channel.shape, *scenario.vehicle), false,
                         channel.always_double, std::string(channel.unit),
                         std::string(channel.frame), std::string(channel.long_name), *recorded});
    }
    if (has_registers(sensor)) {
      columns.push_back({name + ".registers", index, times,
                         parts_of(ChannelShape::vector, *scenario.vehicle), true, false, "1",
                         columns.back().frame, "bytes of the register; 0 where nothing is read",
                         *recorded});
    }
    ++index;
  });
  return columns;
}

std::vector<SensorColumn> stored_columns(const Scenario& scenario) {
  std::vector<SensorColumn> columns = sensor_columns(scenario);
  std::erase_if(columns, [](const SensorColumn& column) { return column.recorded == 0; });
  return columns;
}

std::int64_t readings(const SensorTimes& times, const TimeGrid& grid) {
  return grid.steps / times.every + 1;
}

}  // namespace montecopter
