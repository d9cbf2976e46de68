#include "core/fields/schema_of.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "scenario/model/schema_parts.hpp"

namespace montecopter {

template const TypeSchema& schema_of<RotorLaw>();
template const TypeSchema& schema_of<Motor>();

}  // namespace montecopter
