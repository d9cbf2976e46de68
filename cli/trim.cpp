/// montecopter trim: commands and attitude of a vehicle in steady flight.

#include <memory>

#include "analyse/trim_report.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "streams.hpp"
#include "vehicle_request.hpp"

namespace montecopter::cli {
namespace {

struct TrimRequest : VehicleRequest {
  std::string speed = "0", climb = "0", course = "0", heading = "0";

  SteadyFlight flight() const {
    return {non_negative_number("--speed", speed), finite_number("--climb", climb),
            finite_number("--course", course), finite_number("--heading", heading)};
  }
};

ExitCode trim(const TrimRequest& request) {
  const SteadyFlight flight = request.flight();
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  const LoadedVehicle loaded = request.load();
  const std::optional<TrimReport> report = report_trim(loaded, flight, rotor_speed_rad_s);
  if (!report) {
    remark(request.file + ": no commands within their limits hold that flight. " +
           "`montecopter vehicle` shows what the vehicle can do.\n");
    return ExitCode::no;
  }
  answer(request.json ? trim_json(*report) : trim_text(*report));
  return ExitCode::ok;
}

}  // namespace

void add_trim(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<TrimRequest>();
  CLI::App* command = app.add_subcommand(
      "trim",
      "Commands, attitude and thrusts of a vehicle in steady flight; exit 1 if it cannot fly so");
  add_vehicle_options(*command, *request);
  command->add_option("--speed", request->speed, "Horizontal speed through the air, in m/s")
      ->type_name("X");
  command->add_option("--climb", request->climb, "Upward speed, in m/s")->type_name("X");
  command
      ->add_option("--course", request->course, "Where it flies to, in degrees from north to east")
      ->type_name("X");
  command
      ->add_option("--heading", request->heading,
                   "Where the nose points, in degrees from north to east")
      ->type_name("X");
  command->footer(
      "Examples:\n"
      "  montecopter trim scenarios/vehicles/hummingbird.toml\n"
      "  montecopter trim scenarios/vehicles/f450.toml --speed 8 --climb 2 --heading 90\n"
      "  montecopter trim scenarios/vehicles/marvin.toml --rotor-speed 130 --speed 5 --json");
  command->callback([request, &exit_code] { exit_code = trim(*request); });
}

}  // namespace montecopter::cli
