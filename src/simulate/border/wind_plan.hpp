#pragma once
/// What the kernels know of winds that vary and of pulses: plain data.

#include <array>
#include <cstdint>

#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

/// One wind of all samples.
struct WindPlan {
  int kind;              ///< place in Wind
  int constants;         ///< place of its constants in a sample's row
  std::uint64_t stream;  ///< of a random process
  WindSeries series;     ///< of a measured wind
};

/// All that vary over a flight, in the order of the scenario.
struct WindSuitePlan {
  int count = 0;
  std::array<WindPlan, max_varying_winds> winds;
  int row = 0;          ///< numbers of a sample's row
  unsigned active = 0;  ///< bit i: wind i blows in some sample
};

/// All pulses, in the order of the scenario.
struct PulseSuitePlan {
  int count = 0;
  unsigned forces = 0, torques = 0;  ///< bit i: pulse i is one, and not zero in some sample

  bool any() const { return (forces | torques) != 0; }
};

}  // namespace montecopter
