#include "dynamics/controllers/controller.hpp"
#include "fields/schema_of.hpp"
#include "scenario/schema_parts.hpp"

namespace montecopter {

template const TypeSchema& schema_of<Controller>();

}  // namespace montecopter
