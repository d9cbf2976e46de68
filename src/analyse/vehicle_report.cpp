#include "analyse/vehicle_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/table.hpp"
#include "base/text.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/vehicles/principal_moments.hpp"

namespace montecopter {
namespace {

constexpr double degrees_per_rad = 180 / M_PI;
constexpr double fastest_level_flight_m_s = 200;

template <class... Ts>
std::string type_name(const std::variant<Ts...>& value) {
  return type_names(&value)[value.index()];
}

/// Shaft power of all rotors: torque times speed.
double power_w(const VehicleModel& model, const Trim& trim) {
  if (!takes_speed(model.vehicle().rotors.front().law)) return std::nan("");
  const auto state =
      model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, Eigen::Vector3d::Zero());
  double sum = 0;
  for (int i = 0; i < model.rotors(); ++i) {
    sum += std::fabs(model.load(i, state, trim.commands).torque * trim.commands[i]);
  }
  return sum;
}

/// What is slower than this counts as neutral: a chain of integrators (position, velocity, tilt)
/// has zeros of high multiplicity, which the rounding of differences spreads by about its fourth
/// root.
constexpr double slowest_1_s = 3e-4;

/// One mode in words; a pair of complex ones once.
std::string mode_text(const std::complex<double>& s) {
  const double size = std::abs(s);
  if (size < slowest_1_s) return "neutral";
  if (s.imag() != 0 && std::fabs(s.real()) < 1e-6 * size) {
    return fmt::format("{} rad/s, undamped", significant(size, 4));
  }
  if (s.imag() != 0) {
    return fmt::format("{} rad/s, damping ratio {}", significant(size, 4),
                       significant(-s.real() / size, 3));
  }
  return s.real() < 0 ? fmt::format("time constant {} s", significant(-1 / s.real(), 4))
                      : fmt::format("doubles in {} s", significant(std::log(2.0) / s.real(), 4));
}

bool same_mode(const std::complex<double>& a, const std::complex<double>& b) {
  if (std::abs(a) < slowest_1_s && std::abs(b) < slowest_1_s) return true;
  return std::abs(a - b) <= 1e-5 * std::abs(a);
}

std::string line(const std::string& label, const std::string& text) {
  return fmt::format("  {:<18}{}\n", label, text);
}

/// Equal modes together: "4 x time constant 0.02000 s".
std::string modes_text(const std::vector<std::complex<double>>& modes) {
  std::string text, label = "modes at hover";
  std::vector<bool> told(modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (told[i] || modes[i].imag() < 0) continue;
    int count = 0;
    for (std::size_t k = i; k < modes.size(); ++k) {
      if (told[k] || !same_mode(modes[i], modes[k])) continue;
      told[k] = true, ++count;
    }
    text += line(label, fmt::format("{} x {}", count, mode_text(modes[i])));
    label.clear();
  }
  return text;
}

/// "1133.2 rad/s (51 %) each", or from the lowest to the highest.
std::string commands_text(const VehicleReport& r) {
  const Eigen::VectorXd& c = r.hover->commands;
  const std::string unit = r.command_unit == "1" ? "" : " " + r.command_unit;
  const auto [low, high] = std::minmax_element(r.command_share.begin(), r.command_share.end());
  const std::string share = fmt::format("{:.0f}", 100 * *low),
                    most = fmt::format("{:.0f}", 100 * *high);
  const std::string shares = share == most ? share : share + " to " + most;
  if ((c.array() - c[0]).abs().maxCoeff() <= 1e-9 * std::fabs(c[0])) {
    return fmt::format("{}{} ({} %){}", significant(c[0], 7), unit, shares,
                       c.size() > 1 ? " each" : "");
  }
  return fmt::format("{} to {}{} ({} %)", significant(c.minCoeff(), 7),
                     significant(c.maxCoeff(), 7), unit, shares);
}

std::string hover_text(const VehicleReport& r) {
  if (!r.hover) return line("hover", "impossible: no commands within their limits hold it");
  std::string text = line("hover at", commands_text(r));
  const double tilt = std::hypot(r.hover->roll_rad, r.hover->pitch_rad);
  if (tilt > 1e-6) {
    text += line("  attitude", fmt::format("roll {} deg, pitch {} deg",
                                           significant(r.hover->roll_rad * degrees_per_rad, 4),
                                           significant(r.hover->pitch_rad * degrees_per_rad, 4)));
  }
  if (!std::isnan(r.hover_power_w)) {
    text += line("  shaft power", fmt::format("{} W", significant(r.hover_power_w, 4)));
  }
  return text;
}

std::string flight_text(const VehicleReport& r) {
  std::string text;
  if (!std::isnan(r.pitch_at_5_m_s_deg)) {
    text += line("pitch at 5 m/s", fmt::format("{} deg", significant(r.pitch_at_5_m_s_deg, 4)));
  }
  if (r.can_hover()) {
    text += line("top speed",
                 r.top_speed_m_s
                     ? fmt::format("{} m/s, level", significant(*r.top_speed_m_s, 4))
                     : fmt::format("above {:.0f} m/s: too little drag", fastest_level_flight_m_s));
  }
  return text;
}

std::string doubts_text(const std::vector<Doubt>& doubts) {
  std::string text;
  for (const Doubt& doubt : doubts) {
    text += fmt::format("unlikely: {} ({}).\n", doubt.what, doubt.why);
  }
  return text.empty() ? "Nothing about it is unlikely.\n" : text;
}

}  // namespace

