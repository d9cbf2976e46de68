#include "import/imported.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "import/toml_lines.hpp"
#include "scenario/load.hpp"

namespace montecopter {

std::string scenario_of(const Imported& imported, const std::string& name,
                        const std::string& vehicle_file) {
  std::string text = fmt::format("schema = 1\nname = {}\n\n", toml_quote(name));
  text += imported.vehicle.empty() ? fmt::format("[vehicle]\ninclude = {}\n{}",
                                                 toml_quote(vehicle_file), imported.vehicle_over)
                                   : under("vehicle", imported.vehicle);
  if (!imported.controller.empty()) text += "\n" + under("controller", imported.controller);
  return text + imported.flight;
}

void require_loads(const std::string& scenario, const std::string& file) {
  try {
    load_scenario_text(scenario, "what is made of " + file, ".");
  } catch (const Error& error) {
    throw Error(error.code(),
                fmt::format("{}: error: what it says makes no scenario:\n{}", file, error.what()));
  }
}

}  // namespace montecopter
