#pragma once
/// The parts of the scenario whose schemas have source files of their own (controller_schema.cpp,
/// rotor_schema.cpp). A new key of a controller or a rotor law then does not recompile the rest of
/// the schema, which takes longer than any other file.

#include "core/fields/type_schema.hpp"

namespace montecopter {

struct Controller;
struct RotorLaw;
struct Motor;

extern template const TypeSchema& schema_of<Controller>();
extern template const TypeSchema& schema_of<RotorLaw>();
extern template const TypeSchema& schema_of<Motor>();

}  // namespace montecopter
