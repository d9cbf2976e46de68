#include "vehicle/performance/multirotor_performance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "vehicle/performance/battery_endurance.hpp"

namespace montecopter {
namespace {

constexpr double nothing_known = std::numeric_limits<double>::quiet_NaN();

/// Limit of trims on the way to one of several top speeds: steps of 2 m/s up to 200 m/s, and some
/// to find the limit, fit in three times.
constexpr int most_of_one_course = 400;

MultirotorModel::State state_of(const MultirotorModel& model, const MultirotorTrim& trim) {
  return model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
}

/// Terminal voltage that the battery needs, so that no command of a trim exceeds its limit.
double lowest_voltage_v(const MultirotorModel& model, const MultirotorTrim& trim) {
  const Eigen::VectorXd& commands = trim.commands;
  if (model.is_electric())
    return model.motor_draw(state_of(model, trim), commands).highest_voltage_v;
  const Eigen::VectorXd low = model.lowest_commands(), high = model.highest_commands();
  double fraction = 0;
  for (Eigen::Index i = 0; i < commands.size(); ++i) {
    if (commands[i] > 0) fraction = std::fmax(fraction, commands[i] / high[i]);
    if (commands[i] < 0) fraction = std::fmax(fraction, commands[i] / low[i]);
  }
  return fraction * *model.vehicle().battery->full_command_voltage_v;
}

Eigen::Vector3d towards(double course_deg, double speed_m_s) {
  // Exactly ahead, so that it is the flight of `trim`.
  if (course_deg == 0) return {speed_m_s, 0, 0};
  const double course = course_deg * rad_per_deg;
  return {speed_m_s * cos(course), speed_m_s * sin(course), 0};
}

FlightAtSpeed flight_of(const MultirotorModel& model, const MultirotorTrim& trim) {
  FlightAtSpeed f;
  f.speed_m_s = trim.velocity_m_s.norm();
  f.tilt_rad = std::acos(std::cos(trim.roll_rad) * std::cos(trim.pitch_rad));
  f.shaft_power_w = shaft_power_w(model, trim);
  const auto& battery = model.vehicle().battery;
  f.electric_power_w =
      battery ? electric_power_w(*battery, drawn_power_w(model, trim)) : nothing_known;
  f.endurance_s = endurance_s(model, trim);
  f.range_m = f.speed_m_s * f.endurance_s;
  return f;
}

/// Largest of 1, 2 and 5 times powers of ten that is not above x > 0.
double round_number(double x) {
  double power = 1;
  while (power > x) power /= 10;
  while (10 * power <= x) power *= 10;
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

constexpr int fine_steps = 10;

/// Speeds [m/s] up to the top speed in fine steps; ten of them make a round step.
std::vector<Eigen::Vector3d> velocities_up_to(double top_m_s) {
  constexpr double rows = 6;  // at least, and at most 15
  const double step = round_number(top_m_s / rows);
  std::vector<Eigen::Vector3d> velocities;
  for (int k = 0; k * step / fine_steps <= top_m_s; ++k) {
    velocities.push_back({k * step / fine_steps, 0, 0});
  }
  return velocities;
}

/// Adds steady flights up to the fastest that is known, or to a practical speed if nothing limits
/// them.
void add_over_speed(const MultirotorModel& model, const CourseSpeed& ahead,
                    MultirotorPerformance& p) {
  constexpr double useful_m_s = 30;
  const auto top_m_s = ahead.top_speed_m_s();
  if (top_m_s && *top_m_s < 0.01) return;  // ignore steps of less than 1 mm/s
  const double fastest_m_s = top_m_s.value_or(useful_m_s);
  p.ends_at_known = !ahead.known.covers(fastest_m_s);
  const double last_m_s = p.ends_at_known ? ahead.known.m_s : fastest_m_s;
  std::vector<Eigen::Vector3d> velocities = {Eigen::Vector3d::Zero()};
  if (last_m_s > 0.01) velocities = velocities_up_to(last_m_s);
  if (last_m_s > 0.01 && p.ends_at_known) velocities.push_back({last_m_s, 0, 0});
  std::vector<FlightAtSpeed> fine;
  for (const MultirotorTrim& trim : steady_flights(model, velocities)) {
    fine.push_back(flight_of(model, trim));
  }
  if (top_m_s && !p.ends_at_known) fine.push_back(flight_of(model, *ahead.fastest.trim));
  for (std::size_t k = 0; k < fine.size(); ++k) {
    if (k % fine_steps == 0 || k + 1 == fine.size()) p.over_speed.push_back(fine[k]);
  }
  if (fine.empty() || !std::isfinite(fine.front().endurance_s)) return;
  const auto best = [&](double FlightAtSpeed::*of) {
    return *std::max_element(fine.begin(), fine.end(),
                             [&](const auto& a, const auto& b) { return a.*of < b.*of; });
  };
  p.longest = best(&FlightAtSpeed::endurance_s);
  if (fine.size() > 1) p.farthest = best(&FlightAtSpeed::range_m);  // of hover alone there is none
}

/// Whether thrust or drag of the model depends on the air density.
bool density_matters(const Multirotor& vehicle, const CalmAir& air) {
  CalmAir thin = air;
  thin.density_kg_m3 *= 0.5;
  return vehicle.drag_area_m2 > 0 || thrust_to_weight(MultirotorModel(vehicle, air)) !=
                                         thrust_to_weight(MultirotorModel(vehicle, thin));
}

CourseSpeed course_speed(const MultirotorModel& model, double course_deg,
                         const FastestFlight& fastest) {
  return {course_deg, fastest, known_speed(model, towards(course_deg, 1), fastest)};
}

EnvelopePoint envelope_point(const Multirotor& vehicle, const CalmAir& air) {
  const MultirotorModel model(vehicle, air);
  EnvelopePoint p;
  p.mass_kg = vehicle.mass_kg, p.air_density_kg_m3 = air.density_kg_m3;
  p.thrust_to_weight = thrust_to_weight(model);
  p.thrust_fraction = p.shaft_power_w = p.endurance_s = nothing_known;
  const auto trim = hover(model);
  if (!trim) return p;
  p.can_hover = true;
  p.thrust_fraction = thrust_fraction(model, *trim);
  p.shaft_power_w = shaft_power_w(model, *trim), p.endurance_s = endurance_s(model, *trim);
  const CourseSpeed ahead = course_speed(
      model, 0, fastest_flight(model, towards(0, fastest_level_flight_m_s), most_of_one_course));
  p.top_speed_m_s = ahead.known_top_speed_m_s();
  return p;
}

}  // namespace

double shaft_power_w(const MultirotorModel& model, const MultirotorTrim& trim) {
  if (!takes_speed(*model.vehicle().rotors.front().law)) return nothing_known;
  const auto state = state_of(model, trim);
  double sum = 0;
  for (int i = 0; i < model.rotors(); ++i) {
    sum += std::fabs(model.load(i, state, trim.commands).torque *
                     model.speed(i, state, trim.commands));
  }
  return sum;
}

double drawn_power_w(const MultirotorModel& model, const MultirotorTrim& trim) {
  const auto& battery = model.vehicle().battery;
  if (battery && battery->thrust_per_power_n_w) {
    const auto state = state_of(model, trim);
    double thrust = 0;
    for (int i = 0; i < model.rotors(); ++i)
      thrust += std::fabs(model.load(i, state, trim.commands).thrust);
    return thrust;
  }
  if (!model.is_electric()) return shaft_power_w(model, trim);
  return model.motor_draw(state_of(model, trim), trim.commands).power_w;
}

double thrust_fraction(const MultirotorModel& model, const MultirotorTrim& trim) {
  return model.thrust_fraction(state_of(model, trim), trim.commands);
}

double endurance_s(const MultirotorModel& model, const MultirotorTrim& trim) {
  const auto& battery = model.vehicle().battery;
  if (!battery) return nothing_known;
  const double power = electric_power_w(*battery, drawn_power_w(model, trim));
  if (std::isnan(power)) return nothing_known;
  return endurance_s(*battery, power, lowest_voltage_v(model, trim));
}

std::optional<double> CourseSpeed::top_speed_m_s() const {
  if (!fastest.trim || fastest.is_reached || fastest.at_limits.empty()) return std::nullopt;
  return fastest.trim->velocity_m_s.norm();
}

std::optional<double> CourseSpeed::known_top_speed_m_s() const {
  const auto top = top_speed_m_s();
  return top && known.covers(*top) ? top : std::nullopt;
}

std::optional<double> MultirotorPerformance::least_wind_held_m_s() const {
  std::optional<double> slowest;
  for (const CourseSpeed& course : courses) {
    if (!course.known.has_radius) return std::nullopt;
    slowest = std::fmin(slowest.value_or(course.known.m_s), course.known.m_s);
  }
  return slowest;
}

std::optional<double> MultirotorPerformance::wind_held_m_s() const {
  std::optional<double> slowest;
  for (const CourseSpeed& course : courses) {
    const auto top = course.known_top_speed_m_s();
    if (!top) return std::nullopt;
    slowest = std::fmin(slowest.value_or(*top), *top);
  }
  return slowest;
}

MultirotorPerformance performance_of(const MultirotorModel& model, const FastestFlight& ahead) {
  MultirotorPerformance p;
  p.courses.push_back(course_speed(model, 0, ahead));
  for (int course = 45; course < 360; course += 45) {
    p.courses.push_back(course_speed(
        model, course,
        fastest_flight(model, towards(course, fastest_level_flight_m_s), most_of_one_course)));
  }
  if (ahead.trim) add_over_speed(model, p.courses.front(), p);
  return p;
}

std::vector<EnvelopePoint> envelope_of(const Multirotor& vehicle, const CalmAir& air) {
  // Density ratios to sea level at 0, 1500, 3000 and 4500 m: ICAO Doc 7488, the standard
  // atmosphere.
  constexpr std::array<double, 4> densities = {1, 0.8637, 0.7423, 0.6343};
  const std::size_t airs = density_matters(vehicle, air) ? densities.size() : 1;
  std::vector<EnvelopePoint> points;
  for (const double mass : {0.8, 1.0, 1.2, 1.5, 2.0}) {
    for (const double density : std::span(densities).first(airs)) {
      Multirotor changed = vehicle;
      changed.mass_kg *= mass;
      CalmAir thinner = air;
      thinner.density_kg_m3 *= density;
      points.push_back(envelope_point(changed, thinner));
    }
  }
  return points;
}

}  // namespace montecopter
