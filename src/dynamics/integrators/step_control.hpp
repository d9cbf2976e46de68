#pragma once
/// What a controlled integrator is told; fixed-step ones ignore it.

namespace montecopter {

struct StepControl {
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
};

}  // namespace montecopter
