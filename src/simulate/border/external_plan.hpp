#pragma once
/// What the kernels know about a user's program in the loop: plain data. Its functions are called
/// through pointers, for one lane at a time. The functions of a library are its own; other
/// functions talk to a process, which kernels know nothing about.

#include <array>
#include <cstddef>
#include <cstdint>

#include "dynamics/controllers/program.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/montecopter_controller.h"

namespace montecopter {

class AnswerTimeLimit;
struct FlightPlan;

static_assert(MONTECOPTER_MOST_COMMANDS == max_rotors);
static_assert(MONTECOPTER_MOST_PARAMETERS == most_external_parameters);

inline constexpr int most_external_range_finders = 6;

/// Sensors whose readings are passed to a program with the state: their places in SensorSuitePlan;
/// -1: none. Without an accelerometer or gyroscope, specific force and body rate are true values.
/// Readings of all other missing sensors are NaN.
struct ExternalSensors {
  bool any = false;  ///< whether the program gets readings, or true values
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

/// Last readings passed to an external program, NaN if there is none. Flags say which readings of
/// magnetometer, barometer and GNSS are new since its last update.
struct ExternalSenses {
  double body_rate_rad_s[3], specific_force_m_s2[3];
  double magnetic_field_t[3];                       ///< axes of the sensor
  double altitude_m, pressure_pa, temperature_k;    ///< of the barometer
  double gnss_position_m[3], gnss_velocity_m_s[3];  ///< NED
  double gnss_latitude_deg, gnss_longitude_deg, gnss_altitude_m;
  bool has_new_field, has_new_pressure, has_new_position;
  double distance_m[most_external_range_finders];  ///< NaN: none yet
  double voltage_v, current_a;                     ///< of the battery; NaN: no battery
};

/// Argument of a program's functions for one flight.
struct ExternalLane {
  void* memory;          ///< of this flight; zero before start()
  std::uint64_t sample;  ///< sample index, the counter of its random draws
  char* last_words;      ///< [last_words_bytes] why it failed, zero until then; null: not needed
  const ExternalSenses* senses;  ///< true values at the start, then readings; null: none are passed
  AnswerTimeLimit*
      patience;            ///< time limit of the waiting thread (external/patience.hpp); null: none
  const FlightPlan* plan;  ///< of all samples
  const double* row;       ///< numbers of this sample, in the parts of FlightPlan::parts
  std::int64_t number;     ///< of this sample among all, over all sweep points
};

/// begin() returns this while the process is not ready yet.
inline constexpr int not_ready = 2;

/// Functions of a program. First comes start(), before the first update(); finish() comes last, for
/// every started lane. If update() has to wait for a process, send() is called for all lanes before
/// the first update(). The processes then work side by side, and the waits of hanging lanes
/// overlap. The function begin() does the same for processes that start slowly. It receives the
/// last answer of a process and sends the next input, in all lanes in turn, until it is ready. All
/// functions but finish() return 0, or another number if the flight ends; begin() returns not_ready
/// if it must be called again.
struct ExternalFunctions {
  int (*start)(const void* program, const ExternalLane& lane, const montecopter_vehicle& vehicle,
               const double* parameters, const montecopter_input& first);
  /// Null if start() does all the work.
  int (*begin)(const void* program, const ExternalLane& lane);
  /// Null if update() does all the work.
  int (*send)(const void* program, const ExternalLane& lane, const montecopter_input& input);
  int (*update)(const void* program, const ExternalLane& lane, const montecopter_input& input,
                double* commands);
  void (*finish)(const void* program, const ExternalLane& lane);
};

/// Source of a parameter's value.
struct ExternalParameter {
  int given = -1;          ///< place among the names of the scenario; -1: not given
  double otherwise = 0.0;  ///< value if it is not given
};

struct ExternalPlan {
  const void* program = nullptr;  ///< first argument of the functions; null: none is loaded
  ExternalFunctions functions{};
  int memory_bytes = 0;         ///< per flight
  bool commands_wrench = true;  ///< otherwise one command per rotor
  std::size_t parameter_count = 0;
  std::array<ExternalParameter, most_external_parameters> parameters{};
  ExternalSensors senses;
  AnswerTimeLimit* patience = nullptr;  ///< time limit of the flying thread

  bool is_there() const { return program != nullptr; }

  /// Bytes to which the memories of lanes are aligned: a cache line.
  static constexpr int alignment = 64;
  int lane_bytes() const { return (memory_bytes + alignment - 1) / alignment * alignment; }
  /// Packs of the flight's memory that hold the memories of all lanes, with room for alignment.
  int memory() const {
    if (!is_there()) return 0;
    return (lane_bytes() + alignment) / static_cast<int>(sizeof(double));
  }
};

}  // namespace montecopter
