#include "outputs.hpp"

#include "core/base/embed.hpp"

EMBED(output_schemas, OUTPUTS)

namespace montecopter::cli {

std::string_view output_schemas() {
  return {montecopter_output_schemas_begin, montecopter_output_schemas_end};
}

}  // namespace montecopter::cli
