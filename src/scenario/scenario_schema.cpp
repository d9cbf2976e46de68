/// The schemas of what is read from files, compiled here and nowhere else.

#include "dynamics/models.hpp"
#include "fields/schema_of.hpp"
#include "scenario/scenario.hpp"
#include "scenario/vehicle_alone.hpp"

namespace montecopter {

template const TypeSchema& schema_of<Scenario>();
template const TypeSchema& schema_of<VehicleAlone>();
template const TypeSchema& schema_of<Motor>();

}  // namespace montecopter
