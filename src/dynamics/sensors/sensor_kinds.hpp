#pragma once
/// The list of sensors. A unit on board has room for one of each (sensor_unit.hpp); kernels
/// identify a sensor by its index here. A type of the list has all that is its own in one header:
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
/// One that times turns of rotors has in place of ideal() a Clock<S> for each (rotor_clock.hpp).
/// SensorSuite (simulate/lanes/) calls them.

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

/// Its readings are timed by clocks from step to step: they are of no instant.
template <class Sensor>
concept TimesTurns = requires {
  typename Sensor::template Clock<double>;
};

/// Its readings may be means since the reading before.
template <class Sensor>
concept MayAverage = std::derived_from<Sensor, Averaging>;

/// The specific force may be coupled into its readings, by a parameter.
template <class Sensor>
concept CouplesForce = requires(const Sensor& sensor) {
  { Sensor::force_key } -> std::convertible_to<std::string_view>;
  { sensor.couples_force() } -> std::same_as<bool>;
};

/// Numbers that have errors, and numbers that come out.
template <class Sensor>
constexpr int ideal_numbers = [] {
  const int models = error_models<Sensor>, axes = error_axes<Sensor>;
  return models * axes;
}();
template <class Sensor>
constexpr int outputs_of = width_of(Sensor::channels);
/// What comes out is computed from the numbers that have errors.
template <class Sensor>
constexpr bool converts_readings = outputs_of<Sensor> != ideal_numbers<Sensor>;

template <class Sensor, class S>
using ConstantsOf = typename Sensor::template Constants<S>;
template <class Sensor, class S>
using IdealReading = std::array<S, ideal_numbers<Sensor>>;

/// How it reads: without the force, or only with it.
template <class Sensor>
concept ReadsMotion = requires(const View<double>& view, const ConstantsOf<Sensor, double>& c) {
  { Sensor::ideal(view, c) } -> std::same_as<IdealReading<Sensor, double>>;
};
template <class Sensor>
concept Reads = requires(const ForceView<double>& view, const ConstantsOf<Sensor, double>& c) {
  { Sensor::ideal(view, c) } -> std::same_as<IdealReading<Sensor, double>>;
};
template <class Sensor>
concept ReadsForce = Reads<Sensor> && !ReadsMotion<Sensor>;
/// It reads with the force where that is coupled in.
template <class Sensor>
concept ReadsUnderForce = requires(const ForceView<double>& view,
                                   const ConstantsOf<Sensor, double>& c) {
  { Sensor::ideal_under_force(view, c) } -> std::same_as<IdealReading<Sensor, double>>;
};
/// It makes what comes out of the numbers that have errors.
template <class Sensor>
concept HasReadOut = requires(const View<double>& view, const ConstantsOf<Sensor, double>& c,
                              const double* numbers) {
  Sensor::read_out(view, c, numbers);
};
template <class Sensor>
concept ReadsOut = requires(const View<double>& view, const ConstantsOf<Sensor, double>& c,
                            const double* numbers) {
  { Sensor::read_out(view, c, numbers) } -> std::same_as<std::array<double, outputs_of<Sensor>>>;
};

/// A sensor that reads what there is at an instant, or the mean of it.
template <class Sensor>
concept ReadingSensor = Reads<Sensor> && requires {
  requires(ideal_numbers<Sensor> > 0);
  requires(outputs_of<Sensor> > 0);
  requires(HasReadOut<Sensor> == converts_readings<Sensor>);
  requires(ReadsOut<Sensor> == converts_readings<Sensor>);
  requires(CouplesForce<Sensor> == ReadsUnderForce<Sensor>);
  requires(!CouplesForce<Sensor> || ReadsMotion<Sensor>);
  requires(!MayAverage<Sensor> || ideal_numbers<Sensor> == 3);
};

template <class Sensor>
concept HasTimeNoise = requires(const Sensor& sensor) {
  { sensor.time_noise_s } -> std::convertible_to<double>;
};

/// One that times each turn of each rotor.
template <class Sensor>
concept ClockSensor = TimesTurns<Sensor> && HasTimeNoise<Sensor> &&
    requires(typename Sensor::template Clock<double> clock, const ConstantsOf<Sensor, double>& c,
             const Draws<double>& draws, const RandomStream& stream, double speed) {
  requires(width_of(Sensor::channels) < 0);
  { Sensor::template Clock<double>::start(speed) } -> std::same_as<decltype(clock)>;
  clock.advance(c, speed);
  { clock.read(c, draws, stream, true, std::uint64_t()) } -> std::same_as<double>;
};

/// What the list may hold.
template <class Sensor>
concept SensorKind = std::derived_from<Sensor, Timing> && HasFields<Sensor> &&
    requires(const Sensor& sensor, double step_s) {
  { Sensor::key } -> std::convertible_to<std::string_view>;
  { Sensor::doc } -> std::convertible_to<std::string_view>;
  { Sensor::channels[0] } -> std::convertible_to<Channel>;
  { Sensor::needs } -> std::convertible_to<SensorNeeds>;
  { sensor.reading_limits() } -> std::same_as<std::optional<ReadingLimits>>;
  { sensor.fold(step_s) } -> std::same_as<std::optional<ConstantsOf<Sensor, double>>>;
  requires(TimesTurns<Sensor> ? ClockSensor<Sensor> : ReadingSensor<Sensor>);
};

template <class Sensor>
constexpr bool require_sensor() {
  static_assert(SensorKind<Sensor>, "this type of the list is no SensorKind");
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
