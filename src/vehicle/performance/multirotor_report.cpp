#include "vehicle/performance/multirotor_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "vehicle/performance/multirotor_plausibility.hpp"
#include "vehicle/performance/readiness.hpp"
#include "vehicle/performance/validity_warnings.hpp"

namespace montecopter {
namespace {

template <class... Ts>
std::string type_name(const std::variant<Ts...>& value) {
  return type_names(&value)[value.index()];
}

/// "1133.2 rad/s (51 %) each", or the range from lowest to highest.
std::string commands_text(const MultirotorReport& r) {
  const Eigen::VectorXd& c = r.hover->commands;
  const std::string unit = r.command_unit == "1" ? "" : " " + r.command_unit;
  const auto [low, high] =
      std::minmax_element(r.command_fraction.begin(), r.command_fraction.end());
  const std::string fraction = fmt::format("{:.0f}", 100 * *low),
                    most = fmt::format("{:.0f}", 100 * *high);
  const std::string fractions = fraction == most ? fraction : fraction + " to " + most;
  // Equal in the seven printed digits, and within the tolerance of the trim.
  if ((c.array() - c[0]).abs().maxCoeff() <= 1e-9 * std::fabs(c[0])) {
    return fmt::format("{}{} ({} %){}", significant(c[0], 7), unit, fractions,
                       c.size() > 1 ? " each" : "");
  }
  return fmt::format("{} to {}{} ({} %)", significant(c.minCoeff(), 7),
                     significant(c.maxCoeff(), 7), unit, fractions);
}

std::string percent_text(double lowest, double highest) {
  const std::string low = fmt::format("{:.1f}", 100 * lowest),
                    high = fmt::format("{:.1f}", 100 * highest);
  return low == high ? low + " %" : low + " to " + high + " %";
}

/// Hover thrust and speed as fractions of their maxima.
std::string fractions_text(const MultirotorReport& r) {
  std::string text = percent_text(r.thrust_fraction, r.thrust_fraction) + " of thrust";
  if (!r.speed_fraction.empty()) {
    const auto [low, high] = std::minmax_element(r.speed_fraction.begin(), r.speed_fraction.end());
    text += ", " + percent_text(*low, *high) + " of speed";
  }
  return report_line("  of maximum", text);
}

std::string hover_text(const MultirotorReport& r) {
  if (!r.hover) return report_line("hover", "impossible: no commands within their limits hold it");
  std::string text = report_line("hover at", commands_text(r));
  const double tilt = std::hypot(r.hover->roll_rad, r.hover->pitch_rad);
  // [rad]: a smaller tilt is the tolerance of a level trim.
  if (tilt > 1e-6) {
    text +=
        report_line("  attitude", fmt::format("roll {}, pitch {}", angle_text(r.hover->roll_rad),
                                              angle_text(r.hover->pitch_rad)));
  }
  if (!std::isnan(r.hover_power_w)) {
    text += report_line("  shaft power", fmt::format("{} W", significant(r.hover_power_w, 4)));
  }
  return text + fractions_text(r);
}

/// "35.1 m/s, level: rotors 0 and 1 at their highest commands", or why it is not known.
std::string top_speed_text(const CourseSpeed& ahead) {
  const FastestFlight& fastest = ahead.fastest;
  const double model_m_s = fastest.trim->velocity_m_s.norm();
  if (!ahead.known.has_radius) return "unknown: " + reason_text(ahead.known);
  if (!ahead.known.covers(model_m_s)) {
    return fmt::format("at least {} m/s, and unknown above ({})", significant(ahead.known.m_s, 3),
                       reason_text(ahead.known));
  }
  if (fastest.is_reached) {
    return fmt::format("above {:.0f} m/s, where the search ends: no limit is reached",
                       fastest_level_flight_m_s);
  }
  const std::string speed = significant(model_m_s, 4);
  if (!fastest.at_limits.empty()) {
    return fmt::format("{} m/s, level: {}", speed, limits_text(fastest.at_limits));
  }
  return fmt::format("unknown: no steady flight found above {} m/s, with no command at a limit",
                     speed);
}

std::string flight_text(const MultirotorReport& r) {
  std::string text;
  if (!std::isnan(r.pitch_at_5_m_s_deg)) {
    text +=
        report_line("pitch at 5 m/s", fmt::format("{} deg", significant(r.pitch_at_5_m_s_deg, 4)));
  }
  if (!r.hover) return text;
  text += report_line("top speed", top_speed_text(r.performance.courses.front()));
  return text + performance_text(r.performance);
}

Json json_hover(const MultirotorReport& r) {
  if (!r.hover) return {};
  Json hover = Json::object();
  hover.set("commands", json_numbers(r.hover->commands))
      .set("command_fraction", json_numbers(r.command_fraction));
  hover.set("roll_rad", Json::number(r.hover->roll_rad));
  hover.set("pitch_rad", Json::number(r.hover->pitch_rad));
  hover.set("shaft_power_w", Json::number(r.hover_power_w));
  hover.set("thrust_fraction", Json::number(r.thrust_fraction));
  hover.set("speed_fraction", r.speed_fraction.empty() ? Json() : json_numbers(r.speed_fraction));
  return hover;
}

void add_hover(const MultirotorModel& model, MultirotorReport& r) {
  r.hover = hover(model);
  r.hover_power_w = r.pitch_at_5_m_s_deg = std::nan("");
  if (!r.hover) return;
  const Eigen::VectorXd low = model.lowest_commands();
  const Eigen::ArrayXd fraction =
      (r.hover->commands - low).array() / (model.highest_commands() - low).array();
  r.command_fraction.assign(fraction.data(), fraction.data() + fraction.size());
  r.hover_power_w = shaft_power_w(model, *r.hover);
  r.thrust_fraction = thrust_fraction(model, *r.hover);
  if (r.command_unit != "1") {
    const Eigen::VectorXd speed = r.hover->commands.cwiseQuotient(model.highest_commands());
    r.speed_fraction.assign(speed.data(), speed.data() + speed.size());
  }
  r.modes = multirotor_modes(model, *r.hover);
  r.fastest = fastest_flight(model, {fastest_level_flight_m_s, 0, 0});
  if (const auto slow = steady_flight(model, {5, 0, 0})) {
    r.pitch_at_5_m_s_deg = slow->pitch_rad * deg_per_rad;
  }
  r.performance = performance_of(model, r.fastest);
}

void add_top_speed(const MultirotorReport& r, Json& json) {
  std::optional<double> top, up_to;
  std::string limit, reason;
  if (!r.performance.courses.empty() && r.fastest.trim) {
    const CourseSpeed& ahead = r.performance.courses.front();
    const double model_m_s = r.fastest.trim->velocity_m_s.norm();
    top = ahead.known_top_speed_m_s();
    up_to = ahead.known.covers(model_m_s) ? model_m_s : ahead.known.m_s;
    if (top) limit = limits_text(r.fastest.at_limits);
    if (!ahead.known.covers(model_m_s)) reason = reason_text(ahead.known);
  }
  const auto text = [](const std::string& words) {
    return words.empty() ? Json() : Json::text(words);
  };
  json.set("top_speed_m_s", top ? Json::number(*top) : Json());
  json.set("has_advance_ratio_losses", Json::boolean(r.loses_thrust_by_advance));
  json.set("top_speed_limit", text(limit));
  json.set("level_flight_up_to_m_s", up_to ? Json::number(*up_to) : Json());
  json.set("unknown_above", text(reason)).set("not_monitored", json_limits(r.unmonitored));
}

}  // namespace

std::optional<double> MultirotorReport::top_speed_m_s() const {
  return CourseSpeed{0, fastest, {}}.top_speed_m_s();
}

void refuse_rotor_speed() {
  throw Error(ExitCode::usage, Problem{"--rotor-speed", "a multirotor has no choice of rotor speed",
                                       "its trim determines the speeds", "Leave it out"});
}

MultirotorReport report_on(const Multirotor& vehicle, const CalmAir& air,
                           const Question& question) {
  if (question.rotor_speed_rad_s) refuse_rotor_speed();
  const MultirotorModel model(vehicle, air);
  const Rotor& first = vehicle.rotors.front();
  MultirotorReport r;
  r.law = type_name(*first.law), r.motor = type_name(*first.motor);
  r.command_unit = takes_speed(*first.law) ? "rad/s" : "1";
  r.rotors = model.rotors();
  r.loses_thrust_by_advance =
      std::all_of(vehicle.rotors.begin(), vehicle.rotors.end(), [](const Rotor& rotor) {
        return std::visit([](const auto& law) { return law.sees_air; }, *rotor.law);
      });
  r.unmonitored = unmonitored_limits(model);
  r.thrust_to_weight = thrust_to_weight(model);
  r.authority = authority_report(model);
  add_hover(model, r);
  if (question.envelope) r.envelope = envelope_of(vehicle, air);
  r.warnings = readiness_warnings(model, r.hover, r.authority.intact.heading_held);
  for (const PlausibilityWarnings& more :
       {validity_warnings(model, r.hover),
        plausibility_warnings(model, r.hover, question.step_s)}) {
    r.warnings.insert(r.warnings.end(), more.begin(), more.end());
  }
  return r;
}

std::string title_of(const MultirotorReport& r) {
  return fmt::format("{} rotors ({}, {})", r.rotors, r.law, r.motor);
}

std::string text_of(const MultirotorReport& r) {
  return report_line("thrust to weight", significant(r.thrust_to_weight)) + hover_text(r) +
         authority_text(r.authority) + flight_text(r) +
         (r.envelope.empty() ? "" : envelope_text(r.envelope)) +
         (r.unmonitored.bits == 0 ? "" : report_line("not monitored", limits_text(r.unmonitored)));
}

void add_members(const MultirotorReport& r, Json& json) {
  json.set("law", Json::text(r.law)).set("motor", Json::text(r.motor));
  json.set("rotors", Json::number(r.rotors)).set("command_unit", Json::text(r.command_unit));
  json.set("thrust_to_weight", Json::number(r.thrust_to_weight)).set("hover", json_hover(r));
  json.set("pitch_at_5_m_s_deg", Json::number(r.pitch_at_5_m_s_deg));
  add_top_speed(r, json);
  add_authority(r.authority, json);
  add_performance(r.performance, json);
  if (!r.envelope.empty()) json.set("envelope", envelope_json(r.envelope));
}

}  // namespace montecopter
