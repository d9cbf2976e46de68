#pragma once
/// Stores the readings of traced lanes.

#include <algorithm>
#include <array>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class ReadingTraces {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  ReadingTraces(const FlightPlan& plan, const LaneIo* lanes, int count)
      : plan_(plan), count_(count) {
    bool any = false;
    for (int k = 0; k < count_; ++k) {
      columns_[k] = lanes[k].readings;
      any = any || columns_[k] != nullptr;
    }
    any_ = any && plan_.sensors.count > 0;
  }

  /// Whether some lane is traced.
  bool any() const { return any_; }

  /// Stores a reading of a recorded sensor in the columns of its channels.
  void write(const SensorPlan& s, std::int64_t tick, const S* values, const Mask& present) const {
    if (!any_ || !s.recorded) return;
    for (int c = 0; c < s.columns; values += s.width[c++]) {
      const int column = s.first_column + c, rows = s.width[c];
      if (rows == 3) {
        write_row<3>(column, 3 * tick, values, present);
      } else {
        for (int k = 0; k < rows; ++k) {
          write_row<1>(column, rows * tick + k, values + k, present);
        }
      }
    }
  }

  /// Clears readings that would have come out after a lane has flown this many steps.
  void forget_after(const S& flown) const {
    for (int i = 0; i < plan_.sensors.count; ++i) {
      for (int k = 0; k < count_; ++k) {
        forget_after(plan_.sensors.sensors[i], k, static_cast<std::int64_t>(flown.lane(k)));
      }
    }
  }

 private:
  static constexpr int width = Lanes<S>::width;

  /// Stores numbers that lie side by side in a column.
  template <int n>
  void write_row(int column, std::int64_t place, const S* values, const Mask& present) const {
    alignas(64) double lanes[n][width];
    for (int k = 0; k < n; ++k) {
      select(present & (values[k] == values[k]), values[k], S(nothing_to_read)).store(lanes[k]);
    }
    for (int lane = 0; lane < count_; ++lane) {
      if (columns_[lane] == nullptr) continue;
      double* out = columns_[lane][column] + place;
      for (int k = 0; k < n; ++k) out[k] = lanes[k][lane];
    }
  }

  void forget_after(const SensorPlan& s, int lane, std::int64_t flown) const {
    if (columns_[lane] == nullptr || !s.recorded || flown == plan_.steps) return;
    const std::int64_t rows = plan_.steps / s.every + 1, kept = flown / s.every + 1;
    for (int c = 0; c < s.columns; ++c) {
      double* column = columns_[lane][s.first_column + c];
      std::fill(column + kept * s.width[c], column + rows * s.width[c], nothing_to_read);
    }
  }

  const FlightPlan& plan_;
  int count_;
  bool any_;
  std::array<double* const*, width> columns_;  ///< where the readings of each lane go, or null
};

}  // namespace montecopter
