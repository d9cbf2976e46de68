#pragma once
/// Common part of all motors whose state is a speed.

#include "dynamics/motors/motor.hpp"

namespace montecopter {

struct SpinningMotor : MotorLimits {
  double rotor_inertia_kg_m2 = 0.0;

  static constexpr auto fields() {
    return join(MotorLimits::fields(),
                FieldList{field("rotor_inertia_kg_m2", &SpinningMotor::rotor_inertia_kg_m2, "kg m2",
                                non_negative, Vary::per_sample,
                                "Inertia of rotor and motor bell about the spin axis (reaction and "
                                "gyroscopic torque; only where the law's input is a speed)")});
  }
};

}  // namespace montecopter
