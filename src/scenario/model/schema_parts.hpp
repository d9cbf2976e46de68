#pragma once
/// The parts of the scenario whose schemas are units of their own (controller_schema.cpp,
/// rotor_schema.cpp): a new key of a controller or a rotor law does not compile again what the
/// rest of the schema takes, which is longer than any other unit.

#include "core/fields/type_schema.hpp"

namespace montecopter {

struct Controller;
struct RotorLaw;
struct Motor;

extern template const TypeSchema& schema_of<Controller>();
extern template const TypeSchema& schema_of<RotorLaw>();
extern template const TypeSchema& schema_of<Motor>();

}  // namespace montecopter
