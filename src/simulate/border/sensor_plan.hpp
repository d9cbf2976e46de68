#pragma once
/// What the kernels know about the sensors: plain data. PreparedSensors fills it (sensor_rows.cpp),
/// and SensorSuite reads it.

#include <array>
#include <cstdint>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/errors.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

inline constexpr int max_error_groups = 2;
inline constexpr int max_outputs = max_rotors;  ///< numbers of one reading
static_assert(max_outputs >= 9);                ///< GNSS has 9

/// One sensor of all samples. Offsets count numbers of a row, or packs of memory.
struct SensorPlan {
  int kind;                             ///< index in AnySensor
  std::int64_t every, latency, jitter;  ///< steps
  bool needs_derivative;  ///< reads specific force, which needs the derivative of the state
  bool averages;          ///< reads the mean over the time since the previous reading
  bool drops;             ///< readings are lost at random
  RandomStream jitter_stream, dropout_stream, time_noise_stream;
  std::array<ErrorTerms, max_error_groups> errors;
  bool time_noise;   ///< of rotor_speed
  int outputs;       ///< numbers of one reading
  int constants;     ///< offset of its constants in the part `sensors` of a row: dropout, then the
                     ///< kind's
  int memory;        ///< offset of its memory (sensor_memory.hpp)
  int means;         ///< offset of its sums since the previous reading, if it averages
  int late;          ///< offset of a ring of readings on their way to a firmware in the loop
  int late_depth;    ///< readings in it; 0: no firmware reads it, or no reading has to wait
  bool recorded;     ///< readings of traced samples are stored
  int first_column;  ///< index of its first dataset among the readings
  int columns;
  std::array<int, max_outputs> width;  ///< of each column

  /// Whether a reading comes out at step n. None does before the first latency has passed.
  bool comes_out(std::int64_t n) const { return n % every == 0 && n >= latency; }
  /// The next step after n at which a reading comes out.
  std::int64_t next_out(std::int64_t n) const {
    const std::int64_t after = n + 1 > latency ? n + 1 : latency;
    return (after + every - 1) / every * every;
  }
};

/// All sensors of a plan.
struct SensorSuitePlan {
  SceneModels around;
  int count = 0;
  const SensorPlan* sensors = nullptr;
  int row = 0;      ///< numbers of a sample's row: Scene, then the sensors' constants
  int memory = 0;   ///< packs of a flight, with its row
  int columns = 0;  ///< datasets
  bool times_rotors =
      false;  ///< rotor speeds are measured by timing revolutions: every step counts
};

}  // namespace montecopter