VehicleReport report_vehicle(const LoadedVehicle& loaded) {
  const Multirotor& vehicle = std::get<Multirotor>(loaded.vehicle);
  const WorldConstants<double> world = fold_world(loaded.environment, {0, 0, 0});
  if (!(world.gravity[0] > 0)) {
    throw Error(
        ExitCode::usage,
        "environment.gravity_m_s2: error: without gravity there is no hover. Give a gravity "
        "above 0, e.g. --set environment.gravity_m_s2=9.81.");
  }
  const VehicleModel model(vehicle, world.gravity[0], world.air.density_kg_m3);
  VehicleReport r;
  r.name = loaded.name;
  r.law = type_name(vehicle.rotors.front().law), r.motor = type_name(vehicle.rotors.front().motor);
  r.command_unit = takes_speed(vehicle.rotors.front().law) ? "rad/s" : "1";
  r.rotors = model.rotors();
  r.mass_kg = vehicle.mass_kg, r.gravity_m_s2 = model.gravity_m_s2();
  r.principal_inertia_kg_m2 = principal_moments(effective_inertia(vehicle.inertia_kg_m2));
  r.thrust_to_weight = thrust_to_weight(model);
  r.hover = hover(model);
  r.hover_power_w = r.pitch_at_5_m_s_deg = std::nan("");
  if (r.hover) {
    const Eigen::VectorXd low = model.lowest_commands();
    const Eigen::ArrayXd share =
        (r.hover->commands - low).array() / (model.highest_commands() - low).array();
    r.command_share.assign(share.data(), share.data() + share.size());
    r.hover_power_w = power_w(model, *r.hover);
    r.modes = modes(model, *r.hover);
    r.top_speed_m_s = top_speed(model, fastest_level_flight_m_s);
    if (const auto slow = level_flight(model, 5)) {
      r.pitch_at_5_m_s_deg = slow->pitch_rad * degrees_per_rad;
    }
  }
  r.doubts = find_doubts(model, r.hover, loaded.step_s);
  return r;
}

std::string vehicle_text(const VehicleReport& r) {
  const auto& j = r.principal_inertia_kg_m2;
  std::string text =
      fmt::format("{}: {} rotors ({}, {}), {} kg at {} m/s2\n", r.name, r.rotors, r.law, r.motor,
                  format_double(r.mass_kg), format_double(r.gravity_m_s2));
  text += line("principal inertia", fmt::format("{}, {}, {} kg m2", significant(j[0]),
                                                significant(j[1]), significant(j[2])));
  text += line("thrust to weight", significant(r.thrust_to_weight));
  text += hover_text(r) + flight_text(r) + modes_text(r.modes);
  return text + doubts_text(r.doubts);
}

std::string vehicle_json(const VehicleReport& r) {
  const auto numbers = [](const auto& values) {
    Json list = Json::array();
    for (const double x : values) list.add(Json::number(x));
    return list;
  };
  Json modes = Json::array();
  for (const auto& s : r.modes) modes.add(numbers(std::vector<double>{s.real(), s.imag()}));
  Json doubts = Json::array();
  for (const Doubt& d : r.doubts) {
    doubts.add(Json::object().set("what", Json::text(d.what)).set("why", Json::text(d.why)));
  }
  Json hover;
  if (r.hover) {
    hover = Json::object();
    hover.set("commands", numbers(r.hover->commands))
        .set("command_share", numbers(r.command_share));
    hover.set("roll_rad", Json::number(r.hover->roll_rad));
    hover.set("pitch_rad", Json::number(r.hover->pitch_rad));
    hover.set("shaft_power_w", Json::number(r.hover_power_w));
  }
  Json json = Json::object();
  json.set("vehicle", Json::text(r.name)).set("law", Json::text(r.law));
  json.set("motor", Json::text(r.motor)).set("rotors", Json::number(r.rotors));
  json.set("command_unit", Json::text(r.command_unit)).set("mass_kg", Json::number(r.mass_kg));
  json.set("gravity_m_s2", Json::number(r.gravity_m_s2));
  json.set("principal_inertia_kg_m2", numbers(r.principal_inertia_kg_m2));
  json.set("thrust_to_weight", Json::number(r.thrust_to_weight)).set("hover", hover);
  json.set("pitch_at_5_m_s_deg", Json::number(r.pitch_at_5_m_s_deg));
  json.set("top_speed_m_s", r.top_speed_m_s ? Json::number(*r.top_speed_m_s) : Json());
  json.set("eigenvalues_1_s", modes).set("unlikely", doubts);
  return json.print() + "\n";
}

}  // namespace montecopter
