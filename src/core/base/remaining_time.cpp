#include "core/base/remaining_time.hpp"

#include <algorithm>
#include <cmath>

namespace montecopter {

double RemainingTime::at(double now_s, double whole_s) {
  constexpr double settles_in_s = 4;
  const double part = begun_ ? -std::expm1(-(now_s - last_s_) / settles_in_s) : 1;
  whole_s_ += part * (whole_s - whole_s_);
  begun_ = true;
  last_s_ = now_s;
  return std::max(0.0, whole_s_ - now_s);
}

double whole_time(double flying_s, double done, double total, int threads) {
  return flying_s / done * total / std::max(threads, 1);
}

}  // namespace montecopter
