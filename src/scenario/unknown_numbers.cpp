#include "scenario/unknown_numbers.hpp"

#include <limits>
#include <string_view>

#include "fields/paths.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

Vehicle with_unknown_numbers(Vehicle vehicle, const std::vector<std::string>& paths) {
  constexpr std::string_view key = "vehicle.";
  for (const std::string& path : paths) {
    if (!path.starts_with(key)) continue;
    const auto wanted = split_path(std::string_view(path).substr(key.size()));
    if (!wanted) continue;
    for (const NumberRef& number : all_numbers(schema_of<Vehicle>(), &vehicle, &*wanted)) {
      *number.value = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return vehicle;
}

}  // namespace montecopter
