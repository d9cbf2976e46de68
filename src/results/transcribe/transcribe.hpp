#pragma once
/// The log of a real flight as a result file: one sample with its traces, for all commands and
/// programs that read results. The text in place of the scenario says that the flight was real, not
/// simulated.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"
#include "plan/layout.hpp"
#include "results/transcribe/even_grid.hpp"

namespace montecopter::transcribe {

/// Data about the file of the log.
struct LogFile {
  std::string name;    ///< file name without folder
  std::string sha256;  ///< SHA-256 of its bytes, in hexadecimal
  std::uint64_t bytes = 0;
  std::string columns;  ///< for CSV: the text that describes the columns
};

/// Largest number of times: a day at 1 kHz.
inline constexpr std::int64_t most_times = 86'400'000;

/// A signal on its grid.
struct EvenSignal {
  const logs::RecordedSignal* signal = nullptr;
  Resampling resampling = Resampling::linear;
  EvenGrid grid;
};

/// The flight on even times.
struct Transcript {
  EvenGrid grid;  ///< grid of all signals except readings; empty if there are none
  std::vector<EvenSignal> signals;
  Layout layout;
};

/// Resamples the signals to one grid, by default at the rate of the fastest signal, in whole Hz;
/// readings keep their own grids. Refers to `flight`. Error(usage) for a grid above `most_times`.
Transcript transcribe(const logs::RecordedFlight& flight, const LogFile& file,
                      std::optional<double> rate_hz);

/// The bytes of the sample for a writer.
Block block_of(const Transcript& transcript);

/// TOML text in place of the scenario: the log and the resampling of its signals.
std::string describe_log(const logs::RecordedFlight& flight, const LogFile& file,
                         const Transcript& transcript);

}  // namespace montecopter::transcribe
