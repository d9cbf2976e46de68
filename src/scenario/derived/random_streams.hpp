#pragma once
/// The streams of random numbers that a scenario may draw from, by name
/// (dynamics/random/stream_names.hpp), and which of them monte_carlo.freeze gives to all samples
/// alike. docs/random-numbers.md lists who draws what.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/coded_names.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/random/stream_names.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// What a stream is for.
enum class StreamPurpose { dispersions, process, wind, sensors, estimator };

/// As monte_carlo.freeze names them.
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

/// All that the scenario's dispersions, winds and sensors may draw from, of whatever size the
/// errors are.
std::vector<NamedStream> random_streams(const Scenario& scenario);

/// Whether an entry of monte_carlo.freeze means a stream: its purpose, its name, the beginning of
/// its name up to a dot, or any of these with '*' for whatever stands there.
bool means_stream(std::string_view entry, StreamPurpose purpose, std::string_view name);

/// Whether some entry does.
bool is_frozen(const MonteCarlo& campaign, StreamPurpose purpose, std::string_view name);

/// The stream as its consumer has it.
RandomStream random_stream(const MonteCarlo& campaign, StreamPurpose purpose,
                           std::string_view name);

}  // namespace montecopter
