#pragma once
/// Integrals over time of a recorded vector: turns of body rates, ways of velocities.

#include <array>
#include <cstddef>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// Integral of a signal of three components that is linear between its rows. A gap, a jump of the
/// clock and a row without a value interrupt it.
class Integral {
 public:
  /// `every`: of so many rows one is taken; 2 shows what the sampling leaves open.
  explicit Integral(const RecordedSignal& signal, std::size_t every = 1);

  /// False where the signal is interrupted, and outside of it.
  bool between(double from_s, double to_s, std::array<double, 3>& out) const;
  /// Largest change of a component in the rows from one time to another and in the next row on each
  /// side.
  double spread(double from_s, double to_s) const;

 private:
  std::size_t before(double time_s) const;
  std::array<double, 3> upto(double time_s, std::size_t row) const;

  std::vector<double> time_s_;
  std::vector<std::array<double, 3>> values_, sums_;
  std::vector<std::size_t> breaks_;  ///< of each row how many interruptions come before it
};

}  // namespace montecopter::logs
