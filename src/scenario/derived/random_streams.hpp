#pragma once
/// Streams of random numbers that a scenario may draw from, by name
/// (dynamics/random/stream_names.hpp). Samples share the streams in monte_carlo.freeze.
/// docs/random-numbers.md lists the draws of each stream.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/coded_names.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/random/stream_names.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Purpose of a stream.
enum class StreamPurpose { dispersions, process, wind, sensors, estimator };

/// Names of the purposes in monte_carlo.freeze.
inline constexpr auto stream_purposes =
    names_by_code<StreamPurpose>({{StreamPurpose::dispersions, "dispersions"},
                                  {StreamPurpose::process, "process"},
                                  {StreamPurpose::wind, "wind"},
                                  {StreamPurpose::sensors, "sensors"},
                                  {StreamPurpose::estimator, "estimator"}});

struct NamedStream {
  StreamPurpose purpose;
  std::string name;  ///< "imu0.gyroscope.white"
};

/// All streams that the scenario's dispersions, winds and sensors may draw from, whatever the size
/// of the errors.
std::vector<NamedStream> random_streams(const Scenario& scenario);

/// Whether an entry of monte_carlo.freeze matches a stream. An entry is a purpose, a name, the
/// beginning of a name up to a dot, or a pattern with '*'.
bool means_stream(std::string_view entry, StreamPurpose purpose, std::string_view name);

/// Whether some entry of monte_carlo.freeze matches a stream.
bool is_frozen(const MonteCarlo& campaign, StreamPurpose purpose, std::string_view name);

/// Names of the streams that all samples share.
std::vector<std::string> frozen_streams(const Scenario& scenario);

/// The stream under the name that its consumer uses.
RandomStream random_stream(const MonteCarlo& campaign, StreamPurpose purpose,
                           std::string_view name);

}  // namespace montecopter
