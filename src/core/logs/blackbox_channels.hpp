#pragma once
/// Signals as the frames of a Blackbox log show them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/logs/blackbox_header.hpp"
#include "core/logs/blackbox_sources.hpp"
#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

struct BlackboxChannel {
  const BlackboxSource* source = nullptr;
  std::vector<std::size_t> fields;  ///< places in the frame, by component
  std::vector<bool> is_signed;
  double offset = 0, factor = 1;  ///< (number - offset) factor
  RecordedSignal signal;

  std::size_t sure_rows = 0;  ///< up to the last frame I

  /// Leaves out the rows behind the sure ones.
  void cut_back();
  /// Adds a row, in SI units and our axes.
  void take(double time_s, std::span<const std::int32_t> values);
};

/// Channels that the header says how to scale; of the others `flight.remarks` states what is
/// missing.
std::vector<BlackboxChannel> blackbox_channels(const BlackboxHeader& header,
                                               RecordedFlight& flight);

}  // namespace montecopter::logs
