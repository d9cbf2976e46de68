/// montecopter linearize: the linear model of a vehicle about its hover.

#include <memory>

#include "analyse/linear_report.hpp"
#include "commands.hpp"
#include "streams.hpp"
#include "vehicle_request.hpp"

namespace montecopter::cli {
namespace {

ExitCode linearize(const VehicleRequest& request) {
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  const LoadedVehicle loaded = request.load();
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
  auto request = std::make_shared<VehicleRequest>();
  CLI::App* command = app.add_subcommand(
      "linearize",
      "Trim and matrices A, B, C, D of a vehicle about its hover; exit 1 if it cannot hover");
  add_vehicle_options(*command, *request);
  command->footer(
      "Examples:\n"
      "  montecopter linearize scenarios/vehicles/hummingbird.toml\n"
      "  montecopter linearize scenarios/vehicles/marvin.toml --rotor-speed 130 --json");
  command->callback([request, &exit_code] { exit_code = linearize(*request); });
}

}  // namespace montecopter::cli
