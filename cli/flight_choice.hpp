#pragma once
/// What of a recorded flight drives a vehicle that flies it again, and which part of it.

#include <optional>
#include <string>

#include "command_line.hpp"
#include "identify/drive.hpp"
#include "remarks.hpp"

namespace montecopter::cli {

struct FlightChoice {
  std::string drive = "auto", between = "auto";
  std::optional<std::string> from, to;

  Options options();
  /// Error(usage) if a word is none of its option's.
  void check() const;
  /// Error(usage) if one is no number, or nothing is in between.
  identify::Span span() const;
  /// Error(refused) if the log has nothing that drives the vehicle so.
  identify::Drive drive_of(const logs::RecordedFlight& flight, const Multirotor& vehicle) const;
};

/// Says where the clock of a log was set back, if it was.
void warn_of_jumps(const logs::RecordedFlight& flight, Remarks& remarks);

/// Says how many recorded speeds of a log are left out, if any.
void warn_of_spikes(const std::string& log, const identify::Drive& drive, Remarks& remarks);

}  // namespace montecopter::cli
