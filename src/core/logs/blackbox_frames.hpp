#pragma once
/// The frames of a Blackbox log, and the numbers that their predictors make of the stored values
/// (betaflight.com, Blackbox logging internals).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/logs/blackbox_header.hpp"

namespace montecopter::logs {

/// Events (frames E) that matter here.
inline constexpr std::uint32_t blackbox_logging_resumes = 14, blackbox_log_ends = 255;

class BlackboxFrames {
 public:
  explicit BlackboxFrames(const BlackboxHeader& header);

  /// Reads the frame that begins at byte `at`, if it is whole and another one begins where it ends,
  /// or nothing follows. Else false.
  bool read(std::string_view bytes, std::size_t at);

  /// Type of the frame that was read last.
  char type() const { return type_; }
  std::size_t end() const { return end_; }
  std::uint32_t event() const { return event_; }
  /// Values of the fields; the bits of unsigned ones.
  std::span<const std::int32_t> values() const { return current_; }

  /// Frames P say what has changed since the frame that was accepted last: without one they mean
  /// nothing.
  bool has_history() const { return has_history_; }
  /// The frame that was read last, I or P, is what the next ones follow.
  void accept_main();
  /// The iteration of the frame that follows the one accepted last.
  std::uint32_t next_iteration() const;
  void accept_home() { home_ = current_; }
  bool has_home() const { return !home_.empty(); }
  void lose_history() { has_history_ = false; }

 private:
  bool read_event(BlackboxBytes& in);
  void read_fields(BlackboxBytes& in, const BlackboxFields& fields);
  std::int32_t predicted(const BlackboxField& field, std::size_t index) const;

  const BlackboxHeader& header_;
  std::int32_t min_throttle_ = 0, min_motor_ = 0, voltage_reference_ = 0;
  std::size_t motor_0_ = 0;  ///< which field is the first motor
  char type_ = 0;
  std::size_t end_ = 0;
  std::uint32_t event_ = 0;
  std::vector<std::int32_t> current_, previous_, before_previous_, home_;
  bool has_history_ = false;
};

}  // namespace montecopter::logs
