#include "scenario/derived/unknown_numbers.hpp"

#include <string_view>

#include "core/fields/paths.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

Scenario with_unknown_numbers(Scenario scenario, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    for (const NumberRef& number : find_numbers(scenario, path)) *number.value = unknown_number;
  }
  return scenario;
}

Vehicle with_unknown_numbers(Vehicle vehicle, const std::vector<std::string>& paths) {
  constexpr std::string_view key = "vehicle.";
  for (const std::string& path : paths) {
    if (!path.starts_with(key)) continue;
    const auto wanted = split_path(std::string_view(path).substr(key.size()));
    if (!wanted) continue;
    for (const NumberRef& number : all_numbers(schema_of<Vehicle>(), &vehicle, &*wanted)) {
      *number.value = unknown_number;
    }
  }
  return vehicle;
}

}  // namespace montecopter
