#pragma once
/// The list of sensors for kernels, which identify a sensor by its index here, and what each of
/// them reads. A sensor of a SensorUnit that is not in the list, or is here without a reading, does
/// not compile.

#include <array>
#include <concepts>
#include <utility>
#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/sensors/airspeed_sensor.hpp"
#include "dynamics/sensors/barometer.hpp"
#include "dynamics/sensors/gnss.hpp"
#include "dynamics/sensors/inertial.hpp"
#include "dynamics/sensors/magnetometer.hpp"
#include "dynamics/sensors/range_finder.hpp"
#include "dynamics/sensors/readings.hpp"
#include "dynamics/sensors/rotor_speed_sensor.hpp"

namespace montecopter {

using AnySensor = std::variant<Accelerometer, Gyroscope, Magnetometer, Barometer, Gnss, RangeFinder,
                               RotorSpeedSensor, AirspeedSensor>;

/// What is read at an instant.
template <class S>
AccelerometerReading<S> reading_of(const Accelerometer&);
template <class S>
GyroscopeReading<S> reading_of(const Gyroscope&);
template <class S>
MagnetometerReading<S> reading_of(const Magnetometer&);
template <class S>
BarometerReading<S> reading_of(const Barometer&);
template <class S>
GnssReading<S> reading_of(const Gnss&);
template <class S>
RangeReading<S> reading_of(const RangeFinder&);
template <class S>
AirspeedReading<S> reading_of(const AirspeedSensor&);

template <class Sensor, class S>
using ReadingOf = decltype(reading_of<S>(std::declval<const Sensor&>()));

/// Its readings are timed from step to step instead (RotorClock): they are of no instant.
template <class Sensor>
concept TimesTurns = std::same_as<Sensor, RotorSpeedSensor>;

/// Its readings may be means since the reading before.
template <class Sensor>
concept MayAverage = std::derived_from<Sensor, Averaging>;

/// A reading as readings.hpp describes it.
template <class R>
concept ReadingModel = requires(const View<double>& view, const typename R::Constants& c) {
  { R::outputs } -> std::convertible_to<int>;
  { c.errors } -> std::convertible_to<std::array<ErrorConstants<double, R::axes>, R::groups>>;
  { R::ideal(view, c) } -> std::same_as<std::array<double, R::axes * R::groups>>;
};

/// What the list may hold.
template <class Sensor>
concept SensorModel = TimesTurns<Sensor> || ReadingModel<ReadingOf<Sensor, double>>;

template <SensorModel... Sensors>
constexpr bool are_sensors(const std::variant<Sensors...>*) {
  return true;
}
static_assert(are_sensors(static_cast<const AnySensor*>(nullptr)));

}  // namespace montecopter
