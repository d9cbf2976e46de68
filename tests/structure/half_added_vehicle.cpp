/// A vehicle with a battery, and four that are half added: LACKS_POWER says that it has a battery
/// and has no power, LACKS_BATTERY has the power and says nothing of a battery, LACKS_SERVOS says
/// that it has no servos and gives their angles, LACKS_MAIN_ROTOR that it has no main rotor and
/// gives its speed. Compiled by a test, never linked.

#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/vehicle_dynamics.hpp"

namespace montecopter {

struct ToyVehicle : HelicopterDynamics<double> {
#ifndef LACKS_BATTERY
  static constexpr bool has_battery = true;
#endif
#ifdef LACKS_SERVOS
  static constexpr bool has_servos = false;
#endif
#ifdef LACKS_MAIN_ROTOR
  static constexpr bool has_main_rotor = false;
#endif

#ifndef LACKS_POWER
  double shaft_power(const StateType& state, const Input& input) const {
    return rotor_load(0, state, input).torque * rotor_speed(0, state);
  }
#endif
  double within_command_limit(int, const double&, const double& command) const { return command; }
};

static_assert(require_vehicle_dynamics<ToyVehicle>());

}  // namespace montecopter
