#pragma once
/// What the kernels know of winds that vary and of pulses: plain data. Filled by wind_rows.cpp,
/// read by Winds and Pulses.

#include <array>
#include <cstdint>

#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

/// One wind of all samples.
struct WindPlan {
  int kind;             ///< index in Wind
  int constants;        ///< offset of its constants in the part `winds` of a row
  RandomStream stream;  ///< of random numbers, if it is turbulence
  WindSeries series;    ///< table, if it is a measured wind
};

/// All that vary over a flight, in the order of the scenario.
struct WindSuitePlan {
  int count = 0;
  std::array<WindPlan, max_varying_winds> winds;
  int row = 0;          ///< numbers of the part `winds`
  unsigned active = 0;  ///< bit i: wind i is not 0 in all samples
};

/// All pulses, in the order of the scenario.
struct PulseSuitePlan {
  int count = 0;
  unsigned forces = 0,
           torques = 0;  ///< bit i: pulse i is a force, or a torque, and not 0 in all samples

  bool any() const { return (forces | torques) != 0; }
};

}  // namespace montecopter
