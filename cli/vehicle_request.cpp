#include "vehicle_request.hpp"

#include "options.hpp"
#include "streams.hpp"

namespace montecopter::cli {

LoadedVehicle VehicleRequest::load() const {
  LoadedVehicle loaded = load_vehicle(file, overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  return loaded;
}

std::optional<double> VehicleRequest::rotor_speed_rad_s() const {
  if (!rotor_speed) return std::nullopt;
  constexpr double fastest_rad_s = 1e4;  // rotors of insects are slower
  return positive_number("--rotor-speed", *rotor_speed, fastest_rad_s);
}

Options vehicle_options(VehicleRequest& request) {
  return {
      Option{"file", &request.file, "Vehicle file, or a scenario", "FILE.toml"}.required(),
      set_option(request.overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      {"--rotor-speed", &request.rotor_speed,
       "Speed of the main rotor at which a helicopter is trimmed, in rad/s; default: its first "
       "operating point",
       "X"},
      {"--json", &request.json, "Print JSON"},
  };
}

}  // namespace montecopter::cli
