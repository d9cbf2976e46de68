#pragma once
/// The log of a real flight as a result file: one sample with its traces, which the commands and
/// programs that read results open. What stands for its scenario says that it was flown, and not
/// computed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"
#include "plan/layout.hpp"
#include "results/transcribe/even_grid.hpp"

namespace montecopter::transcribe {

/// Facts of the file that the log is in.
struct LogFile {
  std::string name;    ///< without its folder
  std::string sha256;  ///< of its bytes, in hexadecimal
  std::uint64_t bytes = 0;
  std::string columns;  ///< of CSV: the text that says what they are
};

/// Larger grids are refused: a day at 1 kHz.
inline constexpr std::int64_t most_times = 86'400'000;

/// A signal on its grid.
struct EvenSignal {
  const logs::RecordedSignal* signal = nullptr;
  Resampling resampling = Resampling::linear;
  EvenGrid grid;
};

/// The flight on even times.
struct Transcript {
  EvenGrid grid;  ///< of all signals that are no readings; no times if there are none
  std::vector<EvenSignal> signals;
  Layout layout;
};

/// Signals on one grid, by default at the rate of the fastest of them, in whole Hz; readings on
/// their own. Refers to `flight`. Error(usage) if it would be larger than `most_times`.
Transcript transcribe(const logs::RecordedFlight& flight, const LogFile& file,
                      std::optional<double> rate_hz);

/// The bytes of the sample, as a writer takes them.
Block block_of(const Transcript& transcript);

/// What stands in the place of the scenario, as TOML: the log and how its signals were taken.
std::string describe_log(const logs::RecordedFlight& flight, const LogFile& file,
                         const Transcript& transcript);

}  // namespace montecopter::transcribe
