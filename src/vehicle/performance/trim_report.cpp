#include "vehicle/performance/trim_report.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <cmath>

#include "core/base/table.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "vehicle/performance/known_flight.hpp"
#include "vehicle/performance/multirotor_report.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {
namespace {

void set_motion(double roll_rad, double pitch_rad, TrimReport& report) {
  const SteadyFlight& f = report.flight;
  report.roll_rad = roll_rad, report.pitch_rad = pitch_rad;
  const double upright = std::cos(roll_rad) * std::cos(pitch_rad);
  report.tilt_rad = std::acos(std::fmin(std::fmax(upright, -1.0), 1.0));
  const Eigen::Quaterniond q = Eigen::AngleAxisd(f.heading_rad(), Eigen::Vector3d::UnitZ()) *
                               Eigen::AngleAxisd(pitch_rad, Eigen::Vector3d::UnitY()) *
                               Eigen::AngleAxisd(roll_rad, Eigen::Vector3d::UnitX());
  report.attitude = {q.w(), q.x(), q.y(), q.z()};
  const Eigen::Vector3d v = f.velocity_m_s();
  report.velocity_m_s = {v.x(), v.y(), v.z()};
}

bool add_trim(const Multirotor& vehicle, std::optional<double> rotor_speed_rad_s,
              TrimReport& report) {
  if (rotor_speed_rad_s) refuse_rotor_speed();
  const MultirotorModel model(vehicle, report.around.air);
  const auto trim = steady_flight(model, report.around.velocity_by_nose(report.flight));
  if (!trim) return false;
  set_motion(trim->roll_rad, trim->pitch_rad, report);
  report.residual = trim->residual;
  report.exceeded = words_of(exceeded_limits(model, *trim));
  const Eigen::VectorXd low = model.lowest_commands(), high = model.highest_commands();
  const auto state =
      model.settled(trim->commands, trim->roll_rad, trim->pitch_rad, trim->velocity_m_s);
  for (int i = 0; i < model.rotors(); ++i) {
    const std::string number = std::to_string(i);
    const double command = trim->commands[i];
    report.controls.push_back(
        {"command." + number, command, (command - low[i]) / (high[i] - low[i])});
    const Load<double> load = model.load(i, state, trim->commands);
    report.rotors.push_back({"rotor." + number, load.thrust, load.torque});
  }
  return true;
}

bool add_trim(const Helicopter& vehicle, std::optional<double> rotor_speed_rad_s,
              TrimReport& report) {
  report.rotor_speed_rad_s =
      rotor_speed_rad_s.value_or(vehicle.operating_points.first_hover.rotor_speed_rad_s);
  const auto trim = helicopter_trim(vehicle, report.around.air, *report.rotor_speed_rad_s,
                                    report.around.velocity_by_nose(report.flight));
  if (!trim) return false;
  set_motion(trim->roll_rad, trim->pitch_rad, report);
  report.residual = trim->residual;
  const auto low = vehicle.servos.lowest(), high = vehicle.servos.highest();
  for (std::size_t i = 0; i < helicopter_controls.size(); ++i) {
    TrimReport::Control control{std::string(helicopter_controls[i]), trim->commands[i], {}};
    if (low[i] && high[i]) control.fraction = (control.command - *low[i]) / (*high[i] - *low[i]);
    report.controls.push_back(std::move(control));
  }
  const auto [main, tail] = helicopter_loads(vehicle, report.around.air, *trim);
  if (vehicle.main_rotor.flapping) report.flapping = trim->flapping;
  report.exceeded = exceeded_words(vehicle, report.around.air, *trim);
  report.rotors = {{"main", main.thrust, main.torque}, {"tail", tail.thrust, tail.torque}};
  return true;
}

Json json_flapping(const TrimReport& r) {
  if (!r.flapping) return {};
  Json flapping = Json::object();
  for (std::size_t i = 0; i < flapping_states.size(); ++i) {
    flapping.set(flapping_states[i], Json::number((*r.flapping)[i]));
  }
  return flapping;
}

}  // namespace

std::optional<TrimReport> report_trim(const LoadedVehicle& loaded, const SteadyFlight& flight,
                                      std::optional<double> rotor_speed_rad_s) {
  TrimReport report;
  report.name = loaded.name;
  report.flight = flight;
  report.around = ambient_of(loaded, flight);
  const bool flies =
      std::visit([&](const auto& vehicle) { return add_trim(vehicle, rotor_speed_rad_s, report); },
                 loaded.vehicle);
  if (!flies) return std::nullopt;
  return report;
}

