#pragma once
/// What a vehicle file says.

#include "dynamics/environment/environment.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

/// Under the keys that it has in a scenario.
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
