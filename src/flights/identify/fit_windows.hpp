#pragma once
/// A log cut into short windows over which a vehicle is fitted to it.

#include <cstddef>
#include <vector>

#include "flights/identify/drive.hpp"
#include "flights/identify/track.hpp"

namespace montecopter::identify {

/// Smallest row period of a fit: motors and bodies do not move faster, and it saves time.
inline constexpr double least_row_period_s = 0.0045;

/// Largest delay of the drive's record behind or ahead of the states.
inline constexpr double most_delay_s = 0.05;

/// Rows `first` to `last` of a track, both included; the last one is the first of the next window.
struct FitWindow {
  std::size_t first = 0, last = 0;
  double start_s = 0;  ///< of the log
};

/// Every n-th row of each stretch without a gap, so that rows are far enough apart.
Track thinned(const Track& track);

/// One step from each row to the next one (more where rows are far apart), none where the drive has
/// a gap. The drive is its mean over the step, and, where it is linear, the line between its values
/// at both ends. So every recorded value counts, and any delay [s] changes it smoothly.
DriveSchedule mean_schedule(const Drive& drive, const Track& track, double delay_s);

/// Removes rows from track.reach where the drive does not lead on with every delay up to
/// `most_delay_s`, ahead or behind.
void keep_driven(const Drive& drive, Track& track);

/// Consecutive windows of this length or a row more or less. `settling_s` is left out where a
/// stretch begins.
std::vector<FitWindow> cut_windows(const Track& track, double length_s, double settling_s);

}  // namespace montecopter::identify
