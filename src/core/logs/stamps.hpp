#pragma once
/// Time stamps that are coarser than the readings: repeated, in bursts, or in whole milliseconds.

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// Spreads readings evenly over their time where stamps are unusable. Many stamps may repeat (a
/// FIFO read at once, a clock of whole milliseconds), come in bursts, or be coarse beside their
/// intervals. States it in `flight.remarks`. Rows that are repeated whole stay as they are.
void spread_stamps(RecordedFlight& flight, RecordedSignal& signal);

}  // namespace montecopter::logs
