#pragma once
/// The list of sensors for kernels, which identify a sensor by its index here, and what each of
/// them reads. A sensor of a SensorUnit that is not in the list, or is here without a reading, does
/// not compile.

#include <array>
#include <concepts>
#include <string_view>
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

/// Its readings may be means since the reading before.
template <class Sensor>
concept MayAverage = std::derived_from<Sensor, Averaging>;

template <class R>
concept HasReadOut = requires(const View<double>& view, const typename R::Constants& c,
                              const double* readings) {
  { R::read_out(view, c, readings) } -> std::same_as<std::array<double, R::outputs>>;
};
template <class R>
concept HasForcedIdeal = requires(const View<double>& view, const typename R::Constants& c) {
  { R::ideal_under_force(view, c) } -> std::same_as<decltype(R::ideal(view, c))>;
};

/// What it reads out is computed from the numbers that have errors.
template <class R>
constexpr bool converts_readings = R::outputs != (R::axes * R::groups);

/// A reading as readings.hpp describes it.
template <class R>
concept ReadingModel = requires(const View<double>& view, const typename R::Constants& c) {
  { R::outputs } -> std::convertible_to<int>;
  { R::reads_force } -> std::convertible_to<ReadsForce>;
  { c.errors } -> std::convertible_to<std::array<ErrorConstants<double, R::axes>, R::groups>>;
  { R::ideal(view, c) } -> std::same_as<std::array<double, R::axes * R::groups>>;
  requires(HasReadOut<R> == converts_readings<R>);
  requires(HasForcedIdeal<R> == (R::reads_force == ReadsForce::if_coupled));
};

/// A sensor into whose readings the specific force may be coupled, by a parameter.
template <class Sensor>
concept CouplesForce = requires(const Sensor& sensor) {
  { Sensor::force_key } -> std::convertible_to<std::string_view>;
  { sensor.couples_force() } -> std::same_as<bool>;
};

/// A sensor that reads what there is at an instant, or the mean of it.
template <class Sensor>
concept ReadingSensor = ReadingModel<ReadingOf<Sensor, double>> && requires {
  requires(width_of(Sensor::channels) == ReadingOf<Sensor, double>::outputs);
  requires(error_models<Sensor> == ReadingOf<Sensor, double>::groups);
  requires(CouplesForce<Sensor> ==
           (ReadingOf<Sensor, double>::reads_force == ReadsForce::if_coupled));
};

/// What the list may hold.
template <class Sensor>
concept SensorModel = TimesTurns<Sensor> || ReadingSensor<Sensor>;

/// One after another, so that the error names the type.
template <class Sensor>
constexpr int require_sensor() {
  static_assert(SensorModel<Sensor>, "this type of the list is no SensorModel");
  return 1;
}
static_assert(largest_of<AnySensor>([]<class T>() { return require_sensor<T>(); }) == 1);

}  // namespace montecopter
