#pragma once
/// How long something will still take, for people: a number that falls by a second a second as
/// long as nothing changes, and does not jump where work is finished in lumps.

namespace montecopter {

class RemainingTime {
 public:
  /// At `now_s` [s], and what all of it is found to take in all, from 0 on. What is shown follows
  /// that slowly. Returns what is left [s].
  double at(double now_s, double whole_s);

 private:
  bool begun_ = false;
  double last_s_ = 0, whole_s_ = 0;
};

/// What `total` samples take on `threads` threads, from the time that `done` of them took, summed
/// over the threads. (The time since the start says less: samples in flight are in it.)
double whole_time(double flying_s, double done, double total, int threads);

}  // namespace montecopter
