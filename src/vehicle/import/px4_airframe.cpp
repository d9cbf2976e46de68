#include "vehicle/import/px4_airframe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "vehicle/import/rotor_loads.hpp"

namespace montecopter {
namespace {

constexpr double px4_gravity_m_s2 = 9.80665;  // CONSTANTS_ONE_G
constexpr double usual_coefficient = 6.5;     // PX4's default of CA_ROTORn_CT
constexpr const char* count_name = "CA_ROTOR_COUNT";
constexpr double most_rotors = 12;  // number that PX4 has parameters for
constexpr const char* how_to_know = "Give --inertia XX,YY,ZZ and --mass, or --vehicle FILE";

std::string rotor_name(std::size_t k, const char* what) {
  return fmt::format("CA_ROTOR{}_{}", k, what);
}

Px4Rotor rotor_of(Px4Values& values, std::size_t k, LineProblems& problems) {
  const auto number = [&](const char* what, double px4_default, Range range = any_number) {
    return values.number(rotor_name(k, what), px4_default, range);
  };
  constexpr Range metres = between(-100, 100);
  Px4Rotor r;
  r.position_m = {number("PX", 0, metres), number("PY", 0, metres), number("PZ", 0, metres)};
  r.axis = {number("AX", 0), number("AY", 0), number("AZ", -1)};
  r.thrust_coefficient = number("CT", usual_coefficient, between(1e-3, 1e6));
  r.moment_ratio_m = number("KM", 0.05, between(-10, 10));
  const double length = r.axis.norm();
  if (!(length > 1e-6) || !std::isfinite(length)) {  // numbers near rounding give no direction
    problems.of_file(fmt::format("rotor {} has no thrust axis", k),
                     fmt::format("{}, AY and AZ are (nearly) zero", rotor_name(k, "AX")));
    r.axis = {0, 0, -1};
  } else {
    r.axis /= length;
  }
  return r;
}

/// Rotors of the parameters; empty: they have no geometry.
std::vector<Px4Rotor> rotors_of(Px4Values& values, LineProblems& problems) {
  std::vector<Px4Rotor> rotors;
  const auto count = values.number_of_file(count_name, between(0, most_rotors));
  for (std::size_t k = 0; k < static_cast<std::size_t>(count.value_or(0)); ++k) {
    rotors.push_back(rotor_of(values, k, problems));
  }
  return rotors;
}

/// Rotors of the vehicle file. Coefficients are scaled to PX4's usual ones, because its allocation
/// treats small elements of the inverse as zero.
std::vector<Px4Rotor> rotors_of(const Multirotor& vehicle, double& thrust_per_coefficient_n) {
  const auto signs = frame_signs(vehicle.frame);
  double most_n = 0;
  for (const Rotor& rotor : vehicle.rotors) {
    most_n = std::fmax(most_n, full_load(rotor).thrust_n);
  }
  thrust_per_coefficient_n = most_n / usual_coefficient;
  std::vector<Px4Rotor> rotors;
  for (const Rotor& rotor : vehicle.rotors) {
    const FullLoad load = full_load(rotor);
    Px4Rotor r;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      r.position_m[k] = signs[at] * rotor.position_m[at];
      r.axis[k] = signs[at] * rotor.axis[at];
    }
    r.axis.normalize();
    r.thrust_coefficient = load.thrust_n / thrust_per_coefficient_n;
    r.moment_ratio_m =
        load.thrust_n > 0 ? static_cast<double>(rotor.spin) * load.torque_n_m / load.thrust_n : 0;
    rotors.push_back(r);
  }
  return rotors;
}

/// "Perhaps CA_ROTOR_COUTN should be CA_ROTOR_COUNT. ", for a name that PX4 does not have.
std::string meant_count(const Px4Values& values) {
  if (values.has(count_name)) return "";
  const auto written = values.near(count_name);
  if (!written) return "";
  return fmt::format("Perhaps {} should be {}. ", *written, count_name);
}

void require_multirotor(Px4Values& values, LineProblems& problems) {
  const auto airframe = values.number_of_file("CA_AIRFRAME");
  if (airframe.value_or(0) == 0) return;
  problems.of_file(fmt::format("the vehicle is not a multirotor (CA_AIRFRAME is {:g})", *airframe),
                   "only CA_AIRFRAME 0 can be imported");
}

/// Takes the vehicle of PX4's own simulation in hardware (SIH_*), if it is complete.
bool take_simulated(Px4Values& values, Px4Airframe& frame, std::vector<std::string>& assumed) {
  if (!values.has("SIH_MASS") || !values.has("SIH_IXX")) return false;
  constexpr Range some = positive;
  frame.body.mass_kg = {values.number("SIH_MASS", 1.0, some), "SIH_MASS"};
  frame.body.inertia_kg_m2 = {
      {values.number("SIH_IXX", 0.025, some), values.number("SIH_IYY", 0.025, some),
       values.number("SIH_IZZ", 0.030, some), values.number("SIH_IXY", 0),
       values.number("SIH_IXZ", 0), values.number("SIH_IYZ", 0)},
      values.source({"SIH_IXX", "SIH_IYY", "SIH_IZZ"})};
  frame.linear_drag_n_s_m = values.number("SIH_KDV", 1.0, non_negative);
  frame.linear_aero_moment_n_m_s = values.number("SIH_KDW", 0.025, non_negative);
  assumed.push_back(
      "mass, inertia and drag come from PX4's simulation in hardware (SIH_*); for a real vehicle "
      "give --mass and --inertia, or --vehicle");
  return true;
}

bool take_body(const ImportRequest& request, Px4Values& values, Px4Airframe& frame,
               LineProblems& problems, std::vector<std::string>& assumed) {
  const auto mass = known_mass(request);
  const auto inertia = known_inertia(request);
  const bool is_simulated = !mass && !inertia && take_simulated(values, frame, assumed);
  if (mass) frame.body.mass_kg = *mass;
  if (inertia) frame.body.inertia_kg_m2 = *inertia;
  if (const auto lag = known_lag(request)) {
    frame.body.lag = *lag;
  } else if (is_simulated) {
    const double lag_s = values.number("SIH_T_TAU", 0.05, between(0, 10));
    frame.body.lag = {{lag_s, lag_s}, values.source({"SIH_T_TAU"})};
  } else {
    frame.body.lag.source = "unknown lag: give --motor-lag";
    assumed.push_back("the rotors follow their commands without lag (give --motor-lag SECONDS)");
  }
  if (is_simulated) return true;
  if (!mass) problems.of_file("the mass is unknown", "PX4 has no parameter for it", how_to_know);
  if (!inertia) {
    problems.of_file("the inertia is unknown", "PX4 has no parameter for it", how_to_know);
  }
  return mass && inertia;
}

/// Takes the thrust of all rotors: PX4's normalised hover thrust carries the weight.
void take_thrust(Px4Values& values, Px4Airframe& frame, std::vector<std::string>& assumed) {
  frame.curve = values.number("THR_MDL_FAC", 0, between(0, 1));
  frame.hover = values.number("MPC_THR_HOVER", 0.5, between(0.01, 0.99));
  frame.thrust_per_coefficient_n =
      frame.body.mass_kg.value * px4_gravity_m_s2 / (frame.hover * frame.scale.thrust);
  assumed.push_back(fmt::format(
      "the hover thrust is {:g} of the maximum (MPC_THR_HOVER), so a rotor gives at most {:.4g} N",
      frame.hover, frame.thrust_per_coefficient_n * frame.rotors.front().thrust_coefficient));
  if (frame.curve > 0) {
    assumed.push_back("the rotors have the thrust curve that THR_MDL_FAC compensates");
  }
}

bool are_alike(const std::vector<Px4Rotor>& rotors) {
  return std::all_of(rotors.begin(), rotors.end(), [&](const Px4Rotor& r) {
    const Px4Rotor& first = rotors.front();
    return r.thrust_coefficient == first.thrust_coefficient && r.axis == first.axis &&
           std::fabs(r.moment_ratio_m) == std::fabs(first.moment_ratio_m);
  });
}

void write_law(const Px4Airframe& frame, const Px4Rotor& rotor, const std::string& source,
               TomlLines& lines) {
  const double thrust_n = frame.thrust_per_coefficient_n * rotor.thrust_coefficient;
  const double torque_n_m = thrust_n * std::fabs(rotor.moment_ratio_m);
  const double f = frame.curve;
  std::string law = fmt::format("type = \"linear\", thrust_max_n = {}, torque_max_n_m = {}",
                                format_double(thrust_n), format_double(torque_n_m));
  if (f > 0) {
    law = fmt::format(
        "type = \"polynomial\", thrust_1_n = {}, thrust_2_n = {}, torque_1_n_m = {}, "
        "torque_2_n_m = {}",
        format_double((1 - f) * thrust_n), format_double(f * thrust_n),
        format_double((1 - f) * torque_n_m), format_double(f * torque_n_m));
  }
  lines.key("law", "{" + law + "}", source);
}

void write_axis(const Px4Rotor& rotor, const std::string& source, TomlLines& lines) {
  lines.numbers("axis", {rotor.axis.x(), rotor.axis.y(), rotor.axis.z()}, source);
}

}  // namespace

