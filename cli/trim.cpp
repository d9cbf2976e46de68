/// montecopter trim: commands and attitude of a vehicle in steady flight.

#include <memory>

#include "commands.hpp"
#include "flight_request.hpp"
#include "streams.hpp"
#include "vehicle/performance/trim_report.hpp"

namespace montecopter::cli {
namespace {

ExitCode trim(const FlightRequest& request) {
  const SteadyFlight flight = request.flight();
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  const LoadedVehicle loaded = request.load();
  const std::optional<TrimReport> report = report_trim(loaded, flight, rotor_speed_rad_s);
  if (!report) return request.refuse(loaded);
  request.json ? answer(trim_json(*report)) : answer_verdicts(trim_text(*report));
  return ExitCode::ok;
}

}  // namespace

Command trim_command() {
  auto request = std::make_shared<FlightRequest>();
  return {
      .name = "trim",
      .doc =
          "Trim a vehicle in steady flight: commands, attitude and thrusts; exit 1 if it has no "
          "such trim",
      .options = flight_options(*request),
      .footer =
          "Examples:\n"
          "  montecopter trim scenarios/vehicles/hummingbird.toml\n"
          "  montecopter trim scenarios/vehicles/f450.toml --speed 8 --climb 2 --heading 90\n"
          "  montecopter trim scenarios/vehicles/marvin.toml --rotor-speed 130 --speed 5 --json\n"
          "  montecopter trim scenarios/examples/iris-gust.toml --time 2",
      .run = [request] { return trim(*request); },
  };
}

}  // namespace montecopter::cli
