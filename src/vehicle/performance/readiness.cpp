#include "vehicle/performance/readiness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/decompositions.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "vehicle/performance/battery_endurance.hpp"
#include "vehicle/performance/can_hover.hpp"
#include "vehicle/performance/multirotor_performance.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {
namespace {

constexpr std::array axes = {"lift", "roll", "pitch", "yaw"};

bool all_spins_alike(const std::vector<Rotor>& rotors) {
  return std::all_of(rotors.begin(), rotors.end(),
                     [&](const Rotor& rotor) { return rotor.spin == rotors.front().spin; });
}

void check_hover(const MultirotorModel& model, const std::optional<MultirotorTrim>& hover,
                 PlausibilityWarnings& warnings) {
  if (hover) return;
  const double ratio = thrust_to_weight(model);
  std::string why = fmt::format("thrust to weight is {:.3g}", ratio);
  if (ratio > 1) why = "no commands within their limits balance its weight and its moments";
  if (ratio > 1 && all_spins_alike(model.vehicle().rotors)) {
    why = fmt::format("all {} rotors spin the same way, and nothing balances their drag torque",
                      model.rotors());
  }
  warnings.push_back({"it cannot hover", why});
}

/// Checks vehicles that can hover; others have their own warning.
void check_thrust(const MultirotorModel& model, PlausibilityWarnings& warnings) {
  const double ratio = thrust_to_weight(model);
  if (ratio >= least_thrust_to_weight) return;
  warnings.push_back({fmt::format("thrust to weight is {:.3g}", ratio),
                      fmt::format("below {} there is little reserve for climbs, turns and gusts",
                                  least_thrust_to_weight)});
}

/// Effect of each command on lift and angular accelerations at hover, per range of the command: one
/// row for each axis, by differences over a millionth of the range.
Eigen::MatrixXd effects_at(const MultirotorModel& model, const MultirotorTrim& hover) {
  constexpr double part = 1e-6;
  const Eigen::VectorXd low = model.lowest_commands(), range = model.highest_commands() - low;
  Eigen::MatrixXd effects(4, model.rotors());
  for (Eigen::Index i = 0; i < effects.cols(); ++i) {
    const auto at = [&](double fraction) {
      Eigen::VectorXd c = hover.commands;
      // Within the limits, where commands are clamped.
      const double middle = std::clamp((c[i] - low[i]) / range[i], part, 1 - part);
      c[i] = low[i] + (middle + fraction) * range[i];
      return model.accelerations(
          model.settled(c, hover.roll_rad, hover.pitch_rad, Eigen::Vector3d::Zero()), c);
    };
    effects.col(i) = (at(part) - at(-part)).tail<4>() / (2 * part);
  }
  return effects;
}

/// The two axes with the most similar rows, and the angle between them [deg].
struct NearestAxes {
  double angle_deg = 90;
  Eigen::Index a = 0, b = 0;
};

NearestAxes nearest_axes(const Eigen::MatrixXd& unit_rows) {
  NearestAxes nearest;
  for (Eigen::Index b = 1; b < unit_rows.rows(); ++b) {
    for (Eigen::Index a = 0; a < b; ++a) {
      const double cosine = std::min(1.0, std::fabs(unit_rows.row(a).dot(unit_rows.row(b))));
      const double angle = std::acos(cosine) * deg_per_rad;
      if (angle < nearest.angle_deg) nearest = {angle, a, b};
    }
  }
  return nearest;
}

/// "authority -0.95 to 0 rad/s2 about roll, -156 to 0 about pitch, -0.2 to 0 about yaw at thrust =
/// weight"
std::string authority_words(const Authority& authority) {
  const auto words = [](const AuthorityLimits& r, const char* unit) {
    const auto rounded = [](double x) { return std::fabs(x) < 1e-9 ? 0.0 : x; };
    return fmt::format("{:.2g} to {:.2g}{}", rounded(r.lowest), rounded(r.highest), unit);
  };
  return fmt::format("authority {} about roll, {} about pitch, {} about yaw at thrust = weight",
                     words(authority.roll_rad_s2, " rad/s2"), words(authority.pitch_rad_s2, ""),
                     words(authority.yaw_rad_s2, ""));
}

/// Checks that axes can be controlled separately, by the condition number of the effects with rows
/// of unit length. It is 1 if each axis has its own commands, in any units. Rows 4 degrees apart
/// give about 30.
void check_apart(const MultirotorModel& model, const MultirotorTrim& hover,
                 const Authority& authority, PlausibilityWarnings& warnings) {
  constexpr double worst_condition = 30, independent = 1e-6;
  const Eigen::MatrixXd effects = effects_at(model, hover);
  if (!effects.allFinite()) {
    warnings.push_back({"the effect of its rotors at hover is not finite",
                        "some of its parameters are absurdly large or small"});
    return;
  }
  const Eigen::Index controlled = rank(effects, independent);
  if (controlled < 4) {
    warnings.push_back(
        {fmt::format("its rotors control {} of the 4 axes thrust, roll, pitch and yaw", controlled),
         "no controller can hold the others"});
    return;
  }
  const Eigen::MatrixXd unit = effects.rowwise().normalized();
  const Eigen::VectorXd values = singular_values(unit);
  const double condition = values.maxCoeff() / values.minCoeff();
  if (condition < worst_condition) return;
  const NearestAxes nearest = nearest_axes(unit);
  const std::string what = nearest.angle_deg < 10
                               ? fmt::format("its rotors can hardly control {} and {} separately",
                                             axes[nearest.a], axes[nearest.b])
                               : "its rotors can hardly control all axes separately";
  std::string why = fmt::format("the allocation has a condition number of {:.3g}", condition);
  if (nearest.angle_deg < 10) {
    why += fmt::format(", both rows are {:.2g} degrees from parallel", nearest.angle_deg);
  }
  warnings.push_back({what, why + ": " + authority_words(authority)});
}

/// Checks the authority: 10 degrees from rest to rest take 0.8 s at 1 rad/s2, and 2.6 s at 0.1.
void check_authority(const Authority& authority, PlausibilityWarnings& warnings) {
  struct Axis {
    const char* name;
    const AuthorityLimits& limits;
    double least_rad_s2;
  };
  for (const Axis& axis :
       {Axis{"roll", authority.roll_rad_s2, 1}, Axis{"pitch", authority.pitch_rad_s2, 1},
        Axis{"yaw", authority.yaw_rad_s2, 0.1}}) {
    const double least = axis.limits.both_ways();
    if (!(least < axis.least_rad_s2)) continue;
    warnings.push_back(
        {fmt::format("its control authority is {:.2g} rad/s2 about {}", least, axis.name),
         fmt::format("with thrust = weight and the other axes held; less than {} rad/s2 is little",
                     format_double(axis.least_rad_s2))});
  }
}

Problem problem_of(const PlausibilityWarning& warning) {
  const bool falls = warning.what == "it cannot hover";
  return {.where = "vehicle",
          .what = warning.what,
          .why = warning.why,
          .suggestion = falls ? "Check mass, rotors, spins and limits; `montecopter vehicle` lists "
                                "all figures"
                              : "`montecopter vehicle` lists all figures",
          .is_warning = true};
}

void check_battery(const MultirotorModel& model, const std::optional<MultirotorTrim>& hover,
                   double duration_s, std::vector<Problem>& problems) {
  const auto& battery = model.vehicle().battery;
  if (!battery) return;
  const double voltage_v =
      open_circuit_voltage(form_of(*battery), fold_battery(*battery), battery->state_of_charge);
  if (battery->state_of_charge == 0 || voltage_v < battery->empty_voltage_v) {
    problems.push_back(
        {.where = "vehicle.battery.state_of_charge",
         .what = "the battery is empty at the start",
         .why = battery->when_empty == "stops"
                    ? "its motors get no current"
                    : "the model keeps flying on an empty battery, and a real vehicle does not",
         .suggestion = "Give a fraction above 0; 1 is full",
         .is_warning = true});
    return;
  }
  if (!hover) return;
  const double lasts_s = endurance_s(model, *hover);
  if (std::isnan(lasts_s) || lasts_s >= duration_s) return;
  const double power_w = electric_power_w(*battery, drawn_power_w(model, *hover));
  problems.push_back(
      {.where = "vehicle.battery",
       .what = fmt::format("the battery lasts {:.3g} s in hover, the flight {:.4g} s", lasts_s,
                           duration_s),
       .why =
           fmt::format("hover takes {:.3g} W; after that time it is empty, or its voltage is too "
                       "low for the commands",
                       power_w),
       .suggestion = "Shorten the flight (simulation.duration_s), or give the battery more charge",
       .is_warning = true});
}

std::vector<Problem> problems_of(const Multirotor& vehicle, const CalmAir& air, double duration_s) {
  const MultirotorModel model(vehicle, air);
  const std::optional<MultirotorTrim> trim = hover(model);
  std::vector<Problem> problems;
  for (const auto& warning :
       readiness_warnings(model, trim, control_authority(model).heading_held)) {
    problems.push_back(problem_of(warning));
  }
  check_battery(model, trim, duration_s, problems);
  return problems;
}
std::vector<Problem> problems_of(const Helicopter& vehicle, const CalmAir& air, double) {
  const double speed = vehicle.operating_points.first_hover.rotor_speed_rad_s;
  std::vector<Problem> problems;
  for (const auto& warning : readiness_warnings(helicopter_trim(vehicle, air, speed))) {
    problems.push_back(problem_of(warning));
  }
  return problems;
}

}  // namespace

PlausibilityWarnings readiness_warnings(const MultirotorModel& model,
                                        const std::optional<MultirotorTrim>& hover,
                                        const Authority& authority) {
  PlausibilityWarnings warnings;
  check_hover(model, hover, warnings);
  if (!hover) return warnings;
  check_thrust(model, warnings);
  const std::size_t before = warnings.size();
  check_apart(model, *hover, authority, warnings);
  // Axes that are not separate have no authority of their own; that was reported.
  if (warnings.size() == before) check_authority(authority, warnings);
  return warnings;
}

PlausibilityWarnings readiness_warnings(const std::optional<HelicopterTrim>& hover) {
  if (hover) return {};
  return {{"it cannot hover", "no commands within the limits of the servos hold it"}};
}

std::vector<Problem> readiness_problems(const Scenario& scenario, double duration_s) {
  const std::optional<CalmAir> air = air_at_start(scenario);
  if (loop_timing(*scenario.controller) == nullptr || !air) return {};
  return std::visit([&](const auto& vehicle) { return problems_of(vehicle, *air, duration_s); },
                    *scenario.vehicle);
}

}  // namespace montecopter
