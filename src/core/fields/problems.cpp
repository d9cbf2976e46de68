#include "core/fields/problems.hpp"

#include <fmt/format.h>

namespace montecopter {

std::string subtract_first(double time) { return fmt::format("Subtract {} from all times", time); }

}  // namespace montecopter
