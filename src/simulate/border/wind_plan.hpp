#pragma once
/// What the kernels know about varying winds and pulses: plain data. wind_rows.cpp fills it; Winds
/// and Pulses read it.

#include <array>
#include <cstdint>

#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

/// One wind of all samples.
struct WindPlan {
  int kind;             ///< index in Wind
  int constants;        ///< offset of its constants in the part `winds` of a row
  RandomStream stream;  ///< random numbers of turbulence
  WindSeries series;    ///< table of a measured wind
};

/// All winds that vary over a flight, in the order of the scenario.
struct WindSuitePlan {
  int count = 0;
  std::array<WindPlan, max_varying_winds> winds;
  int row = 0;          ///< numbers of the part `winds`
  unsigned active = 0;  ///< bit i: wind i is nonzero in some sample
};

/// All pulses, in the order of the scenario.
struct PulseSuitePlan {
  int count = 0;
  unsigned forces = 0,
           torques = 0;  ///< bit i: pulse i is a force, or a torque, and nonzero in some sample

  bool any() const { return (forces | torques) != 0; }
};

}  // namespace montecopter
