/// `montecopter linearize`: the linear model of a vehicle about a steady flight.

#include <memory>

#include "commands.hpp"
#include "flight_request.hpp"
#include "streams.hpp"
#include "vehicle/performance/linear_report.hpp"

namespace montecopter::cli {
namespace {

ExitCode linearize(const FlightRequest& request) {
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  const SteadyFlight flight = request.flight();
  const LoadedVehicle loaded = request.load();
  const std::optional<LinearReport> report = report_linear(loaded, flight, rotor_speed_rad_s);
  if (!report) return request.refuse(loaded);
  answer(request.json ? linear_json(*report) : linear_text(*report));
  return ExitCode::ok;
}

}  // namespace

Command linearize_command() {
  auto request = std::make_shared<FlightRequest>();
  return {
      .name = "linearize",
      .doc =
          "Linearise a vehicle about hover or a steady flight: trim and matrices A, B, C, D; exit "
          "1 if it has no such trim",
      .options = flight_options(*request),
      .footer =
          "Examples:\n"
          "  montecopter linearize scenarios/vehicles/hummingbird.toml\n"
          "  montecopter linearize scenarios/vehicles/marvin.toml --rotor-speed 130 --json\n"
          "  montecopter linearize scenarios/vehicles/f450.toml --speed 8 --heading 90",
      .run = [request] { return linearize(*request); },
  };
}

}  // namespace montecopter::cli
