#include "vehicle/import/betaflight_diff.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <variant>

#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "vehicle/import/betaflight_filters.hpp"
#include "vehicle/import/betaflight_gains.hpp"
#include "vehicle/import/betaflight_settings.hpp"
#include "vehicle/import/betaflight_text.hpp"
#include "vehicle/import/known_body.hpp"
#include "vehicle/import/left_out.hpp"
#include "vehicle/import/line_problems.hpp"
#include "vehicle/import/other_files.hpp"
#include "vehicle/import/rotor_loads.hpp"
#include "vehicle/import/toml_lines.hpp"

namespace montecopter {
namespace {

constexpr double gravity_m_s2 = 9.80665;
/// Scales of the settings from Betaflight, pid.h, in units of 1/1000 of the motors' range per
/// deg/s, deg and deg/s2.
constexpr double p_scale = 0.032029, i_scale = 0.244381, d_scale = 0.000529, sum_scale = 1000;
/// Rate of most gyroscopes; a diff does not state it.
constexpr double usual_gyro_hz = 8000;

/// Angular acceleration per full range of the motors [rad/s2], with the mixer QUADX: each motor
/// moves by 1 about each axis.
Eigen::Vector3d authority(const ImportRequest& request, double mass_kg,
                          const std::array<double, 6>& inertia, LineProblems& problems) {
  const Multirotor& vehicle = *request.vehicle;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  const auto is_beside = [](const Rotor& r) {
    return r.position_m[0] != 0 && r.position_m[1] != 0;
  };
  if (vehicle.rotors.size() != 4 ||
      !std::all_of(vehicle.rotors.begin(), vehicle.rotors.end(), is_beside)) {
    problems.of_file("the vehicle is not a quadrotor X", "only the mixer QUADX is supported");
    return Eigen::Vector3d::Ones();
  }
  for (const Rotor& rotor : vehicle.rotors) {
    const auto slope = hover_slope(rotor, mass_kg * gravity_m_s2 / 4);
    if (!slope) {
      problems.of_file("the vehicle's rotors cannot carry its weight");
      return Eigen::Vector3d::Ones();
    }
    moment += Eigen::Vector3d(slope->thrust_n * std::fabs(rotor.position_m[1]),
                              slope->thrust_n * std::fabs(rotor.position_m[0]), slope->torque_n_m);
  }
  return moment.cwiseQuotient(Eigen::Vector3d(inertia[0], inertia[1], inertia[2]));
}

/// Motor settings, as fractions of the range.
struct MotorRange {
  double idle = 0, limit = 1;
  std::string idle_source, limit_source;

  /// Range that the sum of the terms can move the motors: from idle to the limit. Source:
  /// Betaflight, dshot.c (the limit cuts the full range) and mixer.c (the sum moves between both).
  double width() const { return limit - idle; }
};

MotorRange motor_range(const BetaflightText& text, AskedSettings& settings) {
  const bool is_recent = version_of(text) == BetaflightVersion::from_2025;
  const char* name = is_recent ? "motor_idle" : "dshot_idle_value";
  MotorRange range;
  const double idle = settings.number(name, 550, 2000);
  range.idle = idle / 1e4, range.idle_source = settings.source(name, idle);
  const auto percent = settings.whole_of_file("motor_output_limit", 1, 100);
  range.limit = percent.value_or(100) / 100;
  if (percent) range.limit_source = settings.source("motor_output_limit", *percent);
  return range;
}

/// Command at which the motor of a rotor ends.
double end_of(const Motor& motor, const MotorRange& range) {
  return std::visit([&](const auto& m) { return m.min + range.limit * (m.max - m.min); }, motor);
}

/// Keys that override the vehicle file: motors that end at the limit.
std::string motor_end(const ImportRequest& request, const MotorRange& range,
                      LineProblems& problems) {
  if (range.limit == 1) return "";
  const std::vector<Rotor>& rotors = request.vehicle->rotors;
  const double end = end_of(*rotors.front().motor, range);
  for (const Rotor& rotor : rotors) {
    if (end_of(*rotor.motor, range) == end) continue;
    problems.of_file(
        "the motors of the vehicle have different ranges",
        "motor_output_limit limits all motors to one command",
        "Give all rotors of the vehicle file the same motor, or remove motor_output_limit");
    return "";
  }
  TomlLines lines;
  lines.number("rotor.motor.max", end, range.limit_source);
  return lines.text();
}

/// Checks that the limit leaves enough thrust to carry the vehicle.
void require_carried(const ImportRequest& request, double mass_kg, const MotorRange& range,
                     LineProblems& problems) {
  if (range.limit == 1 || !problems.are_none()) return;
  double thrust_n = 0;
  for (const Rotor& rotor : request.vehicle->rotors) {
    thrust_n += load_at_command(rotor, end_of(*rotor.motor, range)).thrust_n;
  }
  if (thrust_n > mass_kg * gravity_m_s2) return;
  problems.of_file(fmt::format("with {} the rotors cannot carry the vehicle", range.limit_source),
                   fmt::format("their thrust is {:.4g} N, the weight {:.4g} N", thrust_n,
                               mass_kg * gravity_m_s2));
}

/// Quotient hz / denominator, exactly.
std::string rate_words(double hz, double denominator) {
  const double rate = hz / denominator;
  return rate == std::floor(rate) ? fmt::format("{:.0f}", rate)
                                  : fmt::format("\"{:.0f}/{:.0f}\"", hz, denominator);
}

/// Writes the keys of the controller.
class RateKeys {
 public:
  RateKeys(AskedSettings& settings, const BetaflightText& text, double gyro_hz)
      : settings_(settings), text_(text), gyro_hz_(gyro_hz) {}

