/// montecopter vehicle: flight mechanics of a vehicle file without a flight.

#include <memory>

#include "commands.hpp"
#include "scenario/write.hpp"
#include "streams.hpp"
#include "vehicle/import/surface_table.hpp"
#include "vehicle/performance/vehicle_report.hpp"
#include "vehicle_request.hpp"

namespace montecopter::cli {
namespace {

struct ReportRequest : VehicleRequest {
  bool envelope = false, resolved = false, surface = false;
};

const ResponseSurface& surface_of(const Vehicle& vehicle) {
  const auto* multirotor = std::get_if<Multirotor>(&vehicle);
  if (multirotor == nullptr || !multirotor->response_surface) {
    throw Error(ExitCode::usage, Problem{"--surface", "the vehicle has no response surface", "",
                                         "Give it [vehicle.response_surface], or leave this out"});
  }
  return *multirotor->response_surface;
}

ExitCode vehicle(const ReportRequest& request) {
  const std::optional<double> rotor_speed_rad_s = request.rotor_speed_rad_s();
  if (request.resolved) {
    const LoadedVehicle loaded = request.load();
    answer(write_vehicle(loaded.vehicle, loaded.environment));
    return ExitCode::ok;
  }
  if (request.surface) {
    answer(surface_csv(surface_of(request.load().vehicle)));
    return ExitCode::ok;
  }
  const VehicleReport report = report_vehicle(request.load(), rotor_speed_rad_s, request.envelope);
  request.json ? answer(vehicle_json(report)) : answer_verdicts(vehicle_text(report));
  return report.can_hover() ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Command vehicle_command() {
  auto request = std::make_shared<ReportRequest>();
  return {
      .name = "vehicle",
      .doc =
          "Analyse a vehicle in hover and steady flight: reserves, control authority, performance, "
          "modes, plausibility; exit 1 if it cannot hover",
      .options = joined({vehicle_options(*request),
                         {{"--envelope", &request->envelope,
                           "Print thrust-to-weight ratio, hover and top speed of a multirotor over "
                           "mass and air density"},
                          {"--resolved", &request->resolved,
                           "Print the complete vehicle and its environment as TOML"},
                          {"--surface", &request->surface,
                           "Print the response surface as a CSV table in SI units, which `import "
                           "response-surface` reads"}}}),
      .footer =
          "Examples:\n"
          "  montecopter vehicle scenarios/vehicles/flightgoggles.toml\n"
          "  montecopter vehicle scenarios/vehicles/neo9-hexa.toml --envelope\n"
          "  montecopter vehicle scenarios/vehicles/marvin.toml --rotor-speed 130\n"
          "  montecopter vehicle x500.toml --set vehicle.mass_kg=2.4 --json",
      .run = [request] { return vehicle(*request); },
  };
}

}  // namespace montecopter::cli
