#pragma once
/// Storage of the readings of a scenario's sensors, each at its own times. make_plan() adds the
/// columns and their time axes to the layout; ReadingColumns (simulate/setup/) fills them.

#include <cstdint>
#include <string>
#include <vector>

#include "plan/layout.hpp"
#include "scenario/derived/time_grid.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// One dataset of readings.
struct SensorColumn {
  std::string name;        ///< "imu0.gyroscope", "gps0.gnss.velocity", "imu0.gyroscope.registers"
  int sensor = 0;          ///< place in for_each_sensor
  std::string times;       ///< name of its time axis: "imu0.gyroscope.time"
  Dimension parts;         ///< components of a reading; no name: a single number
  bool registers = false;  ///< bytes of the digits of the previous column
  bool always_double = false;
  std::string unit, frame, long_name;
  std::int64_t recorded = 1;  ///< every how many-th reading is stored of traced samples; 0: none

  /// Number of stored readings among so many.
  std::int64_t stored(std::int64_t readings) const { return (readings - 1) / recorded + 1; }
  std::int64_t width() const { return parts.name.empty() ? 1 : parts.size; }
};

/// Columns of all sensors, in file order; and the columns whose readings are stored.
std::vector<SensorColumn> sensor_columns(const Scenario& scenario);
std::vector<SensorColumn> stored_columns(const Scenario& scenario);

/// Number of readings that are output during a flight.
std::int64_t readings(const SensorTimes& times, const TimeGrid& grid);

}  // namespace montecopter
