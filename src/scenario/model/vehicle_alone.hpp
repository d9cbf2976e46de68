#pragma once
/// Content of a vehicle file.

#include "dynamics/environment/environment.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

/// The tables of a vehicle file, under their keys in a scenario.
struct VehicleAlone {
  Vehicle vehicle;
  Environment environment;

  static constexpr auto fields() {
    return FieldList{
        field("vehicle", &VehicleAlone::vehicle, "Vehicle"),
        field("environment", &VehicleAlone::environment, "Environment of the flights"),
    };
  }
};

}  // namespace montecopter
