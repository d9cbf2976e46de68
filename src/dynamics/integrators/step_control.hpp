#pragma once
/// What an integrator is told: which method it is, and how accurate a controlled one has to be.

#include "dynamics/integrators/kinds.hpp"

namespace montecopter {

struct StepControl {
  IntegratorKind kind = IntegratorKind::rk4;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
};

}  // namespace montecopter
