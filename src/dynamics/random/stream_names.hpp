#pragma once
/// Names of the streams of random numbers, each declared once: here, and those of designs of
/// experiments with their kinds (DesignStream in sampling/place.hpp). Consumers, monte_carlo.freeze
/// (scenario/derived/random_streams.hpp) and `montecopter plan`
/// (simulate/setup/random_consumers.hpp) take them from there. A stream is the hash of its name: no
/// name changes without changing bits. docs/random-numbers.md says who draws what; a test holds
/// that it lists the same names.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace montecopter::stream_names {

inline constexpr std::string_view process = "process.white";

/// Streams of each error of a sensor, behind the name of the sensor or of its part.
inline constexpr std::string_view white = "white", gauss_markov = "gauss_markov", walk = "walk",
                                  turn_on = "turn_on";
inline constexpr std::array errors = {white, gauss_markov, walk, turn_on};

/// Streams of a sensor as a whole: the times of turns of a rotor, readings that are lost or late.
inline constexpr std::string_view time = "time", dropout = "dropout", jitter = "jitter";
inline constexpr std::array readings = {time, dropout, jitter};

/// "imu0.gyroscope.white"
inline std::string of_sensor(std::string_view sensor, std::string_view what) {
  return std::string(sensor) + "." + std::string(what);
}

/// Streams of the first error of an estimate.
inline constexpr std::string_view estimator_position = "estimator.position",
                                  estimator_velocity = "estimator.velocity",
                                  estimator_attitude = "estimator.attitude";
inline constexpr std::array estimator = {estimator_position, estimator_velocity,
                                         estimator_attitude};

/// Stream of turbulence at a place in [[wind]]: "wind0.dryden".
inline std::string of_wind(std::size_t place, std::string_view type) {
  return "wind" + std::to_string(place) + "." + std::string(type);
}

/// The path in the name of the stream of a dispersed input. A key that was renamed goes on drawing
/// from the stream of its first path.
constexpr std::string_view stream_path(std::string_view path) {
  return path == "vehicle.tail_rotor.profile_fraction" ? "vehicle.tail_rotor.profile_share" : path;
}

/// Prefix of the stream of a dispersed input; its stream_path() follows.
inline constexpr std::string_view dispersion = "disperse:";
inline std::string of_dispersion(std::string_view path) {
  return std::string(dispersion) + std::string(stream_path(path));
}

}  // namespace montecopter::stream_names
