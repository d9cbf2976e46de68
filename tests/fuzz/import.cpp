#include "fuzz/resolved.hpp"
#include "fuzz/targets.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/import/kinds.hpp"

namespace montecopter::fuzz {
namespace {

/// Half of the inputs have a vehicle to take from what they lack, the others numbers.
ImportRequest request_of(bool has_vehicle, std::string_view text) {
  static const std::string vehicle_file =
      std::string(MONTECOPTER_SCENARIOS) + "/vehicles/x500.toml";
  static const LoadedVehicle loaded = load_vehicle(vehicle_file);
  ImportRequest request;
  request.file = "fuzz";
  request.text = std::string(text);
  if (has_vehicle) {
    request.vehicle = std::get<Multirotor>(loaded.vehicle);
    request.vehicle_name = vehicle_file;
  } else {
    request.mass_kg = 2.0;
    request.inertia_kg_m2 = {0.02, 0.02, 0.04};
    request.is_robust = true;
  }
  return request;
}

}  // namespace

void import_file(std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  const ImportKind& kind = import_kinds[choice / 2 % import_kinds.size()];
  const ImportRequest request = request_of(choice % 2 == 0, input.substr(1));
  ImportResult made;
  if (!accepted([&] { made = kind.read(request); })) return;
  if (made.flight.empty()) return;
  accepted([&] {
    use(load_scenario_text(scenario_of(made, "fuzz", request.vehicle_name), "fuzz.toml", "/"));
  });
}

}  // namespace montecopter::fuzz
