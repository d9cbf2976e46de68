/// montecopter vehicle: what a vehicle file amounts to.

#include <memory>
#include <optional>

#include "analyse/vehicle_report.hpp"
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

ExitCode vehicle(const Request& request) {
  std::optional<double> rotor_speed_rad_s;
  if (request.rotor_speed) rotor_speed_rad_s = rotor_speed(*request.rotor_speed);
  const LoadedVehicle loaded = load_vehicle(request.file, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  const VehicleReport report = report_vehicle(loaded, rotor_speed_rad_s);
  answer(request.json ? vehicle_json(report) : vehicle_text(report));
  return report.can_hover() ? ExitCode::ok : ExitCode::no;
}

}  // namespace

void add_vehicle(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand(
      "vehicle",
      "Hover, reserves, modes and unlikely numbers of a vehicle; exit 1 if it cannot hover");
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
  command->add_flag("--json", request->json, "Print JSON");
  command->footer(
      "Examples:\n"
      "  montecopter vehicle scenarios/vehicles/flightgoggles.toml\n"
      "  montecopter vehicle scenarios/vehicles/marvin.toml --rotor-speed 130\n"
      "  montecopter vehicle x500.toml --set vehicle.mass_kg=2.4 --json");
  command->callback([request, &exit_code] { exit_code = vehicle(*request); });
}

}  // namespace montecopter::cli
