#pragma once
/// One sample of a result as a flight log in PX4's ULog or MCAP. The bytes are deterministic.

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

/// The sample to write. The file must outlive it.
struct LoggedSample {
  const record::ResultFile& file;
  std::int64_t sample = 0;  ///< row of the sample in the file
  std::int64_t trace = 0;   ///< position in `trace_sample`
  std::vector<SignalChoice> signals;
  std::string scenario;            ///< name of the scenario
  std::vector<MotorRange> motors;  ///< in command order; empty if unknown, or not a multirotor
};

/// Error(refused) if no signal has a number: the sample was not flown.
void require_numbers(const LoggedSample& logged);

/// The inputs that were drawn or swept for the sample ("vehicle.mass_kg"), in file order.
struct LoggedInput {
  std::string path;
  double value = 0;
};
std::vector<LoggedInput> inputs_of(const LoggedSample& logged);

/// Writes ULog by PX4's definition (docs.px4.io, ULog File Format), version 1. Signals use PX4's
/// topics (px4_topics.hpp) or `montecopter_NAME`; the drawn inputs are parameters. Error(refused)
/// if two values of a signal have the same microsecond.
void export_ulog(const LoggedSample& logged, const ByteSink& sink);

/// Writes MCAP by its specification (mcap.dev/spec): one channel per signal, JSON messages
/// described by JSON Schema, in indexed chunks without compression. Error(refused) if two values of
/// a signal have the same nanosecond.
void export_mcap(const LoggedSample& logged, const ByteSink& sink);

}  // namespace montecopter
