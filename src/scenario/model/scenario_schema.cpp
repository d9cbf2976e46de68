/// The schemas of file formats. They are compiled here, except the parts in schema_parts.hpp, which
/// have source files of their own.

#include "core/fields/schema_of.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/model/epistemic_inputs.hpp"
#include "scenario/model/scenario.hpp"
#include "scenario/model/schema_parts.hpp"
#include "scenario/model/vehicle_alone.hpp"

namespace montecopter {

template const TypeSchema& schema_of<Scenario>();
template const TypeSchema& schema_of<Vehicle>();
template const TypeSchema& schema_of<VehicleAlone>();
template const TypeSchema& schema_of<EpistemicInputs>();

}  // namespace montecopter
