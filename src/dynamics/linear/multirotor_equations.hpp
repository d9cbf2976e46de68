#pragma once
/// The equations of a MultirotorModel: those of the kernels that any multirotor suits, over plain
/// doubles.

#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"

namespace montecopter {

struct MultirotorEquations
    : MultirotorDynamics<double, AnyRotors<max_rotors>, AnyPropulsion, AllTerms> {
  using MultirotorDynamics::MultirotorDynamics;

  /// Each within its limits.
  Input input(const Eigen::VectorXd& commands) const {
    Input input;
    for (int i = 0; i < rotor_count(); ++i) input.command[i] = clamp_command(i, commands[i]);
    return input;
  }
};

}  // namespace montecopter