  std::string text(const Eigen::Vector3d& whole_authority, const MotorRange& range,
                   const BetaflightGains& gains, double denominator) {
    lines_.key("type", "\"rate\"");
    lines_.key("rate_hz", rate_words(gyro_hz_, denominator),
               fmt::format("gyroscope at {:g} kHz divided by {}", gyro_hz_ / 1000,
                           settings_.source("pid_process_denom", denominator)));
    const Eigen::Vector3d A = range.width() * whole_authority;
    lines_.say(fmt::format(
        "The motors' range above idle ({}){} gives A = {:.6g}, {:.6g} and {:.6g} rad/s2 about the "
        "body axes, at hover.",
        range.idle_source, range.limit < 1 ? " and up to " + range.limit_source : "", A.x(), A.y(),
        A.z()));
    write(A, gains);
    cutoff(gyro_hz_ / denominator);
    return lines_.text();
  }

 private:
  void write(const Eigen::Vector3d& A, const BetaflightGains& gains) {
    std::array<double, 3> p{}, i{}, d{}, most{};
    for (std::size_t k = 0; k < 3; ++k) {
      const BetaflightAxisGains& g = gains.axes[k];
      lines_.say(fmt::format("{}: {}.", g.name, g.source));
      const double unit = A[static_cast<Eigen::Index>(k)] * deg_per_rad / sum_scale;
      p[k] = p_scale * g.p * unit, i[k] = i_scale * g.i * unit, d[k] = d_scale * g.d * unit;
      most[k] = g.i > 0 ? g.integral_limit / (i_scale * g.i) : 0;
    }
    lines_.numbers("gain_1_s", {p[0], p[1], p[2]}, "0.032029 p / 1000 per deg/s, times A");
    lines_.numbers("integral_gain_1_s2", {i[0], i[1], i[2]}, "0.244381 i / 1000, times A");
    lines_.numbers("derivative_gain", {d[0], d[1], d[2]}, "0.000529 d / 1000, times A");
    const std::string &of_roll = gains.axes[0].limit_source, &of_yaw = gains.axes[2].limit_source;
    lines_.numbers(
        "integral_limit_deg", {most[0], most[1], most[2]},
        (of_roll == of_yaw ? of_roll : of_roll + ", yaw: " + of_yaw) + " over 0.244381 i");
  }

  /// Lowest cut-off that the first gyroscope filter reaches; 0 turns it off.
  void cutoff(double rate) {
    std::string source;
    const double hz = betaflight_cutoff_hz(text_, settings_, source);
    const bool fits = hz > 0 && hz <= rate / 2;
    lines_.number("cutoff_hz", fits ? hz : rate / 2, source);
  }