Eigen::Vector3d Px4Airframe::authority() const {
  const auto& J = body.inertia_kg_m2.value;
  return thrust_per_coefficient_n * scale.moment.cwiseQuotient(Eigen::Vector3d(J[0], J[1], J[2]));
}

std::optional<Eigen::Vector3d> px4_authority(const Multirotor& vehicle) {
  Px4Airframe frame;
  frame.rotors = rotors_of(vehicle, frame.thrust_per_coefficient_n);
  std::string_view missing;
  const std::optional<Px4Scale> scale = px4_scale(frame.rotors, missing);
  if (!scale) return std::nullopt;
  frame.scale = *scale;
  const Symmetric3<double> J = inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame));
  frame.body.inertia_kg_m2.value = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
  return frame.authority();
}

double Px4Airframe::lift_m_s2() const {
  return thrust_per_coefficient_n * scale.thrust / body.mass_kg.value;
}

std::optional<Px4Airframe> px4_airframe(const ImportRequest& request, Px4Values& values,
                                        LineProblems& problems, std::vector<std::string>& assumed) {
  Px4Airframe frame;
  require_multirotor(values, problems);
  const bool is_known = take_body(request, values, frame, problems, assumed);
  frame.rotors = rotors_of(values, problems);
  // Gains alone are for an existing vehicle.
  const bool takes_file = request.vehicle && (frame.rotors.empty() || !request.wants_vehicle);
  if (takes_file) {
    frame.has_own_rotors = false;
    frame.rotors = rotors_of(*request.vehicle, frame.thrust_per_coefficient_n);
  }
  if (frame.rotors.empty()) {
    problems.of_file("the file has no rotors",
                     values.has(count_name) ? "CA_ROTOR_COUNT is 0"
                                            : "CA_ROTOR_COUNT is missing; PX4 has it "
                                              "since version 1.13",
                     meant_count(values) + "Give --vehicle FILE to use its rotors");
  }
  if (!problems.are_none() || !is_known) return std::nullopt;
  std::string_view missing;
  const auto scale = px4_scale(frame.rotors, missing);
  if (!scale) {
    problems.of_file(fmt::format("the rotors cannot control every axis: {} is missing", missing),
                     takes_file ? "the rotors of the vehicle file" : "CA_ROTORn_PX to _KM");
    return std::nullopt;
  }
  frame.scale = *scale;
  if (!takes_file) take_thrust(values, frame, assumed);
  return frame;
}

