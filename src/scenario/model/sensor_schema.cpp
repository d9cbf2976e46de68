#include "core/fields/schema_of.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "scenario/model/schema_parts.hpp"

namespace montecopter {

template const TypeSchema& schema_of<SensorUnit>();
template const TypeSchema& schema_of<Estimator>();
template const TypeSchema& schema_of<Event>();

}  // namespace montecopter
