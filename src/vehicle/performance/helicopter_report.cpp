#include "vehicle/performance/helicopter_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "vehicle/performance/battery_endurance.hpp"
#include "vehicle/performance/helicopter_plausibility.hpp"
#include "vehicle/performance/readiness.hpp"

namespace montecopter {
namespace {

constexpr auto none = std::numeric_limits<double>::quiet_NaN();

std::array<double, helicopter_controls.size()> fractions(const Servos& servos,
                                                         const HelicopterTrim& trim) {
  const auto low = servos.lowest(), high = servos.highest();
  std::array<double, helicopter_controls.size()> fraction{};
  for (std::size_t i = 0; i < fraction.size(); ++i) {
    const bool is_limited = low[i] && high[i];
    fraction[i] = is_limited ? (trim.commands[i] - *low[i]) / (*high[i] - *low[i]) : none;
  }
  return fraction;
}

/// Figure of merit: ideal induced power of momentum theory, T sqrt(T / (2 rho A)) with the area
/// that the blades sweep, divided by the power of the main rotor.
HoverPower power_of(const Helicopter& vehicle, const CalmAir& air, const HelicopterTrim& trim,
                    double friction_n_m_s) {
  const auto [main, tail] = helicopter_loads(vehicle, air, trim);
  const double w = trim.rotor_speed_rad_s;
  const double r1 = vehicle.main_rotor.inner_radius_m, r2 = vehicle.main_rotor.outer_radius_m;
  const double area = std::numbers::pi * (r2 * r2 - r1 * r1);
  HoverPower power;
  power.main_w = main.torque * w;
  power.tail_w = tail.torque * vehicle.tail_rotor.gear_ratio * w;
  power.friction_w = friction_n_m_s * w * w;
  power.figure_of_merit =
      main.thrust * std::sqrt(main.thrust / (2 * air.density_kg_m3 * area)) / power.main_w;
  return power;
}

/// Nutation frequency of a free body whose rotor has the angular momentum h along z. Its motion is
/// omega' = J^-1 (h x omega), with the frequency h sqrt(J_zz / det J). For principal axes this is h
/// / sqrt(J_x J_y).
double free_nutation_rad_s(const HelicopterConstants<double>& c, double speed_rad_s) {
  const auto& k = c.inverse_inertia;
  return c.main_inertia * speed_rad_s * std::sqrt(k.xx * k.yy - k.xy * k.xy);
}

std::optional<double> nearest_frequency(const std::vector<std::complex<double>>& modes,
                                        double wanted_rad_s) {
  std::optional<double> nearest;
  for (const auto& s : modes) {
    if (s.imag() <= 0) continue;
    if (nearest && std::fabs(s.imag() - wanted_rad_s) >= std::fabs(*nearest - wanted_rad_s)) {
      continue;
    }
    nearest = s.imag();
  }
  return nearest;
}

/// Rate per cyclic pitch, which makes a moment of C_2 p D (34, 35). The angular momentum J_M w of
/// the rotor turns it into a rate about the axis of the command.
double cyclic_rate(const HelicopterConstants<double>& c, const CalmAir& air, double speed_rad_s) {
  const double moment = c.main.lift_1 * c.main.radii_5 * speed_rad_s * speed_rad_s;
  return air.density_kg_m3 * c.inverse_density * moment / (c.main_inertia * speed_rad_s);
}

/// Endurance in a hover whose engine gives this power.
double hover_endurance_s(const Helicopter& vehicle, const HelicopterReport& r) {
  const Battery& battery = *vehicle.battery;
  const double power_w = r.power.main_w + r.power.tail_w + r.power.friction_w;
  double lowest_voltage_v = 0;
  if (battery.full_command_voltage_v && vehicle.servos.throttle_max) {
    const double throttle = r.hover->commands.back() / *vehicle.servos.throttle_max;
    lowest_voltage_v = throttle * *battery.full_command_voltage_v;
  }
  return endurance_s(battery, electric_power_w(battery, power_w), lowest_voltage_v);
}

/// Flapping blades lift s per radian and C_2 per unit of pitch.
void add_flapping(const Helicopter& vehicle, const HelicopterConstants<double>& c,
                  HelicopterReport& r) {
  if (!vehicle.main_rotor.flapping) return;
  r.flapping = flapping_motion(vehicle, r.rotor_speed_rad_s);
  r.tilt_per_cyclic_rad = c.main.lift_1 / c.flapping.lift_slope;
}

void add_servos(const Servos& servos, std::optional<double> step_s, HelicopterReport& r) {
  r.servo_advance = servos.advance;
  r.servo_time_constant_s = servos.time_constant_s;
  r.servo_euler_limit_s = stable_servo_step_s(servos, integrator_number<EulerIntegrator>);
  if (!step_s) return;
  const double fraction = *step_s / servos.time_constant_s;
  r.servo_left = moves_continuously(servos) ? std::exp(-fraction) : 1 - fraction;
}

void add_hover(const Helicopter& vehicle, const CalmAir& air, HelicopterReport& r) {
  r.hover = helicopter_trim(vehicle, air, r.rotor_speed_rad_s);
  r.command_fraction.fill(none);
  if (!r.hover) return;
  r.command_fraction = fractions(vehicle.servos, *r.hover);
  r.power = power_of(vehicle, air, *r.hover, r.friction_n_m_s);
  if (vehicle.battery) r.endurance_s = hover_endurance_s(vehicle, r);
  r.modes = helicopter_modes(vehicle, air, *r.hover);
}

std::string blades_text(const std::string& label, const char* lift, const char* drag,
                        const BladeCoefficients& b) {
  const auto pair = [](const char* symbol, double at_0, int power, double slope) {
    return fmt::format("{}1 = {}, {}{} = {}", symbol, significant(at_0, 12), symbol, power,
                       significant(slope, 12));
  };
  return report_line(label, pair(lift, b.lift_0, 2, b.lift_1)) +
         report_line("", pair(drag, b.drag_0, 2, b.drag_2));
}

/// Text of a command; a value within the rounding of the largest counts as 0.
std::string command_text(double command, double largest) {
  return significant(std::fabs(command) < 1e-12 * largest ? 0.0 : command, 10);
}

std::string servos_text(const HelicopterReport& r) {
  std::string text;
  const double largest = std::fabs(r.hover->commands.front());
  for (std::size_t i = 0; i < helicopter_controls.size(); ++i) {
    const double fraction = r.command_fraction[i];
    const std::string range =
        std::isnan(fraction) ? "" : fmt::format(" ({:.0f} %)", 100 * fraction);
    text += report_line("  " + std::string(helicopter_controls[i]),
                        command_text(r.hover->commands[i], largest) + range);
  }
  return text;
}

std::string hover_text(const HelicopterReport& r) {
  const std::string speed = significant(r.rotor_speed_rad_s) + " rad/s";
  if (!r.hover) {
    return report_line(
        "hover", "impossible at " + speed + ": no servo commands within their limits hold it");
  }
  const HelicopterTrim& trim = *r.hover;
  return report_line("hover at", speed + " of the main rotor") +
         report_line("  attitude", fmt::format("roll {}, pitch {}", angle_text(trim.roll_rad),
                                               angle_text(trim.pitch_rad))) +
         servos_text(r) +
         report_line(
             "  shaft power",
             fmt::format("main rotor {} W (figure of merit {}), tail {} W, friction {} W",
                         significant(r.power.main_w), significant(r.power.figure_of_merit, 3),
                         significant(r.power.tail_w), significant(r.power.friction_w))) +
         (r.endurance_s ? report_line("  endurance", fmt::format("{:.2f} min", *r.endurance_s / 60))
                        : "");
}

/// Lines of flapping blades, in place of nutation and rate of a rigid disc.
std::string flapping_text(const HelicopterReport& r) {
  const FlappingMotion& f = *r.flapping;
  std::string text =
      report_line("flapping", fmt::format("time constant {} s, hub moment {} N m/rad",
                                          significant(f.time_constant_s, 5),
                                          significant(f.hub_moment_n_m_rad, 5)));
  text += report_line(
      "", fmt::format("frequency ratio {}, stiffness number {}", significant(f.frequency_ratio, 5),
                      significant(f.stiffness_number, 5)));
  if (r.hover) {
    text += report_line(
        "", fmt::format("in the hover: back {}, right {}, induced velocity {} m/s",
                        angle_text(r.hover->flapping[0]), angle_text(r.hover->flapping[1]),
                        significant(r.hover->flapping[2], 5)));
  }
  return text + report_line("cyclic pitch",
                            fmt::format("of 1 is {} rad", significant(r.tilt_per_cyclic_rad, 5)));
}

std::string lag_text(const HelicopterReport& r) {
  std::string text =
      report_line("servos", fmt::format("{}, time constant {} s", r.servo_advance,
                                        significant(r.servo_time_constant_s))) +
      report_line("", fmt::format("with euler: stable for steps below {} s, monotone up to {} s",
                                  significant(r.servo_euler_limit_s),
                                  significant(r.servo_time_constant_s)));
  if (r.servo_left) {
    text += report_line(
        "", fmt::format("a step leaves {} of a deviation", significant(*r.servo_left, 9)));
  }
  return text;
}

std::string nutation_text(const Nutation& n) {
  const std::string free =
      fmt::format("J_M w / sqrt(J_x J_y) = {} rad/s", significant(n.closed_form_rad_s, 11));
  return n.eigenvalue_rad_s ? significant(*n.eigenvalue_rad_s, 7) + " rad/s; " + free : free;
}

Json json_blades(const std::string& tail, const BladeCoefficients& b) {
  return Json::object()
      .set("C_" + tail + "1", Json::number(b.lift_0))
      .set("C_" + tail + "2", Json::number(b.lift_1))
      .set("K_" + tail + "1", Json::number(b.drag_0))
      .set("K_" + tail + "2", Json::number(b.drag_2));
}

Json json_hover(const HelicopterReport& r) {
  if (!r.hover) return {};
  Json commands = Json::object(), fraction = Json::object();
  for (std::size_t i = 0; i < helicopter_controls.size(); ++i) {
    commands.set(helicopter_controls[i], Json::number(r.hover->commands[i]));
    fraction.set(helicopter_controls[i], Json::number(r.command_fraction[i]));
  }
  Json hover = Json::object();
  hover.set("commands", commands).set("command_fraction", fraction);
  hover.set("roll_rad", Json::number(r.hover->roll_rad));
  hover.set("pitch_rad", Json::number(r.hover->pitch_rad));
  hover.set("main_rotor_power_w", Json::number(r.power.main_w));
  hover.set("tail_rotor_power_w", Json::number(r.power.tail_w));
  hover.set("friction_power_w", Json::number(r.power.friction_w));
  hover.set("figure_of_merit", Json::number(r.power.figure_of_merit));
  hover.set("endurance_s", r.endurance_s ? Json::number(*r.endurance_s) : Json());
  return hover;
}

Json json_flapping(const HelicopterReport& r) {
  if (!r.flapping) return {};
  Json flapping = Json::object();
  flapping.set("time_constant_s", Json::number(r.flapping->time_constant_s))
      .set("hub_moment_n_m_rad", Json::number(r.flapping->hub_moment_n_m_rad))
      .set("frequency_ratio", Json::number(r.flapping->frequency_ratio))
      .set("stiffness_number", Json::number(r.flapping->stiffness_number))
      .set("rad_per_cyclic", Json::number(r.tilt_per_cyclic_rad));
  for (std::size_t i = 0; i < flapping_states.size(); ++i) {
    const double at_hover = r.hover ? r.hover->flapping[i] : none;
    flapping.set(flapping_states[i], Json::number(at_hover));
  }
  return flapping;
}

/// Reason why the figures of multirotors are not reported.
constexpr const char* no_performance =
    "no top speed, range or control authority: two hovers identify the blades, but not "
    "the power in fast flight. For steady flight use montecopter trim --speed X";

}  // namespace

HelicopterReport report_on(const Helicopter& vehicle, const CalmAir& air,
                           const Question& question) {
  if (question.envelope) {
    throw Error(ExitCode::usage, Problem{"--envelope", "only multirotors have an envelope", "",
                                         "For a helicopter, examine one mass at a time: leave it "
                                         "out and give --set vehicle.mass_kg=... "});
  }
  const auto constants = fold_helicopter(vehicle, 1.0);
  HelicopterReport r;
  r.main_blades = main_blades(vehicle), r.tail_blades = tail_blades(vehicle);
  r.engine_n_m = constants.engine_gain, r.friction_n_m_s = constants.friction;
  r.rotor_speed_rad_s =
      question.rotor_speed_rad_s.value_or(vehicle.operating_points.first_hover.rotor_speed_rad_s);
  add_hover(vehicle, air, r);
  r.nutation.closed_form_rad_s = free_nutation_rad_s(constants, r.rotor_speed_rad_s);
  r.nutation.eigenvalue_rad_s = nearest_frequency(r.modes, r.nutation.closed_form_rad_s);
  r.rate_per_cyclic_rad_s = cyclic_rate(constants, air, r.rotor_speed_rad_s);
  add_flapping(vehicle, constants, r);
  add_servos(vehicle.servos, question.step_s, r);
  r.forward_flow_limit_m_s = {
      constants.main.reversed_radius * r.rotor_speed_rad_s,
      constants.tail.reversed_radius * vehicle.tail_rotor.gear_ratio * r.rotor_speed_rad_s};
  r.warnings = readiness_warnings(r.hover);
  const PlausibilityWarnings numbers = plausibility_warnings(vehicle, r, question.step_s);
  r.warnings.insert(r.warnings.end(), numbers.begin(), numbers.end());
  return r;
}

std::string title_of(const HelicopterReport&) { return "helicopter"; }

std::string text_of(const HelicopterReport& r) {
  return blades_text("main rotor", "C_", "K_", r.main_blades) +
         blades_text("tail rotor", "C_T", "K_T", r.tail_blades) +
         report_line("engine",
                     fmt::format("g_e = {} N m per throttle, friction k_g = {} N m s",
                                 significant(r.engine_n_m), significant(r.friction_n_m_s))) +
         hover_text(r) +
         (r.flapping ? flapping_text(r)
                     : report_line("nutation", nutation_text(r.nutation)) +
                           report_line("cyclic pitch",
                                       fmt::format("of 1 holds a rate of {} rad/s",
                                                   significant(r.rate_per_cyclic_rad_s, 5)))) +
         lag_text(r) +
         report_line("reverse flow",
                     fmt::format("above {} m/s at the main rotor, {} m/s at the tail rotor",
                                 significant(r.forward_flow_limit_m_s[0]),
                                 significant(r.forward_flow_limit_m_s[1]))) +
         report_line("performance", no_performance);
}

void add_members(const HelicopterReport& r, Json& json) {
  json.set("main_rotor", json_blades("", r.main_blades));
  json.set("tail_rotor", json_blades("T", r.tail_blades));
  json.set("engine", Json::object()
                         .set("g_e_n_m", Json::number(r.engine_n_m))
                         .set("k_g_n_m_s", Json::number(r.friction_n_m_s)));
  json.set("rotor_speed_rad_s", Json::number(r.rotor_speed_rad_s)).set("hover", json_hover(r));
  const auto& eigenvalue = r.nutation.eigenvalue_rad_s;
  json.set("nutation",
           r.flapping
               ? Json()  // flapping blades have no nutation
               : Json::object()
                     .set("eigenvalue_rad_s", eigenvalue ? Json::number(*eigenvalue) : Json())
                     .set("closed_form_rad_s", Json::number(r.nutation.closed_form_rad_s)));
  json.set("rate_per_cyclic_rad_s", r.flapping ? Json() : Json::number(r.rate_per_cyclic_rad_s));
  json.set("flapping", json_flapping(r));
  json.set("servos",
           Json::object()
               .set("advance", Json::text(r.servo_advance))
               .set("time_constant_s", Json::number(r.servo_time_constant_s))
               .set("euler_limit_s", Json::number(r.servo_euler_limit_s))
               .set("left_after_step", r.servo_left ? Json::number(*r.servo_left) : Json()));
  json.set("forward_flow_limit_m_s", json_numbers(r.forward_flow_limit_m_s));
  json.set("no_performance", Json::text(no_performance));
}

}  // namespace montecopter
