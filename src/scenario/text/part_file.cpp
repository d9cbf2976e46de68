#include "scenario/text/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dynamics/sensors/sensor_kinds.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

namespace {

struct PartKind {
  std::string_view what;
  std::string_view table;     ///< table of a scenario that includes it
  std::string_view use_here;  ///< advice for the file itself
};

constexpr PartKind vehicle_part{"vehicle", "vehicle",
                                "`montecopter vehicle FILE` shows it; to fly it, "};
constexpr PartKind controller_part{"controller", "controller", ""};
constexpr PartKind sensor_part{"sensor", "sensors.NAME", ""};

bool is_vehicle_type(const std::string& type) {
  const std::vector<std::string> types = type_names(static_cast<const Vehicle*>(nullptr));
  return std::find(types.begin(), types.end(), type) != types.end();
}

/// Whether there is a table of a sensor, as in a file of a sensor unit.
bool has_sensor(const toml::table& root) {
  return [&]<class... Sensors>(const std::variant<Sensors...>*) {
    return (root[Sensors::key].is_table() || ...);
  }(static_cast<const AnySensor*>(nullptr));
}

const PartKind* part_of(const toml::table& root) {
  const std::string type = root["type"].value_or(std::string());
  if (root.contains("rotors") || is_vehicle_type(type)) return &vehicle_part;
  if (!type.empty()) return &controller_part;
  return has_sensor(root) ? &sensor_part : nullptr;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

}  // namespace

bool report_part_file(const toml::table& root, Report& report) {
  if (root.contains("schema") || root.contains("vehicle")) return false;
  const PartKind* part = part_of(root);
  if (part == nullptr) return false;
  report.error("", fmt::format("this is a {} file, not a scenario", part->what),
               "it has neither schema = 1 nor a table [vehicle]",
               capitalised(fmt::format("{}write a scenario with [{}] include = \"FILE\"",
                                       part->use_here, part->table)));
  return true;
}

}  // namespace montecopter
