#pragma once
/// Remaining time of a long task, for people. The number falls by a second a second as long as
/// nothing changes, and does not jump where work is finished in lumps.

namespace montecopter {

class RemainingTime {
 public:
  /// Remaining time at `now_s` [s], from the estimated time `whole_s` of the whole task, from 0 on.
  /// The shown time follows that estimate slowly. Returns the remaining time [s].
  double at(double now_s, double whole_s);

 private:
  bool begun_ = false;
  double last_s_ = 0, whole_s_ = 0;
};

/// Time of `total` samples on `threads` threads, from the time that `done` of them took, summed
/// over the threads. (The time since the start says less: samples in flight are in it.)
double whole_time(double flying_s, double done, double total, int threads);

}  // namespace montecopter
