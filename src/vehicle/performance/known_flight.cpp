#include "vehicle/performance/known_flight.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

/// Limits of the flow, which grow with the speed; the density is the same at all speeds.
unsigned of_flow(RotorLimits limits) {
  return limits.bits & ~RotorLimits::bit(RotorLimit::density);
}

Vec3<double> unit_axis(const Multirotor& vehicle, const Rotor& rotor) {
  const auto signs = frame_signs(vehicle.frame);
  const auto& n = rotor.axis;
  const double length = std::hypot(n[0], n[1], n[2]);
  return {signs[0] * n[0] / length, signs[1] * n[1] / length, signs[2] * n[2] / length};
}

RotorLimit first_of(unsigned bits) {
  for (const RotorLimitRow& row : rotor_limit_rows) {
    if ((bits & RotorLimits::bit(row.limit)) != 0) return row.limit;
  }
  return RotorLimit::axial_flow;
}

std::string words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// Words of a row of a list of limits.
template <class Row>
LimitWords words_of_row(const Row& row) {
  return {row.name, words(row.name) + ": " + std::string(row.doc)};
}

}  // namespace

std::vector<RotorFlight> rotor_flights(const MultirotorModel& model, const MultirotorTrim& trim) {
  const auto state = model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
  const Vec3<double> v_B = Rotation<double>(state.attitude()).inverse(state.velocity());
  std::vector<RotorFlight> flights;
  for (int i = 0; i < model.rotors(); ++i) {
    const Vec3<double> axis = unit_axis(model.vehicle(), model.vehicle().rotors[i]);
    const double axial = dot(axis, v_B);
    flights.push_back(
        {.speed_rad_s = trim.commands[i],
         .thrust_n = model.load(i, state, trim.commands).thrust,
         .axial_m_s = axial,
         .edgewise_m_s = std::sqrt(std::fmax(dot(v_B, v_B) - axial * axial, 0.0)),
         .height_m = model.air().height_m.value_or(std::numeric_limits<double>::infinity())});
  }
  return flights;
}

RotorLimits exceeded_limits(const MultirotorModel& model, const MultirotorTrim& trim) {
  const std::vector<KnownRotor> rotors = known_rotors(model.vehicle());
  const std::vector<RotorFlight> flights = rotor_flights(model, trim);
  RotorLimits limits;
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    limits |= exceeded_limits(rotors[i], flights[i],
                              {model.air().density_kg_m3, model.air().temperature_k});
  }
  const auto state = model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
  const SurfaceFlight flight = {Rotation<double>(state.attitude()).inverse(state.velocity()),
                                {0, 0, 0},
                                trim.commands.data()};
  limits.add(RotorLimit::response_surface, is_outside_surface(model.vehicle(), flight));
  return limits;
}

RotorLimits unmonitored_limits(const MultirotorModel& model) {
  RotorLimits limits;
  const Multirotor& vehicle = model.vehicle();
  for (const KnownRotor& rotor : known_rotors(vehicle)) limits |= unmonitored_limits(rotor);
  limits.add(RotorLimit::response_surface, vehicle.response_surface && !has_surface_range(vehicle));
  return limits;
}

bool KnownSpeed::covers(double speed_m_s) const {
  return speed_m_s <= m_s * (1 + 1e-9) || (has_radius && !limit);
}

KnownSpeed known_speed(const MultirotorModel& model, const Eigen::Vector3d& towards,
                       const FastestFlight& fastest) {
  constexpr int parts = 40, halvings = 3;
  KnownSpeed known;
  const auto rotors = known_rotors(model.vehicle());
  known.has_radius = std::all_of(rotors.begin(), rotors.end(),
                                 [](const KnownRotor& r) { return r.radius_m.has_value(); });
  if (surface_form(model.vehicle()).replaces_rotors) {  // its ranges are what is known
    known.has_radius = has_surface_range(model.vehicle());
    known.lacks_ranges = !known.has_radius;
  }
  if (!known.has_radius || !fastest.trim) return known;
  // Each round looks at one part of the round before.
  double low = 0, high = fastest.trim->velocity_m_s.norm();
  for (int round = 0; round < halvings; ++round) {
    std::vector<Eigen::Vector3d> velocities;
    for (int k = 0; k <= parts; ++k)
      velocities.push_back((low + (high - low) * k / parts) * towards);
    const double part = (high - low) / parts;
    bool exceeds = false;
    for (const MultirotorTrim& trim : steady_flights(model, velocities)) {
      const unsigned bits = of_flow(exceeded_limits(model, trim));
      if (bits == 0) {
        known.m_s = trim.velocity_m_s.norm();
        continue;
      }
      known.limit = first_of(bits);
      exceeds = true;
      break;
    }
    if (!exceeds) break;
    low = known.m_s, high = known.m_s + part;
  }
  return known;
}

std::string limits_text(RotorLimits limits) {
  std::string text;
  for (const RotorLimitRow& row : rotor_limit_rows) {
    if (limits.has(row.limit)) text += (text.empty() ? "" : ", ") + words(row.name);
  }
  return text;
}

Json json_limits(RotorLimits limits) {
  Json names = Json::array();
  for (const RotorLimitRow& row : rotor_limit_rows) {
    if (limits.has(row.limit)) names.add(Json::text(row.name));
  }
  return names;
}

std::string limit_text(RotorLimit limit) {
  const std::vector<LimitWords> found = words_of(RotorLimits{RotorLimits::bit(limit)});
  return found.empty() ? "" : found.front().text;
}

std::vector<LimitWords> words_of(RotorLimits limits) {
  std::vector<LimitWords> found;
  for (const RotorLimitRow& row : rotor_limit_rows) {
    if (limits.has(row.limit)) found.push_back(words_of_row(row));
  }
  return found;
}

std::vector<LimitWords> exceeded_words(const Helicopter& vehicle, const CalmAir& air,
                                       const HelicopterTrim& trim) {
  const auto exceeded = exceeded_limits(vehicle, air, trim);
  std::vector<LimitWords> found;
  for (std::size_t k = 0; k < exceeded.size(); ++k) {
    if (exceeded[k] != 0) found.push_back(words_of_row(helicopter_limits[k]));
  }
  return found;
}

std::string reason_text(const KnownSpeed& known) {
  if (known.lacks_ranges) return "no term of the response surface has lowest or highest";
  if (!known.has_radius) {
    return "the thrust was measured in hover, and without vehicle.rotors.*.radius_m no speed can "
           "be compared with it";
  }
  return known.limit ? limit_text(*known.limit) : "";
}

}  // namespace montecopter
