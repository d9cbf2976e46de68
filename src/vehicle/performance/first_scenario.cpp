#include "vehicle/performance/first_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"

namespace montecopter {
namespace {

/// Number with as few digits as a person would write, without an exponent if that is short.
std::string two_digits(double value) {
  return format_double(parse_double(fmt::format("{:.2g}", value)).value_or(value));
}

/// Weight of a deviation, one over its square: Bryson's rule (Bryson and Ho, "Applied Optimal
/// Control", section 5.2).
std::string weight_of(double deviation) { return two_digits(1 / (deviation * deviation)); }

std::string weights_of(std::span<const double> deviations) {
  std::vector<std::string> weights;
  for (const double deviation : deviations) weights.push_back(weight_of(deviation));
  return fmt::format("[{}]", fmt::join(weights, ", "));
}

/// Rates that divide each other [Hz], including the 10 Hz of a GNSS receiver.
struct Rates {
  std::int64_t step = 1000, control = 250, output = 50;
};

/// Rates for 1000 or 500 steps per second; the rate of the vehicle's process noise, if it states
/// one that the others divide.
Rates rates_of(const ProcessNoise& noise, std::int64_t steps_per_second) {
  Rates rates{.step = steps_per_second};
  const bool is_whole = noise.rate_hz && noise.rate_hz->denominator == 1;
  if (is_whole && noise.rate_hz->numerator % 20 == 0) rates.step = noise.rate_hz->numerator;
  rates.control = rates.step / (steps_per_second == 1000 ? 4 : 10);
  rates.output = rates.step / (steps_per_second == 1000 ? 20 : 10);
  return rates;
}

/// Controller and rates for a kind of vehicle.
struct Loop {
  Rates rates;
  std::string timing, weights, commands;
};

/// Loop of a multirotor. These deviations weigh as much as half a metre: half of the thrust that
/// the rotors can add or remove at hover, and angular accelerations that all of them reach.
Loop loop_of(const Multirotor& vehicle, const MultirotorReport& report, double gravity_m_s2) {
  constexpr double roll_pitch_rad_s2 = 20, yaw_rad_s2 = 4;
  const double weight_n = vehicle.mass_kg * gravity_m_s2;
  const double spare = std::min(1.0, report.thrust_to_weight - 1);
  const auto& j = vehicle.inertia_kg_m2;
  const std::array<double, 4> deviations = {0.5 * spare * weight_n, roll_pitch_rad_s2 * j.xx,
                                            roll_pitch_rad_s2 * j.yy, yaw_rad_s2 * j.zz};
  const Rates rates = rates_of(vehicle.process_noise, 1000);
  return {
      .rates = rates,
      .timing = fmt::format("rate_hz = {}\ndelay_s = {:<28}# sensing and computing\n",
                            rates.control, format_double(1 / static_cast<double>(rates.control))),
      .weights =
          "attitude_weight_1_rad2 = [8.0, 8.0, 33.0]   # 20 deg of tilt, 10 deg of heading\n"
          "rate_weight_s2_rad2 = [0.1, 0.1, 1.0]       # 3 rad/s, 1 rad/s of yaw\n",
      .commands =
          fmt::format("command_weights = {}   # {} N; {}, {} and {} N m\n", weights_of(deviations),
                      two_digits(deviations[0]), two_digits(deviations[1]),
                      two_digits(deviations[2]), two_digits(deviations[3])),
  };
}

/// Loop of a helicopter. These servo travels weigh as much as half a metre: half of the hover
/// command; for cyclic pitch, the travel that holds a rate of 1 rad/s. Flapping blades have no such
/// rate: the travel tilts their disc by 0.1 rad. Each is at most a quarter of the range.
Loop loop_of(const Helicopter& vehicle, const HelicopterReport& report, double) {
  const auto& hover = report.hover->commands;
  const double cyclic = report.flapping ? 0.1 / std::abs(report.tilt_per_cyclic_rad)
                                        : 1 / std::abs(report.rate_per_cyclic_rad_s);
  std::array<double, helicopter_controls.size()> deviations = {hover[0] / 2, cyclic, cyclic,
                                                               hover[3] / 2, hover[4] / 2};
  const auto lowest = vehicle.servos.lowest(), highest = vehicle.servos.highest();
  for (std::size_t k = 0; k < deviations.size(); ++k) {
    deviations[k] = std::abs(deviations[k]);
    if (lowest[k] && highest[k]) {
      deviations[k] = std::min(deviations[k], (*highest[k] - *lowest[k]) / 4);
    }
  }
  std::vector<std::string> travels;
  for (const double deviation : deviations) travels.push_back(two_digits(deviation));
  const Rates rates = rates_of(vehicle.process_noise, 500);
  return {
      .rates = rates,
      .timing = fmt::format("rate_hz = {}\n", rates.control),
      .weights =
          "attitude_weight_1_rad2 = [100.0, 100.0, 40.0]   # 0.1 rad of tilt, 0.16 rad of heading\n"
          "rate_weight_s2_rad2 = [1.0, 1.0, 5.0]       # 1 rad/s\n"
          "rotor_speed_weight_s2_rad2 = 0.04           # 5 rad/s\n"
          "rotor_speed_integral_weight_1_rad2 = 0.01\n",
      .commands = fmt::format("command_weights = {}   # {}\n", weights_of(deviations),
                              fmt::join(travels, ", ")),
  };
}

struct Attitude {
  double roll_rad = 0, pitch_rad = 0;
};

Attitude hover_attitude(const VehicleReport& report) {
  return std::visit(
      [](const auto& r) {
        return Attitude{r.hover->roll_rad, r.hover->pitch_rad};
      },
      report.kind);
}

/// Line for an initial attitude like that of the hover; empty if it is level.
std::string attitude_line(const Attitude& lean) {
  constexpr double level_rad = 1e-6;  // remaining tilt of a level trim
  const auto leaning = [](double angle) { return std::abs(angle) < level_rad ? 0.0 : angle; };
  const double roll = leaning(lean.roll_rad), pitch = leaning(lean.pitch_rad);
  if (roll == 0 && pitch == 0) return "";
  double sr, cr, sp, cp;
  sincos(roll / 2, sr, cr);
  sincos(pitch / 2, sp, cp);
  return fmt::format(
      "attitude = [{:.9f}, {:.9f}, {:.9f}, {:.9f}]   # hover attitude: roll {:.4f}, pitch {:.4f} "
      "rad\n",
      cr * cp, sr * cp, cr * sp, 0.0 - sr * sp, roll, pitch);
}

/// Said of rotors whose law is known near hover only.
bool is_known_in_hover_only(const Multirotor& vehicle) {
  return std::any_of(vehicle.rotors.begin(), vehicle.rotors.end(), [](const auto& rotor) {
    return known_range(*rotor.law).highest_axial_inflow < KnownRange::unlimited;
  });
}
bool is_known_in_hover_only(const Helicopter&) { return false; }

std::string head_part(const FirstScenarioNames& names, const LoadedVehicle& loaded) {
  const bool hover_only = std::visit(
      [](const auto& vehicle) { return is_known_in_hover_only(vehicle); }, loaded.vehicle);
  return fmt::format(
      "#:schema {5}\n"
      "# {0} hovers in calm air. Written by `{1}` as a start. Fly it and view the result with\n"
      "#   montecopter run {2}.toml\n"
      "#   montecopter report {2}.h5 -o {2}.html\n"
      "# `montecopter explain WORD` explains a key, a type or a metric. Parts that are commented "
      "out "
      "are ready\n"
      "# to use: remove the first \"# \" of each line of a part.\n"
      "\n"
      "schema = 1\n"
      "name = {3}\n"
      "\n"
      "[vehicle]\n"
      "include = {4}\n"
      "{6}"
      "\n"
      "[environment]\n"
      "gravity_m_s2 = 9.81\n"
      "# atmosphere = {{type = \"isa\"}}         # air density by height; without it 1.225 "
      "kg/m3\n"
      "# magnetic_field = {{type = \"angles\", strength_t = 48e-6, inclination_deg = 64, "
      "declination_deg = 3}}\n",
      loaded.name, names.call, names.name, toml_quote(names.name), toml_quote(names.vehicle),
      names.schema,
      hover_only ? "# The rotors of this vehicle were measured in hover. For fast flight or "
                   "descent, make them from a thrust stand\n"
                   "# and the name of the propeller: montecopter import bench-table TABLE.csv "
                   "--propeller 10x4.5\n"
                 : "");
}

constexpr const char* wind_part =
    "\n"
    "# --- Wind: all entries add up; other types: montecopter explain wind\n"
    "# [[wind]]\n"
    "# type = \"steady\"\n"
    "# to_m_s = [3.0, 0.0, 0.0]              # air velocity: north, east, down\n"
    "#\n"
    "# [[wind]]\n"
    "# type = \"dryden_low_altitude\"          # turbulence over trees and houses\n"
    "# wind_20ft_m_s = 5.0\n"
    "# height_m = 10.0\n"
    "# airspeed_m_s = 3.0\n";

std::string flight_part(const Loop& loop, const Attitude& lean) {
  return fmt::format(
      "\n"
      "[trajectory]\n"
      "type = \"hover\"\n"
      "position_m = [0.0, 0.0, -10.0]        # 10 m above the origin (north, east, down)\n"
      "\n"
      "# A linear-quadratic regulator, designed for this vehicle, this rate and this delay. Each "
      "weight is "
      "one over the\n"
      "# square of a deviation; the deviations in the comments cost the same. Other types: "
      "montecopter "
      "explain controller\n"
      "[controller]\n"
      "type = \"lqr\"\n"
      "{}"
      "position_weight_1_m2 = 4.0                  # 0.5 m\n"
      "velocity_weight_s2_m2 = 1.0                 # 1 m/s\n"
      "position_integral_weight_1_m2_s2 = 1.0      # 1 m for 1 s: a steady wind leaves no offset\n"
      "{}{}"
      "# feedback = \"estimate\"                 # with the sensors and the estimator below\n"
      "\n"
      "[integrator]\n"
      "type = \"rk4\"\n"
      "rate_hz = {}\n"
      "\n"
      "[simulation]\n"
      "duration_s = 10.0\n"
      "\n"
      "[simulation.initial]\n"
      "position_m = [0.0, 0.0, -10.0]\n"
      "{}"
      "\n"
      "[output]\n"
      "signals = [\"position\", \"velocity\", \"attitude\", \"body_rate\", \"command\"]\n"
      "rate_hz = {}\n"
      "traces = \"first:5\"                    # traced samples; statistics use all samples\n"
      "\n"
      "[monte_carlo]\n"
      "samples = 1                           # raise it once something varies between samples\n"
      "seed = 1\n",
      loop.timing, loop.weights, loop.commands, loop.rates.step, attitude_line(lean),
      loop.rates.output);
}

/// Sensors of an ordinary autopilot, and the filter that uses their noise parameters. The IMU reads
/// at the rate of a multirotor's controller.
std::string sensor_part(const Rates& rates) {
  return fmt::format(
      "\n"
      "# --- Sensors and an estimator. Uncomment magnetic_field and feedback above, too\n"
      "# [sensors.imu.gyroscope]\n"
      "# rate_hz = {0}\n"
      "# white_noise_density_deg_s_sqrt_hz = 0.005\n"
      "# white_noise_density_is = \"two_sided\"\n"
      "# turn_on_bias_deg_s = 0.2\n"
      "#\n"
      "# [sensors.imu.accelerometer]\n"
      "# rate_hz = {0}\n"
      "# white_noise_density_ug_sqrt_hz = 400\n"
      "# white_noise_density_is = \"two_sided\"\n"
      "# turn_on_bias_mg = 5\n"
      "#\n"
      "# [sensors.compass.magnetometer]\n"
      "# rate_hz = {1}\n"
      "# white_noise_nt = 400\n"
      "#\n"
      "# [sensors.static_port.barometer]\n"
      "# rate_hz = {1}\n"
      "# white_noise_m = 0.25\n"
      "#\n"
      "# [sensors.gps.gnss]\n"
      "# rate_hz = 10\n"
      "# latency_s = 0.1\n"
      "# position = {{white_noise_m = [0.4, 0.4, 0.8]}}\n"
      "# velocity = {{white_noise_m_s = 0.1}}\n"
      "#\n"
      "# [estimator]\n"
      "# type = \"ekf\"\n",
      std::max(rates.control, rates.step / 4), rates.output);
}

constexpr const char* dispersion_part =
    "\n"
    "# --- Dispersions from sample to sample. The controller knows the nominal vehicle\n"
    "# [disperse.\"vehicle.mass_kg\"]\n"
    "# dist = \"normal\"\n"
    "# mean = 1.0\n"
    "# sd = 0.02\n"
    "# apply = \"factor\"                      # times the value in the vehicle file\n"
    "#\n"
    "# [disperse.\"simulation.initial.position_m.x\"]\n"
    "# dist = \"uniform\"\n"
    "# low = -1.0\n"
    "# high = 1.0\n";

constexpr const char* requirement_part =
    "\n"
    "# --- Requirements on the flights (montecopter explain requirement)\n"
    "# [requirement.stays_upright]\n"
    "# type = \"probability\"\n"
    "# metric = \"max_tilt_deg\"\n"
    "# at_most = 30.0\n"
    "# probability = 0.9\n"
    "# confidence = 0.95\n";

}  // namespace

std::string first_scenario(const LoadedVehicle& loaded, const FirstScenarioNames& names) {
  const VehicleReport report = report_vehicle(loaded);
  if (!report.can_hover()) {
    throw Error(ExitCode::usage,
                Problem{names.vehicle,
                        "the vehicle cannot hover (no commands within their limits hold it), but "
                        "the scenario begins with a hover",
                        "", "`montecopter vehicle` lists its thrust and its weight"});
  }
  const Loop loop = std::visit(
      [&](const auto& vehicle) {
        using KindReport =
            std::conditional_t<std::is_same_v<std::decay_t<decltype(vehicle)>, Helicopter>,
                               HelicopterReport, MultirotorReport>;
        return loop_of(vehicle, std::get<KindReport>(report.kind), report.air.gravity_m_s2);
      },
      loaded.vehicle);
  return head_part(names, loaded) + wind_part + flight_part(loop, hover_attitude(report)) +
         sensor_part(loop.rates) + dispersion_part + requirement_part;
}

}  // namespace montecopter
