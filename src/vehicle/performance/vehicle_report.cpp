#include "vehicle/performance/vehicle_report.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/vehicles/principal_moments.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

/// Names the inputs that the scenario varies; the report uses their written values.
std::string varied_text(const std::vector<std::string>& varied) {
  std::string text, label = "nominal values of";
  for (const std::string& path : varied) {
    text += report_line(label, path);
    label.clear();
  }
  return text;
}

std::string plausibility_text(const PlausibilityWarnings& warnings) {
  std::string text;
  for (const PlausibilityWarning& warning : warnings) {
    text += fmt::format("implausible: {} ({}).\n", warning.what, warning.why);
  }
  return text.empty() ? "No plausibility warnings.\n" : text;
}

Json plausibility_json(const PlausibilityWarnings& warnings) {
  Json list = Json::array();
  for (const PlausibilityWarning& d : warnings) {
    list.add(Json::object().set("what", Json::text(d.what)).set("why", Json::text(d.why)));
  }
  return list;
}

}  // namespace

CalmAir calm_air(const Environment& environment, double z_m) {
  const World<double> world{models_of(environment), fold_world(environment, {0, 0, 0})};
  const CalmAir calm{world.gravity(z_m), world.air(z_m).density_kg_m3,
                     world.air(z_m).temperature_k};
  if (!(calm.gravity_m_s2 > 0)) {
    throw Error(ExitCode::usage,
                Problem{"environment.gravity_m_s2", "without gravity there is no hover",
                        "every steady flight is searched for from a hover",
                        "Give a gravity above 0, e.g. --set environment.gravity_m_s2=9.81"});
  }
  return calm;
}

const Findings& VehicleReport::findings() const {
  return std::visit([](const auto& r) -> const Findings& { return r; }, kind);
}

bool VehicleReport::can_hover() const {
  return std::visit([](const auto& r) { return r.hover.has_value(); }, kind);
}

VehicleReport report_vehicle(const LoadedVehicle& loaded, std::optional<double> rotor_speed_rad_s,
                             bool envelope) {
  VehicleReport report;
  report.name = loaded.name, report.varied = loaded.varied;
  report.air = calm_air(loaded.environment);
  std::visit(
      [&](const auto& vehicle) {
        report.type = vehicle.type_name, report.mass_kg = vehicle.mass_kg;
        report.principal_inertia_kg_m2 =
            principal_moments(effective_inertia(vehicle.inertia_kg_m2));
        report.kind = report_on(vehicle, report.air, {loaded.step_s, rotor_speed_rad_s, envelope});
      },
      loaded.vehicle);
  return report;
}

std::string vehicle_text(const VehicleReport& report) {
  const auto& j = report.principal_inertia_kg_m2;
  const std::string title = std::visit([](const auto& r) { return title_of(r); }, report.kind);
  std::string text = fmt::format("{}: {}\n", report.name, title);
  text += report_line("mass", fmt::format("{} kg at {:.7g} m/s2", format_double(report.mass_kg),
                                          report.air.gravity_m_s2));
  text += report_line("air density", fmt::format("{:.5g} kg/m3", report.air.density_kg_m3));
  text += varied_text(report.varied);
  text += report_line("principal inertia", fmt::format("{}, {}, {} kg m2", significant(j[0]),
                                                       significant(j[1]), significant(j[2])));
  text += std::visit([](const auto& r) { return text_of(r); }, report.kind);
  return text + modes_text(report.findings().modes) + plausibility_text(report.findings().warnings);
}

std::string vehicle_json(const VehicleReport& report) {
  Json json = Json::object();
  json.set("vehicle", Json::text(report.name)).set("type", Json::text(report.type));
  json.set("mass_kg", Json::number(report.mass_kg));
  json.set("gravity_m_s2", Json::number(report.air.gravity_m_s2));
  json.set("air_density_kg_m3", Json::number(report.air.density_kg_m3));
  json.set("principal_inertia_kg_m2", json_numbers(report.principal_inertia_kg_m2));
  std::visit([&](const auto& r) { add_members(r, json); }, report.kind);
  json.set("eigenvalues_1_s", json_modes(report.findings().modes));
  json.set("plausibility_warnings", plausibility_json(report.findings().warnings));
  json.set("varied", Json::texts(report.varied));
  return json.print() + "\n";
}

}  // namespace montecopter
