/// montecopter trim: commands and attitude of a vehicle in steady flight.

#include <memory>

#include "analyse/trim_report.hpp"
#include "commands.hpp"
#include "flight_request.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

ExitCode trim(const FlightRequest& request) {
  const SteadyFlight flight = request.flight();
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  const LoadedVehicle loaded = request.load();
  const std::optional<TrimReport> report = report_trim(loaded, flight, rotor_speed_rad_s);
  if (!report) return request.refuse(loaded);
  answer(request.json ? trim_json(*report) : trim_text(*report));
  return ExitCode::ok;
}

}  // namespace

void add_trim(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<FlightRequest>();
  CLI::App* command = app.add_subcommand(
      "trim",
      "Commands, attitude and thrusts of a vehicle in steady flight; exit 1 if it cannot fly so");
  add_flight_options(*command, *request);
  command->footer(
      "Examples:\n"
      "  montecopter trim scenarios/vehicles/hummingbird.toml\n"
      "  montecopter trim scenarios/vehicles/f450.toml --speed 8 --climb 2 --heading 90\n"
      "  montecopter trim scenarios/vehicles/marvin.toml --rotor-speed 130 --speed 5 --json\n"
      "  montecopter trim scenarios/examples/iris-gust.toml --time 2");
  command->callback([request, &exit_code] { exit_code = trim(*request); });
}

}  // namespace montecopter::cli
