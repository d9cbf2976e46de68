#pragma once
/// Outcomes of flights: codes and names that the kernels and the result share. The kernel sets the
/// status of a flown sample (LaneIo), BlockFlyer the status of a sample that is not flown.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/coded_names.hpp"

namespace montecopter {

/// Status of a flight at its end. Stored as int8 with CF flag meanings; the numbers never change.
enum class Status : std::int8_t {
  not_run = 0,
  ok = 1,
  diverged = 2,       ///< the next state was not finite, or a controlled step collapsed
  invalid_input = 3,  ///< a dispersed value is out of its range; not flown
  tilt_limit = 4,     ///< ended at a limit of the scenario; so are the next three
  distance_limit = 5,
  hit_ground = 6,
  left_geofence = 7,
  controller_failed = 8,  ///< a controller of the user's own said so, or commanded no number
  invalid = 9,            ///< outside the validity limits of its model, where the scenario asks
  no_touchdown = 10,      ///< still in the air at its longest time, where it should touch down
  no_end = 11,            ///< no event has ended it within its longest time, where one should
};

/// Names of the statuses, by code.
inline constexpr auto status_names = names_by_code<Status>({
    {Status::not_run, "not_run"},
    {Status::ok, "ok"},
    {Status::diverged, "diverged"},
    {Status::invalid_input, "invalid_input"},
    {Status::tilt_limit, "tilt_limit"},
    {Status::distance_limit, "distance_limit"},
    {Status::hit_ground, "hit_ground"},
    {Status::left_geofence, "left_geofence"},
    {Status::controller_failed, "controller_failed"},
    {Status::invalid, "invalid"},
    {Status::no_touchdown, "no_touchdown"},
    {Status::no_end, "no_end"},
});

/// Number of statuses of a flight without an external controller; result files of such flights name
/// only these.
inline constexpr std::size_t usual_status_count = 8;
/// The same for flights of a fixed length, whatever flies in their loop.
inline constexpr std::size_t timed_status_count = 10;
/// The same for flights that end at their touchdown.
inline constexpr std::size_t touchdown_status_count = 11;

/// Length of the last words of a failed process in the loop [byte]: UTF-8, padded with zeros.
inline constexpr std::size_t last_words_bytes = 256;

/// The one NaN that results may hold: 0x7ff8000000000000. None is ever computed into them.
inline constexpr double stored_nan = std::numeric_limits<double>::quiet_NaN();

/// Steps of a flight whose state is hashed into the digest.
inline constexpr int checkpoint_count = 16;

}  // namespace montecopter
