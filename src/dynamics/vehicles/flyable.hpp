#pragma once
/// Why a sample with drawn parameters cannot be flown: the parts of is_flyable()
/// (multirotor_setup.hpp, helicopter_setup.hpp) besides is_of_a_body().

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// Whether limits of motors or servos are in order, rotors have an axis, blades two radii, and
/// operating points differ.
bool has_good_actuators(const Multirotor& vehicle);
bool has_good_actuators(const Helicopter& vehicle);

/// Whether the integration step can follow the lag of motors or servos.
bool step_suits_actuators(const Multirotor& vehicle, IntegratorKind integrator, double step_s);
bool step_suits_actuators(const Helicopter& vehicle, IntegratorKind integrator, double step_s);

}  // namespace montecopter
