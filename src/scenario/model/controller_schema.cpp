#include "core/fields/schema_of.hpp"
#include "dynamics/controllers/controller.hpp"
#include "scenario/model/schema_parts.hpp"

namespace montecopter {

template const TypeSchema& schema_of<Controller>();

}  // namespace montecopter