std::string trim_text(const TrimReport& r) {
  std::string text =
      fmt::format("{}: steady flight, gravity {:.7g} m/s2, air density {:.7g} kg/m3\n", r.name,
                  r.around.air.gravity_m_s2, r.around.air.density_kg_m3);
  text += report_line(
      "motion", fmt::format("{}, heading {} deg", motion_text(r.flight), r.flight.heading_deg));
  text += wind_text(r.flight, r.around);
  if (r.rotor_speed_rad_s) {
    text += report_line("main rotor", significant(*r.rotor_speed_rad_s) + " rad/s");
  }
  text += report_line("roll", angle_text(r.roll_rad)) +
          report_line("pitch", angle_text(r.pitch_rad)) +
          report_line("tilt", angle_text(r.tilt_rad)) +
          report_line("residual", fmt::format("{:.1e} m/s2, rad/s2", r.residual));
  if (r.flapping) {
    text += report_line("flapping", "back " + angle_text((*r.flapping)[0]) + ", right " +
                                        angle_text((*r.flapping)[1])) +
            report_line("induced velocity", significant((*r.flapping)[2], 6) + " m/s");
  }
  Table controls{{"control", "value", "range used"}, {}};
  for (const TrimReport::Control& c : r.controls) {
    controls.rows.push_back(
        {c.name, fmt::format("{:.7g}", c.command),
         c.fraction ? fmt::format("{:.1f} %", 100 * *c.fraction) : "no limits"});
  }
  Table rotors{{"rotor", "thrust [N]", "torque [N m]"}, {}};
  for (const TrimReport::RotorForce& f : r.rotors) {
    rotors.rows.push_back({f.name, significant(f.thrust_n, 6), significant(f.torque_n_m, 6)});
  }
  text += "\n" + table_text(controls) + "\n" + table_text(rotors);
  for (const LimitWords& limit : r.exceeded) text += "outside what is known: " + limit.text + "\n";
  return text;
}

std::string trim_json(const TrimReport& r) {
  Json controls = Json::array(), rotors = Json::array(), exceeded = Json::array();
  for (const LimitWords& limit : r.exceeded) exceeded.add(Json::text(limit.name));
  for (const TrimReport::Control& c : r.controls) {
    controls.add(Json::object()
                     .set("name", Json::text(c.name))
                     .set("command", Json::number(c.command))
                     .set("fraction", c.fraction ? Json::number(*c.fraction) : Json()));
  }
  for (const TrimReport::RotorForce& f : r.rotors) {
    rotors.add(Json::object()
                   .set("name", Json::text(f.name))
                   .set("thrust_n", Json::number(f.thrust_n))
                   .set("torque_n_m", Json::number(f.torque_n_m)));
  }
  return Json::object()
             .set("name", Json::text(r.name))
             .set("gravity_m_s2", Json::number(r.around.air.gravity_m_s2))
             .set("air_density_kg_m3", Json::number(r.around.air.density_kg_m3))
             .set("speed_m_s", Json::number(r.flight.speed_m_s))
             .set("climb_m_s", Json::number(r.flight.climb_m_s))
             .set("course_deg", Json::number(r.flight.course_deg))
             .set("heading_deg", Json::number(r.flight.heading_deg))
             .set("rotor_speed_rad_s",
                  r.rotor_speed_rad_s ? Json::number(*r.rotor_speed_rad_s) : Json())
             .set("time_s", Json::number(r.flight.time_s))
             .set("height_m", Json::number(r.around.height_m))
             .set("wind_m_s", json_numbers(r.around.wind.velocity_m_s))
             .set("turbulent_winds_left_out", Json::number(r.around.wind.turbulent))
             .set("velocity_m_s", json_numbers(r.velocity_m_s))
             .set("attitude", json_numbers(r.attitude))
             .set("roll_rad", Json::number(r.roll_rad))
             .set("pitch_rad", Json::number(r.pitch_rad))
             .set("tilt_rad", Json::number(r.tilt_rad))
             .set("controls", std::move(controls))
             .set("rotors", std::move(rotors))
             .set("flapping", json_flapping(r))
             .set("residual", Json::number(r.residual))
             .set("exceeded_limits", std::move(exceeded))
             .print() +
         "\n";
}

}  // namespace montecopter
