#pragma once
/// One sample of a result as a flight log of others: PX4's ULog, or MCAP. Deterministic bytes.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/signals.hpp"
#include "scenario/derived/motor_ranges.hpp"

namespace montecopter {

/// Takes a piece of a file.
using ByteSink = std::function<void(std::string_view)>;

/// What is written. The file has to outlive it.
struct LoggedSample {
  const record::ResultFile& file;
  std::int64_t sample = 0;  ///< its row in the file
  std::int64_t trace = 0;   ///< position in `trace_sample`
  std::vector<SignalChoice> signals;
  std::string scenario;            ///< its name
  std::vector<MotorRange> motors;  ///< in command order; empty: not known, or no multirotor's
};

/// Error(refused) if there is no number in any of the signals: the sample was not flown.
void require_numbers(const LoggedSample& logged);

/// The inputs that were drawn or swept for the sample ("vehicle.mass_kg"), in file order.
struct LoggedInput {
  std::string path;
  double value = 0;
};
std::vector<LoggedInput> inputs_of(const LoggedSample& logged);

/// ULog by PX4's definition (docs.px4.io, ULog File Format), version 1: PX4's topics where a signal
/// has one (px4_topics.hpp), `montecopter_NAME` for all others; the drawn inputs as parameters.
/// Error(refused) if two values of a signal have the same microsecond.
void export_ulog(const LoggedSample& logged, const ByteSink& sink);

/// MCAP by its specification (mcap.dev/spec): one channel per signal, JSON messages described by
/// JSON Schema, in indexed chunks without compression. Error(refused) as above, of nanoseconds.
void export_mcap(const LoggedSample& logged, const ByteSink& sink);

}  // namespace montecopter
