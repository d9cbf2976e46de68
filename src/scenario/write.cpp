#include "scenario/write.hpp"

#include "scenario/writer.hpp"

namespace montecopter {

std::string write_scenario(const Scenario& scenario) {
  Writer writer([&](std::string_view path, std::string_view key) {
    return path == "monte_carlo" && key == "independent_points" && scenario.sweep.empty();
  });
  writer.fields(schema_of<Scenario>(), &scenario, "");
  return std::move(writer).text();
}

}  // namespace montecopter
