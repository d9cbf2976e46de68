#pragma once
/// The list of sensors. A unit on board has room for one of each (sensor_unit.hpp); kernels
/// identify a sensor by its index here. A type of the list has all that is its own in one header:
///
///   key, doc, channels  what scenarios call it, and the datasets of its readings
///   fields()            its parameters, with those of Timing and, unless it times turns, of one
///                       error model or two (error_model.hpp): so many numbers have errors
///   Constants<S>        what of a sample its readings need beside errors; all members are S
///   fold(step_s)        the constants of its parameters; none if they make no sensor
///   needs               what has to be there so that it reads something (declared_needs.hpp)
///   reading_limits()    two keys between which there are readings; none
///   ideal(view, c)      the numbers without errors (docs/models.md 1.8), NaN where there are none.
///                       With a View it does not know forces; it reads them if it asks for a
///                       ForceView (truth.hpp)
///   ideal_under_force(view, c), force_key, couples_force()
///                       the same with the specific force; where a parameter may couple that in
///   read_out(view, c, numbers)
///                       from the numbers with errors to the channels; only where these are others
///
/// A sensor that times turns of rotors has in place of ideal() a Clock<S> for each
/// (rotor_clock.hpp). SensorSuite (simulate/lanes/) calls them.

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/sensors/airspeed_sensor.hpp"
#include "dynamics/sensors/averaging.hpp"
#include "dynamics/sensors/barometer.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/errors.hpp"
#include "dynamics/sensors/gnss.hpp"
#include "dynamics/sensors/inertial.hpp"
#include "dynamics/sensors/magnetometer.hpp"
#include "dynamics/sensors/range_finder.hpp"
#include "dynamics/sensors/rotor_speed_sensor.hpp"

namespace montecopter {

using AnySensor = std::variant<Accelerometer, Gyroscope, Magnetometer, Barometer, Gnss, RangeFinder,
                               RotorSpeedSensor, AirspeedSensor>;

/// Whether readings are timed by clocks from step to step: they belong to no instant.
template <class Sensor>
concept TimesTurns = requires {
  typename Sensor::template Clock<double>;
};

/// Whether readings may be means since the previous reading.
template <class Sensor>
inline constexpr bool may_average = std::is_base_of_v<Averaging, Sensor>;

/// The specific force may be coupled into its readings, by a parameter.
template <class Sensor>
concept CouplesForce = requires {
  Sensor::force_key;
};

/// Numbers that have errors, and numbers that come out.
template <class Sensor>
constexpr int ideal_numbers = [] {
  const int models = error_models<Sensor>, axes = error_axes<Sensor>;
  return models * axes;
}();
template <class Sensor>
constexpr int outputs_of = width_of(Sensor::channels);
/// Whether the output is computed from the numbers that have errors.
template <class Sensor>
constexpr bool converts_readings = outputs_of<Sensor> != ideal_numbers<Sensor>;

template <class Sensor, class S>
using ConstantsOf = typename Sensor::template Constants<S>;
template <class Sensor, class S>
using IdealReading = std::array<S, ideal_numbers<Sensor>>;

/// Whether the sensor reads without the force; else it reads only with it, or times turns.
template <class Sensor>
concept ReadsMotion = requires(const View<double>& view, const ConstantsOf<Sensor, double>& c) {
  { Sensor::ideal(view, c) } -> std::same_as<IdealReading<Sensor, double>>;
};

/// Requirements on the types of the list.
template <class Sensor>
constexpr bool require_sensor() {
  if constexpr (TimesTurns<Sensor>) {
    static_assert(outputs_of<Sensor> < 0, "this sensor times turns, and has a channel for others");
  } else {
    static_assert(ideal_numbers<Sensor> > 0, "this sensor has no error model");
    static_assert(outputs_of<Sensor> > 0, "this sensor has no channel");
    static_assert(!may_average<Sensor> || ideal_numbers<Sensor> == 3, "means are of three numbers");
    static_assert(!CouplesForce<Sensor> || ReadsMotion<Sensor>,
                  "this sensor reads the force, which cannot be coupled in besides");
    static_assert(
        CouplesForce<Sensor> || !requires { &Sensor::template ideal_under_force<double>; },
        "this sensor has no force_key for its ideal_under_force()");
    static_assert(
        converts_readings<Sensor> || !requires { &Sensor::template read_out<double>; },
        "this sensor has a read_out() for as many numbers as it reads");
  }
  return true;
}
static_assert(holds_for_all<AnySensor>([]<class T>() { return require_sensor<T>(); }));

/// The constants of a sample's sensor, behind those of all kinds. All members are S.
template <class Sensor, class S>
struct SensorConstants {
  std::array<ErrorConstants<S, error_axes<Sensor>>, error_models<Sensor>> errors;
  [[no_unique_address]] ConstantsOf<Sensor, S> own;
};
template <TimesTurns Sensor, class S>
struct SensorConstants<Sensor, S> {
  ConstantsOf<Sensor, S> own;
};

}  // namespace montecopter
