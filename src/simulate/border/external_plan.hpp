#pragma once
/// What the kernels know of a program of the user's in the loop: plain data. Its functions are
/// called through pointers, for one lane at a time. Where a library answers them, they are its own;
/// behind others there is a process, of which a kernel knows nothing.

#include <array>
#include <cstddef>
#include <cstdint>

#include "dynamics/controllers/program.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/montecopter_controller.h"

namespace montecopter {

class AnswerTimeLimit;

static_assert(MONTECOPTER_MOST_COMMANDS == max_rotors);
static_assert(MONTECOPTER_MOST_PARAMETERS == most_external_parameters);

inline constexpr int most_external_range_finders = 6;

/// The sensors whose readings are passed to a program beside the state: their places in
/// SensorSuitePlan; -1: none. In the place of an accelerometer and a gyroscope that are not there,
/// specific force and body rate are true; readings of all others are NaN.
struct ExternalSensors {
  bool any = false;  ///< whether readings, or true values, are passed to it
  int accelerometer = -1, gyroscope = -1, magnetometer = -1, barometer = -1, gnss = -1;
  int range_finders = 0;
  std::array<int, most_external_range_finders> range_finder{};

  bool uses(int sensor) const {
    bool is_used = sensor == accelerometer || sensor == gyroscope || sensor == magnetometer ||
                   sensor == barometer || sensor == gnss;
    for (int i = 0; i < range_finders; ++i) is_used = is_used || sensor == range_finder[i];
    return any && is_used;
  }
};

/// The last readings passed to an external program, NaN where there is none. Flags say which of
/// those of magnetometer, barometer and GNSS are new since its last update.
struct ExternalSenses {
  double body_rate_rad_s[3], specific_force_m_s2[3];
  double magnetic_field_t[3];                       ///< axes of the sensor
  double altitude_m, pressure_pa, temperature_k;    ///< of the barometer
  double gnss_position_m[3], gnss_velocity_m_s[3];  ///< NED
  double gnss_latitude_deg, gnss_longitude_deg, gnss_altitude_m;
  bool has_new_field, has_new_pressure, has_new_position;
  double distance_m[most_external_range_finders];  ///< NaN: none yet
  double voltage_v, current_a;                     ///< of the battery; NaN: there is none
};

/// What is passed to a program's functions of a flight.
struct ExternalLane {
  void* memory;          ///< of this flight; zero before start()
  std::uint64_t sample;  ///< counter of its random draws
  char* last_words;      ///< [last_words_bytes] why it failed, zero until then; null: not wanted
  const ExternalSenses* senses;  ///< at the start true values, then readings; null: none are passed
  AnswerTimeLimit* patience;  ///< of the thread that waits (external/patience.hpp); null: endless
};

/// What begin() returns of a process that is not ready yet.
inline constexpr int not_ready = 2;

/// The functions of a program. start() comes before the first update(), and finish() after all
/// where start() was called. Where update() would wait for a process, send() comes before it, for
/// all lanes before the first update(): their processes work side by side, and what hangs in
/// several lanes is waited for once. So it is with processes that take time to begin: begin()
/// receives the last answer of a process and sends the next input, in all lanes in turn, until it
/// is ready. All but finish() return 0, or another number where the flight ends; begin()
/// not_ready, where it is to be called again.
struct ExternalFunctions {
  int (*start)(const void* program, const ExternalLane& lane, const montecopter_vehicle& vehicle,
               const double* parameters, const montecopter_input& first);
  /// Null: start() does all.
  int (*begin)(const void* program, const ExternalLane& lane);
  /// Null: update() does all.
  int (*send)(const void* program, const ExternalLane& lane, const montecopter_input& input);
  int (*update)(const void* program, const ExternalLane& lane, const montecopter_input& input,
                double* commands);
  void (*finish)(const void* program, const ExternalLane& lane);
};

/// Where a parameter of the program comes from.
struct ExternalParameter {
  int given = -1;          ///< its place among the names of the scenario; -1: it is not given
  double otherwise = 0.0;  ///< what it is then
};

struct ExternalPlan {
  const void* program = nullptr;  ///< of the functions; null: none is loaded
  ExternalFunctions functions{};
  int memory_bytes = 0;         ///< of a flight
  bool commands_wrench = true;  ///< else one command per rotor
  std::size_t parameter_count = 0;
  std::array<ExternalParameter, most_external_parameters> parameters{};
  ExternalSensors senses;
  AnswerTimeLimit* patience = nullptr;  ///< of the thread that flies

  bool is_there() const { return program != nullptr; }

  /// Bytes between the memories of two lanes: they are aligned to cache lines.
  static constexpr int alignment = 64;
  int lane_bytes() const { return (memory_bytes + alignment - 1) / alignment * alignment; }
  /// Packs of the flight's memory that hold those of all lanes, and room to align the first.
  int memory() const {
    if (!is_there()) return 0;
    return (lane_bytes() + alignment) / static_cast<int>(sizeof(double));
  }
};

}  // namespace montecopter
