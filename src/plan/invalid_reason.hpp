#pragma once
/// Why a sample is not flown: SampleBuilder finds the reason, the column `invalid_reason` keeps it.

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/coded_names.hpp"

namespace montecopter {

/// Why a sample with status `invalid_input` was not flown: the first reason that was found. Stored
/// as int8 with CF flag meanings. Codes from invalid_reason_names.size() on name an input that is
/// out of its range (invalid_reason_of_input()).
enum class InvalidReason : std::int8_t {
  none = 0,
  out_of_range = 1,       ///< an input, where there are too many to name each
  environment = 2,        ///< the latitude of home
  controller_limits = 3,  ///< a lower limit is not below the upper one
  wind = 4,               ///< heights or lengths of a wind that contradict each other
  events_mass = 5,        ///< events drop as much as the vehicle weighs
  battery_voltages = 6,   ///< empty above full
  attitude = 7,           ///< the initial quaternion is not of unit length
  contact_step = 8,       ///< the ground is too stiff for the integration step
  inertia = 9,            ///< moments that no body has
  actuator_limits = 10,   ///< of a rotor, motor, servo or blade
  actuator_step = 11,     ///< motors or servos are too fast for the integration step
  sensor = 12,            ///< a sensor that could read nothing
  no_trim = 13,           ///< no steady flight to start in
  trim_voltage = 14,      ///< the battery does not reach the commands of steady flight
};

/// Column of a result with the reason of each sample. Other programs read it: it may not change.
inline constexpr const char* invalid_reason_column = "invalid_reason";

/// Names of the reasons, by code.
inline constexpr auto invalid_reason_names = names_by_code<InvalidReason>({
    {InvalidReason::none, "none"},
    {InvalidReason::out_of_range, "out_of_range"},
    {InvalidReason::environment, "latitude_of_home"},
    {InvalidReason::controller_limits, "controller_limits"},
    {InvalidReason::wind, "wind_heights"},
    {InvalidReason::events_mass, "events_mass"},
    {InvalidReason::battery_voltages, "battery_voltages"},
    {InvalidReason::attitude, "initial_attitude"},
    {InvalidReason::contact_step, "contact_step"},
    {InvalidReason::inertia, "moments_of_inertia"},
    {InvalidReason::actuator_limits, "actuator_limits"},
    {InvalidReason::actuator_step, "actuator_step"},
    {InvalidReason::sensor, "sensor_ranges"},
    {InvalidReason::no_trim, "no_trim"},
    {InvalidReason::trim_voltage, "trim_voltage"},
});

/// Suffix of the name of a column of inputs in a reason.
inline constexpr const char* out_of_range_suffix = "_out_of_range";

/// Number of dispersed inputs that have a code of their own: as many as an int8 has room for.
inline constexpr std::size_t named_input_reasons = 127 - invalid_reason_names.size();

/// The reason that a dispersed input, counted from 0, is out of its range.
constexpr InvalidReason invalid_reason_of_input(std::size_t input) {
  return input < named_input_reasons
             ? static_cast<InvalidReason>(invalid_reason_names.size() + input)
             : InvalidReason::out_of_range;
}

}  // namespace montecopter
