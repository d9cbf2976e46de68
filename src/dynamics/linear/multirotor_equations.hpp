#pragma once
/// The equations of a MultirotorModel: those of the kernels that any multirotor suits, over plain
/// doubles.

#include <optional>

#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"

namespace montecopter {

struct MultirotorEquations
    : MultirotorDynamics<double, AnyRotors<max_rotors>, AnyPropulsion, AllTerms> {
  using MultirotorDynamics::MultirotorDynamics;

  /// Commands within their limits, and the voltage that a battery has under electric motors in this
  /// state.
  Input input(const StateType& state, const Eigen::VectorXd& commands) const {
    Input input;
    for (int i = 0; i < rotor_count(); ++i) input.command[i] = clamp_command(i, commands[i]);
    if (supply) {
      input.supply = supply->open_circuit;
      input.supply = supply_voltage(state, input);
    }
    return input;
  }
  /// Voltage of the supply under the motors in this state.
  double supply_voltage(const StateType& state, const Input& input) const {
    return supply->output(electric_load(state, input, supply->per_efficiency)).voltage;
  }

  std::optional<ElectricSupply> supply;
};

}  // namespace montecopter
