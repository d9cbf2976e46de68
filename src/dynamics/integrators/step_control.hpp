#pragma once
/// Settings of an integrator: the method, and the tolerances of one with step control.

#include "dynamics/integrators/kinds.hpp"

namespace montecopter {

struct StepControl {
  IntegratorKind kind = integrator_number<Rk4Integrator>;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
};

}  // namespace montecopter
