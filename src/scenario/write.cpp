#include "scenario/write.hpp"

#include <algorithm>
#include <set>

#include "core/fields/paths.hpp"
#include "scenario/model/vehicle_alone.hpp"
#include "scenario/text/writer.hpp"

namespace montecopter {

namespace {

/// Top-level keys that sets override: values below every set would have no effect.
std::set<std::string> tables_of_sets(const Sweep& sweep) {
  std::set<std::string> keys;
  for (const auto& [name, axis] : sweep) keys.insert(axis.tables.begin(), axis.tables.end());
  return keys;
}

}  // namespace

std::string write_scenario(const Scenario& scenario) {
  const std::set<std::string> in_sets = tables_of_sets(scenario.sweep);
  Writer writer([&](std::string_view path, std::string_view key) {
    return (path.empty() && in_sets.contains(std::string(key))) ||
           (path == "monte_carlo" && key == "independent_points" && scenario.sweep.empty());
  });
  writer.fields(schema_of<Scenario>(), &scenario, "");
  std::string text = std::move(writer).text();
  for (const auto& [path, axis] : scenario.sweep) {
    for (const auto& [name, set] : axis.sets) {
      text += "\n[" + append_path(append_path("sweep", path) + ".sets", name) + "]\n" + set.text;
    }
  }
  return text;
}

std::string write_vehicle(const Vehicle& vehicle, const Environment& environment) {
  const VehicleAlone alone{vehicle, environment};
  Writer writer([](std::string_view, std::string_view) { return false; });
  writer.fields(schema_of<VehicleAlone>(), &alone, "");
  return std::move(writer).text();
}

std::string write_set(const Scenario& scenario, const std::string& path, const std::string& name) {
  const std::vector<std::string>& tables = scenario.sweep.at(path).tables;
  const std::string at = append_path(append_path("sweep", path) + ".sets", name);
  Writer writer([&](std::string_view where, std::string_view key) {
    return where == at && std::find(tables.begin(), tables.end(), key) == tables.end();
  });
  writer.fields(schema_of<Scenario>(), &scenario, at);
  return std::move(writer).text();
}

}  // namespace montecopter