  AskedSettings& settings_;
  const BetaflightText& text_;
  double gyro_hz_;
  TomlLines lines_;
};

constexpr OmittedReason betaflight_reasons[] = {
    {"f_", "this controller has no feed-forward"},
    {"feedforward", "this controller has no feed-forward"},
    {"dterm_", "the D term here uses the filter of the body rate, without one of its own"},
    {"gyro_lpf1_type", "the low-pass here is of second order, like BIQUAD"},
    {"gyro_lowpass_type", "the low-pass here is of second order, like BIQUAD"},
    {"gyro_lpf", "the body rate has only one low-pass here"},
    {"gyro_low", "setting of 4.2 and earlier; the low-pass here is gyro_lpf1"},
    {"gyro_notch", "this controller has no notch"},
    {"dyn_notch", "this controller has no notch"},
    {"dyn_lpf", "cut-offs here do not follow the throttle"},
    {"rpm_", "this controller has no notch"},
    {"gyro_rpm_notch", "this controller has no notch"},
    {"d_max", "D for quick moves: gains here are constant"},
    {"d_min", "D for quick moves: gains here are constant"},
    {"tpa_", "gains here do not follow the throttle"},
    {"anti_gravity", "gains here do not follow the throttle"},
    {"iterm_", "the integral here has only a limit"},
    {"pidsum", "the allocation here uses the limits of the motors"},
    {"thrust_linear", "the allocation here uses the thrust curve of the rotors"},
    {"vbat_sag", "thrust follows the voltage in [vehicle.battery]"},
    {"auto_profile", "import takes the profile selected last, whatever the battery"},
    {"simplified_dterm",
     "the D term here uses the filter of the body rate, without one of its own"},
    {"simplified_feedforward", "this controller has no feed-forward"},
    {"simplified_", "a slider of 4.3 and later"},
    {"angle_", "self-levelling, which other controllers here do"},
    {"horizon_", "self-levelling, which other controllers here do"},
    {"airmode", "the allocation here serves thrust first, then roll and pitch, then yaw"},
};

OmittedSetting left_out_of(const std::string& name, const BetaflightSetting& setting) {
  if (const OmittedReason* reason = reason_for(betaflight_reasons, name)) {
    return {name, setting.value, std::string(reason->why)};
  }
  return {name, setting.value, "affects neither the vehicle's motion nor this loop", true};
}

std::string flight_of(double weight_n, double gyro_hz, double denominator, const MotorLag& lag) {
  TomlLines lines;
  lines.blank();
  lines.say("Not from the settings: a first flight, 60 deg/s to the right and back.");
  lines.table("controller.set_points");
  lines.key("kind", "\"body_rate\"");
  const std::string thrust = format_double(weight_n);
  lines.key("rows",
            fmt::format("[[0, 0, 0, 0, {0}], [0.25, 1.0472, 0, 0, {0}], [0.5, -1.0472, 0, "
                        "0, {0}], [0.75, 0, 0, 0, {0}]]",
                        thrust),
            "time, body rates [rad/s], thrust [N]: the weight");
  lines.table("environment");
  lines.number("gravity_m_s2", gravity_m_s2);
  lines.table("integrator");
  lines.key("type", "\"rk4\"");
  // If the rate is not a whole number, steps are those of the gyroscope, so the times above are
  // whole steps.
  const double rate = gyro_hz / denominator;
  const double base = rate == std::floor(rate) ? rate : gyro_hz;
  lines.whole("rate_hz", step_rate(base, lag));
  lines.table("simulation");
  lines.number("duration_s", 1);
  lines.table("simulation.initial");
  lines.numbers("position_m", {0, 0, -50});
  return lines.text();
}

void require_known_mixer(const BetaflightText& text, LineProblems& problems) {
  if (text.has_own_mixing) {
    problems.of_file("it has a custom mixer (mmix)", "only QUADX is supported");
  } else if (!text.mixer.starts_with("QUADX")) {
    problems.at(text.mixer_line,
                fmt::format("the mixer '{}' is not supported", comment_words(text.mixer)),
                "only QUADX is supported");
  }
}

/// "profile 1, selected last, is used out of 0 and 1: add a last line 'profile N' to use another"
std::string profile_words(const BetaflightText& text) {
  std::vector<std::string> numbers;
  for (const int profile : text.profiles) numbers.push_back(fmt::format("{}", profile));
  return fmt::format(
      "profile {}, selected last, is used out of {}: add a last line 'profile N' to use another",
      text.profile, join(numbers));
}

void tell_sliders(const BetaflightGains& gains, std::vector<std::string>& assumed) {
  if (!gains.of_sliders.empty()) {
    assumed.push_back(
        "gains computed from the sliders, as Betaflight does when they are applied: " +
        join(gains.of_sliders));
  }
  if (!gains.against_sliders.empty()) {
    assumed.push_back(
        "gains of the file override the gains from the sliders, which are in brackets: " +
        join(gains.against_sliders));
  }
}

void tell(const BetaflightText& text, const AskedSettings& settings, const ImportRequest& request,
          const MotorRange& range, ImportResult& made) {
  const auto assume = [&](std::string words) { made.assumed.push_back(std::move(words)); };
  assume(
      "gains apply at hover: Betaflight commands motors, not thrusts, and the slope of thrust "
      "grows "
      "with the throttle");
  if (!request.gyro_rate_hz) {
    assume(fmt::format(
        "the gyroscope is assumed to be read at {:g} kHz, which a diff does not state (a BMI270 is "
        "read at 3200 Hz, "
        "an LSM6DSO at 6664 Hz: give --gyro-rate HZ)",
        usual_gyro_hz / 1000));
  }
  if (range.limit < 1) {
    assume(
        fmt::format("{}: gains are {:.4g} times the gains at 100, and the motors end at {:g} of "
                    "their range (vehicle.rotor.motor.max)",
                    range.limit_source, range.width() / (1 - range.idle), range.limit));
  }
  if (text.profiles.size() > 1) assume(profile_words(text));
  const bool is_old = version_of(text) == BetaflightVersion::before_4_3;
  const bool is_known = is_old ? text.version.starts_with("4.2") : !text.version.empty();
  if (!is_known) {
    assume(fmt::format("missing settings have the defaults of {}; the file is {}",
                       is_old ? "4.2" : "4.5",
                       text.version.empty() ? "of unknown version" : text.version));
  }
  if (settings.defaults().empty()) return;
  assume("settings missing from the diff have Betaflight's defaults: " +
         join({settings.defaults().begin(), settings.defaults().end()}));
}

}  // namespace

ImportResult BetaflightDiff::read(const ImportRequest& request) {
  refuse_other_files(request, name, "settings of Betaflight");
  const BetaflightText text = parse_betaflight(request.text, request.file);
  LineProblems problems(request.file);
  if (!request.vehicle) {
    problems.of_file("the vehicle is unknown", "Betaflight has no settings for it",
                     "Give --vehicle FILE");
    problems.throw_if_any();
  }
  require_known_mixer(text, problems);
  const double mass_kg = known_mass(request)->value;
  const Eigen::Vector3d A = authority(request, mass_kg, known_inertia(request)->value, problems);
  AskedSettings settings(text, problems);
  const double denominator = settings.whole("pid_process_denom", 2, 1, 16);
  const double gyro_hz = request.gyro_rate_hz.value_or(usual_gyro_hz);
  const MotorRange range = motor_range(text, settings);
  const BetaflightGains gains = betaflight_gains(text, settings);
  const std::string keys = RateKeys(settings, text, gyro_hz).text(A, range, gains, denominator);
  const auto filters = betaflight_left_out_filters(
      text, settings,
      {gyro_hz, gyro_hz / denominator,
       hover_turns_hz(request.vehicle->rotors.front(), mass_kg * gravity_m_s2 / 4)});
  const std::string end = motor_end(request, range, problems);
  require_carried(request, mass_kg, range, problems);
  problems.throw_if_any();
  ImportResult made;
  made.program = text.version.empty() ? "Betaflight" : "Betaflight " + text.version;
  TomlLines head;
  head.say("Betaflight's body rate gains: " + request.file + ", for " + source_of_vehicle(request) +
           ".");
  if (!end.empty()) {
    head.say("They apply to motors that end at " + range.limit_source +
             " % of their range: vehicle." + end.substr(0, end.find("  #")) + ".");
  }
  head.blank();
  made.controller = head.text() + keys;
  made.vehicle_over = vehicle_over(request) + end;
  made.flight = flight_of(mass_kg * gravity_m_s2, gyro_hz, denominator, known_lag(request)->value);
  tell_sliders(gains, made.assumed);
  made.left_out = filters;
  for (const auto& [name, setting] : text.settings) {
    if (settings.asked().count(name) == 0) made.left_out.push_back(left_out_of(name, setting));
  }
  made.left_out.insert(made.left_out.end(), text.other_lines.begin(), text.other_lines.end());
  tell(text, settings, request, range, made);
  return made;
}

}  // namespace montecopter
