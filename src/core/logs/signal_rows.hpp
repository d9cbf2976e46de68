#pragma once
/// Signals of a log while they are gathered row by row.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/logs/recorded_flight.hpp"
#include "core/logs/signal_kinds.hpp"

namespace montecopter::logs {

/// Words between single blanks.
std::vector<std::string_view> words_of(std::string_view text);

/// A signal without rows. `width` says how many components there are where the kind does not.
RecordedSignal empty_signal(const SignalKind& kind, std::string source, std::size_t width);

/// Leaves out unused motors behind the last that is there. Logs have room for more motors and speed
/// controllers than most vehicles have; missing ones are NaN or 0 throughout.
void leave_out_unused(RecordedSignal& signal);

/// A quaternion from roll, pitch and yaw [rad]: it turns by yaw, pitch and roll, in this order,
/// about the axes that the turns before have moved. NaN where an angle is none.
std::array<double, 4> quaternion_of(const double* roll_pitch_yaw);

/// Repairs the rows, and adds the signal to the flight if some are left.
void take_signal(RecordedFlight& flight, RecordedSignal signal);

/// The byte from which on only filling follows, 16 bytes of it at least: flash memory that was
/// never written (0xff), or the rest of a file (0). Else the size.
std::size_t filling_from(std::string_view bytes);

/// Damaged bytes of a log, from one byte on up to another.
struct DamagedBytes {
  std::size_t from = 0, to = 0;
};

/// States in `flight.remarks` the first places, and of the rest together. `end`: of the file.
/// `unit` is what the log is made of: "message".
void report_damages(RecordedFlight& flight, const std::vector<DamagedBytes>& damages,
                    std::size_t end, std::string_view unit);

}  // namespace montecopter::logs