void write_airframe(const Px4Airframe& frame, const Px4Values& values, TomlLines& lines) {
  write_body(frame.body, lines);
  if (frame.linear_drag_n_s_m) {
    lines.number("linear_drag_n_s_m", *frame.linear_drag_n_s_m, values.source({"SIH_KDV"}));
    lines.number("linear_aero_moment_n_m_s", *frame.linear_aero_moment_n_m_s,
                 values.source({"SIH_KDW"}));
  }
  const bool alike = are_alike(frame.rotors);
  const std::string law_source = fmt::format(
      "mass times 9.80665 m/s2 divided by {}; curve: {}; torque: CA_ROTORn_KM times thrust",
      values.source({"MPC_THR_HOVER"}), values.source({"THR_MDL_FAC"}));
  lines.table("rotor");
  if (alike) {
    write_axis(frame.rotors.front(), "CA_ROTORn_AX, _AY, _AZ", lines);
    write_law(frame, frame.rotors.front(), law_source, lines);
  }
  write_motor(frame.body.lag, lines);
  for (std::size_t k = 0; k < frame.rotors.size(); ++k) {
    const Px4Rotor& r = frame.rotors[k];
    lines.element("rotors");
    lines.numbers("position_m", {r.position_m.x(), r.position_m.y(), r.position_m.z()},
                  rotor_name(k, "PX") + ", _PY, _PZ");
    if (!alike) {
      write_axis(r, rotor_name(k, "AX") + ", _AY, _AZ", lines);
      write_law(frame, r, law_source, lines);
    }
    const bool is_ccw = r.moment_ratio_m >= 0;
    lines.key("spin", is_ccw ? "1" : "-1",
              fmt::format("{}: {} from above", rotor_name(k, "KM"),
                          is_ccw ? "counter-clockwise" : "clockwise"));
  }
}

}  // namespace montecopter
