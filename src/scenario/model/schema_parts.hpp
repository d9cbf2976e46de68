#pragma once
/// The parts of the scenario whose schemas have source files of their own (controller_schema.cpp,
/// rotor_schema.cpp, sensor_schema.cpp). A new key of a controller, a rotor law or a sensor then
/// does not recompile the rest, which takes longer and more memory than any other file.

#include "core/fields/type_schema.hpp"

namespace montecopter {

struct Controller;
struct RotorLaw;
struct Motor;
struct SensorUnit;
struct Estimator;
struct Event;

extern template const TypeSchema& schema_of<Controller>();
extern template const TypeSchema& schema_of<RotorLaw>();
extern template const TypeSchema& schema_of<Motor>();
extern template const TypeSchema& schema_of<SensorUnit>();
extern template const TypeSchema& schema_of<Estimator>();
extern template const TypeSchema& schema_of<Event>();

}  // namespace montecopter
