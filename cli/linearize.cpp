/// montecopter linearize: the linear model of a vehicle about its hover.

#include <memory>
#include <optional>

#include "analyse/linear_report.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct Request {
  std::string file;
  std::vector<std::string> overrides;
  std::optional<std::string> rotor_speed;
  bool json = false;
};

ExitCode linearize(const Request& request) {
  std::optional<double> rotor_speed_rad_s;
  if (request.rotor_speed) rotor_speed_rad_s = rotor_speed(*request.rotor_speed);
  const LoadedVehicle loaded = load_vehicle(request.file, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  const std::optional<LinearModel> model = hover_model(loaded, rotor_speed_rad_s);
  if (!model) {
    remark(request.file + ": it cannot hover, so there is nothing to be linear about. " +
           "`montecopter vehicle` says why.\n");
    return ExitCode::no;
  }
  answer(request.json ? linear_json(loaded.name, *model) : linear_text(loaded.name, *model));
  return ExitCode::ok;
}

}  // namespace

void add_linearize(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand(
      "linearize",
      "Trim and matrices A, B, C, D of a vehicle about its hover; exit 1 if it cannot hover");
  command->add_option("file", request->file, "Vehicle file, or the scenario that it flies in")
      ->required()
      ->type_name("FILE.toml");
  command
      ->add_option("--set", request->overrides,
                   "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--rotor-speed", request->rotor_speed,
                   "Hover of a helicopter at this speed of its main rotor, in rad/s; default: that "
                   "of its first operating point")
      ->type_name("X");
  command->add_flag("--json", request->json, "Print the trim and the matrices as JSON");
  command->footer(
      "Examples:\n"
      "  montecopter linearize scenarios/vehicles/hummingbird.toml\n"
      "  montecopter linearize scenarios/vehicles/marvin.toml --rotor-speed 130 --json");
  command->callback([request, &exit_code] { exit_code = linearize(*request); });
}

}  // namespace montecopter::cli
