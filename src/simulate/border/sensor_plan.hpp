#pragma once
/// What the kernels know of the sensors: plain data. Filled by PreparedSensors (sensor_rows.cpp),
/// read by SensorSuite.

#include <array>
#include <cstdint>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/errors.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

inline constexpr int max_error_groups = 2;
inline constexpr int max_outputs = max_rotors;  ///< numbers of one reading
static_assert(max_outputs >= 9);                ///< those of GNSS

/// One sensor of all samples. Offsets count numbers of a row, or packs of a memory.
struct SensorPlan {
  int kind;                             ///< index in AnySensor
  std::int64_t every, latency, jitter;  ///< steps
  bool needs_derivative;  ///< reads specific force: the derivative of the state is computed for it
  bool averages;          ///< reads the mean over the time since the reading before
  bool drops;             ///< readings are lost at random
  RandomStream jitter_stream, dropout_stream, time_noise_stream;
  std::array<ErrorTerms, max_error_groups> errors;
  bool time_noise;   ///< of rotor_speed
  int outputs;       ///< numbers of one reading
  int constants;     ///< offset of its constants in the part `sensors` of a row: dropout, then the
                     ///< kind's
  int memory;        ///< offset of its memory (sensor_memory.hpp)
  int means;         ///< offset of its sums since the reading before, if it averages
  int late;          ///< offset of a ring of readings on their way to a firmware in the loop
  int late_depth;    ///< readings in it; 0: no firmware reads it, or none has to wait
  bool recorded;     ///< readings of traced samples are stored
  int first_column;  ///< index of its first dataset among the readings
  int columns;
  std::array<int, max_outputs> width;  ///< of each column

  /// Whether a reading comes out at step n. None does before the latency has passed once.
  bool comes_out(std::int64_t n) const { return n % every == 0 && n >= latency; }
  /// The step after n at which the next one does.
  std::int64_t next_out(std::int64_t n) const {
    const std::int64_t after = n + 1 > latency ? n + 1 : latency;
    return (after + every - 1) / every * every;
  }
};

/// All sensors.
struct SensorSuitePlan {
  SceneModels around;
  int count = 0;
  const SensorPlan* sensors = nullptr;
  int row = 0;                ///< numbers of a sample's row: Scene, then the sensors' constants
  int memory = 0;             ///< packs that a flight remembers, its row included
  int columns = 0;            ///< datasets
  bool times_rotors = false;  ///< rotor speeds are measured by timing turns: every step counts
};

}  // namespace montecopter
