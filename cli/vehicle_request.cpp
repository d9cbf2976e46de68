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

void add_vehicle_options(CLI::App& command, VehicleRequest& request) {
  command.add_option("file", request.file, "Vehicle file, or the scenario that it flies in")
      ->required()
      ->type_name("FILE.toml");
  command
      .add_option("--set", request.overrides,
                  "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--rotor-speed", request.rotor_speed,
                  "Trim of a helicopter at this speed of its main rotor, in rad/s; default: that "
                  "of its first operating point")
      ->type_name("X");
  command.add_flag("--json", request.json, "Print JSON");
}

}  // namespace montecopter::cli
