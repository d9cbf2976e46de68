/// montecopter new: a commented scenario to start from, for a vehicle.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "output_file.hpp"
#include "plan/plan.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "shipped_vehicles.hpp"
#include "streams.hpp"
#include "vehicle/performance/first_scenario.hpp"
#include "vehicle/stability/loop_stability.hpp"

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

struct NewRequest {
  std::string vehicle;
  std::optional<std::string> output;
  bool force = false, json = false;
};

/// The folder in which the scenario will lie.
fs::path folder_of(const NewRequest& request) {
  if (!request.output) return fs::current_path();
  return fs::absolute(*request.output).lexically_normal().parent_path();
}

/// The path by which the scenario names a file. It is relative to the scenario if it leads through
/// at most two folders above it, because then the two are likely to move together.
std::string path_from(const fs::path& folder, const std::string& file) {
  const fs::path whole = fs::absolute(file).lexically_normal();
  const fs::path relative = whole.lexically_relative(folder);
  return relative.empty() || relative.string().starts_with("../../../") ? whole.string()
                                                                        : relative.string();
}

/// The JSON Schema for editors. The program has none before it is installed: the user writes it
/// beside the scenario (`montecopter schema`).
std::string schema_path() {
  const std::string installed = installed_schema();
  return installed.empty() ? "scenario.schema.json" : installed;
}

FirstScenarioNames first_names_of(const NewRequest& request, const std::string& vehicle) {
  FirstScenarioNames names;
  names.name = request.output ? fs::path(*request.output).stem().string()
                              : fs::path(vehicle).stem().string() + "-hover";
  names.vehicle = path_from(folder_of(request), vehicle);
  names.call = "montecopter new " + request.vehicle;
  names.schema = schema_path();
  return names;
}

LoadedVehicle load(const std::string& vehicle) {
  LoadedVehicle loaded = load_vehicle(vehicle, {"environment.gravity_m_s2=9.81"});
  if (!loaded.step_s) return loaded;
  throw Error(ExitCode::usage, Problem{vehicle, "it is already a scenario", "",
                                       "Give a vehicle file, with the keys of [vehicle]"});
}

/// Reports now, and not in `check`, what the vehicle does not allow.
void require_flyable(const std::string& text, const FirstScenarioNames& names,
                     const fs::path& folder, Remarks& remarks) {
  const LoadedScenario loaded = load_scenario_text(text, names.name + ".toml", folder.string());
  remarks.warn_all(loaded.warnings);
  remarks.warn_all(loop_warnings(make_plan(loaded), loaded.controller_at));
}

std::string json_of(const NewRequest& request, const FirstScenarioNames& names,
                    const std::string& text, const Remarks& remarks) {
  return fmt::format("{{\"name\": {}, \"vehicle\": {}, \"file\": {}, {}{}}}\n",
                     json_quote(names.name), json_quote(names.vehicle),
                     request.output ? json_quote(*request.output) : "null",
                     request.output ? "" : fmt::format("\"text\": {}, ", json_quote(text)),
                     remarks.json_members());
}

ExitCode write_new(const NewRequest& request) {
  if (request.force && !request.output) {
    throw Error(ExitCode::usage, Problem{"--force", "needs --output"});
  }
  if (request.output && request.output->empty()) {
    throw Error(ExitCode::usage, Problem{"--output", "the name of the scenario file is empty"});
  }
  Remarks remarks = remarks_on_stderr();
  const std::string vehicle = vehicle_file(request.vehicle);
  const LoadedVehicle loaded = load(vehicle);
  remarks.warn_all(loaded.warnings);
  const FirstScenarioNames names = first_names_of(request, vehicle);
  const std::string text = first_scenario(loaded, names);
  require_flyable(text, names, folder_of(request), remarks);
  if (request.output) {
    OutputFile out(*request.output, request.force);
    out.add(text);
    out.finish();
  }
  if (request.json) {
    answer(json_of(request, names, text, remarks));
  } else if (request.output) {
    answer(fmt::format("{0}: a hover of {1}; to fly it: montecopter run {0}\n", *request.output,
                       loaded.name));
  } else {
    answer(text);
  }
  return ExitCode::ok;
}

}  // namespace

Command new_command() {
  auto request = std::make_shared<NewRequest>();
  return {
      .name = "new",
      .doc = "Write a commented scenario to start from: a vehicle hovering in calm air",
      .options =
          {
              Option{"vehicle", &request->vehicle,
                     "Name of a vehicle that comes with the program, or a vehicle file",
                     "VEHICLE.toml"}
                  .required(),
              {"-o,--output", &request->output, "Scenario file; default: stdout", "FILE.toml"},
              {"--force", &request->force, "Replace the file if it exists"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter new x500 -o hover.toml\n"
          "  montecopter new my-quad.toml -o hover.toml\n"
          "The file contains wind, sensors, dispersions and a requirement as comments. Its first "
          "line names the JSON Schema for editors. If none is installed, `montecopter schema > "
          "scenario.schema.json` writes it.",
      .run = [request] { return write_new(*request); },
  };
}

}  // namespace montecopter::cli
