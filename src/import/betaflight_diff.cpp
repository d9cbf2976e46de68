#include "import/betaflight_diff.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "dynamics/degrees.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "import/betaflight_text.hpp"
#include "import/known_body.hpp"
#include "import/left_out.hpp"
#include "import/line_problems.hpp"
#include "import/rotor_loads.hpp"
#include "import/toml_lines.hpp"

namespace montecopter {
namespace {

constexpr double gravity_m_s2 = 9.80665;
constexpr double degrees_per_rad = elementary::radian_high;
/// Betaflight, pid.h: what the whole numbers of the settings stand for, in units of 1/1000 of the
/// motors' range per deg/s, deg and deg/s2.
constexpr double p_scale = 0.032029, i_scale = 0.244381, d_scale = 0.000529, sum_scale = 1000;
constexpr double gyro_hz = 8000;

struct AxisDefaults {
  const char* name;
  double p, i, d, largest_d;  ///< defaults of 4.5; d is that at rest (d_min)
};
constexpr AxisDefaults betaflight_axes[] = {
    {"roll", 45, 80, 30, 40}, {"pitch", 47, 84, 34, 46}, {"yaw", 45, 80, 0, 0}};

/// Settings as they are asked for.
class AskedSettings {
 public:
  AskedSettings(const BetaflightText& text, LineProblems& problems)
      : text_(text), problems_(problems) {}

  std::optional<double> number_of_file(const std::string& name, double high) {
    return among(name, fmt::format("a number between 0 and {:g}", high),
                 [&](double value) { return value >= 0 && value <= high; });
  }

  double number(const std::string& name, double by_default, double high) {
    return or_default(name, number_of_file(name, high), by_default);
  }

  double whole(const std::string& name, double by_default, double low, double high) {
    const auto value = among(name, fmt::format("a whole number between {:g} and {:g}", low, high),
                             [&](double x) { return x >= low && x <= high && x == std::floor(x); });
    return or_default(name, value, by_default);
  }

  void note_default(const std::string& name) { defaults_.insert(name); }

  /// "p_roll 45", and whether that is a default.
  std::string source(const std::string& name, double value) const {
    return fmt::format("{} {:g}{}", name, value, defaults_.count(name) ? " (default)" : "");
  }

  const std::set<std::string>& asked() const { return asked_; }
  const std::set<std::string>& defaults() const { return defaults_; }

 private:
  template <class Fits>
  std::optional<double> among(const std::string& name, const std::string& which, Fits fits) {
    const auto at = text_.settings.find(name);
    if (at == text_.settings.end()) return std::nullopt;
    const bool is_new = asked_.insert(name).second;
    const auto value = parse_double(at->second.value);
    if (value && fits(*value)) return value;
    if (is_new) {
      problems_.at(at->second.line, fmt::format("{} is '{}'", name, at->second.value),
                   "it is " + which);
    }
    return std::nullopt;
  }

  double or_default(const std::string& name, std::optional<double> value, double by_default) {
    if (!value && text_.settings.count(name) == 0) defaults_.insert(name);
    return value.value_or(by_default);
  }

  const BetaflightText& text_;
  LineProblems& problems_;
  std::set<std::string> asked_, defaults_;
};

/// Angular acceleration per whole range of the motors [rad/s2], with the mixer QUADX: each motor
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
    problems.of_file("the vehicle is no quadrotor x", "only the mixer QUADX is known here");
    return Eigen::Vector3d::Ones();
  }
  for (const Rotor& rotor : vehicle.rotors) {
    const auto slope = hover_slope(rotor, mass_kg * gravity_m_s2 / 4);
    if (!slope) {
      problems.of_file("the rotors of the vehicle cannot carry it");
      return Eigen::Vector3d::Ones();
    }
    moment += Eigen::Vector3d(slope->thrust_n * std::fabs(rotor.position_m[1]),
                              slope->thrust_n * std::fabs(rotor.position_m[0]), slope->torque_n_m);
  }
  return moment.cwiseQuotient(Eigen::Vector3d(inertia[0], inertia[1], inertia[2]));
}

/// Gains of an axis, in the settings' numbers.
struct AxisGains {
  double p = 0, i = 0, d = 0;
  std::string source;
};

/// In 4.x d_NAME is the largest D and d_min_NAME that at rest, if it is smaller; since 2025.12
/// d_NAME is that at rest.
AxisGains gains_of(const AxisDefaults& axis, bool is_since_2025, AskedSettings& settings) {
  const std::string name = axis.name;
  AxisGains g;
  g.p = settings.number("p_" + name, axis.p, 250);
  g.i = settings.number("i_" + name, axis.i, 250);
  g.source = settings.source("p_" + name, g.p) + ", " + settings.source("i_" + name, g.i) + ", ";
  const auto d = settings.number_of_file("d_" + name, 250);
  std::string which = "d_" + name;
  bool is_default = !d;
  g.d = d.value_or(is_since_2025 ? axis.d : axis.largest_d);
  if (!is_since_2025) {
    const auto d_min = settings.number_of_file("d_min_" + name, 250);
    const double least = d_min.value_or(axis.d);
    const bool holds = least > 0 && least < g.d;
    if (holds) g.d = least, which = "d_min_" + name, is_default = !d_min;
  }
  if (is_default) settings.note_default(which);
  g.source += settings.source(which, g.d);
  return g;
}

/// hz / denominator, exactly.
std::string rate_words(double hz, double denominator) {
  const double rate = hz / denominator;
  return rate == std::floor(rate) ? fmt::format("{:.0f}", rate)
                                  : fmt::format("\"{:.0f}/{:.0f}\"", hz, denominator);
}

/// Writes the keys of the controller.
class RateKeys {
 public:
  RateKeys(AskedSettings& settings, const BetaflightText& text)
      : settings_(settings), text_(text) {}

  std::string text(const Eigen::Vector3d& whole_authority, double denominator) {
    lines_.key("type", "\"rate\"");
    lines_.key("rate_hz", rate_words(gyro_hz, denominator),
               "gyroscope at 8 kHz over " + settings_.source("pid_process_denom", denominator));
    const double idle = settings_.number("dshot_idle_value", 550, 2000);
    const Eigen::Vector3d A = (1 - idle / 1e4) * whole_authority;
    lines_.say(
        fmt::format("The motors' range above idle ({}) gives A = {:.6g}, {:.6g} and {:.6g} "
                    "rad/s2 about the body axes, at hover.",
                    settings_.source("dshot_idle_value", idle), A.x(), A.y(), A.z()));
    gains(A);
    const double rate = gyro_hz / denominator;
    cutoff(rate);
    return lines_.text();
  }

 private:
  void gains(const Eigen::Vector3d& A) {
    const bool is_since_2025 = text_.version.starts_with("20");
    std::array<double, 3> p{}, i{}, d{}, most{};
    const double limit = settings_.number("iterm_limit", 400, 500);
    for (std::size_t k = 0; k < 3; ++k) {
      const AxisGains g = gains_of(betaflight_axes[k], is_since_2025, settings_);
      lines_.say(fmt::format("{}: {}.", betaflight_axes[k].name, g.source));
      const double unit = A[static_cast<Eigen::Index>(k)] * degrees_per_rad / sum_scale;
      p[k] = p_scale * g.p * unit, i[k] = i_scale * g.i * unit, d[k] = d_scale * g.d * unit;
      most[k] = g.i > 0 ? limit / (i_scale * g.i) : 0;
    }
    lines_.numbers("gain_1_s", {p[0], p[1], p[2]}, "0.032029 p / 1000 per deg/s, times A");
    lines_.numbers("integral_gain_1_s2", {i[0], i[1], i[2]}, "0.244381 i / 1000, times A");
    lines_.numbers("derivative_gain", {d[0], d[1], d[2]}, "0.000529 d / 1000, times A");
    lines_.numbers("integral_limit_deg", {most[0], most[1], most[2]},
                   settings_.source("iterm_limit", limit) + " over 0.244381 i");
  }

  /// The slowest that the first filter of the gyroscope gets; 0 turns it off.
  void cutoff(double rate) {
    const double fixed = settings_.number("gyro_lpf1_static_hz", 250, 1000);
    const double least = settings_.number("gyro_lpf1_dyn_min_hz", 250, 1000);
    const double hz = least > 0 ? least : fixed;
    const bool fits = hz > 0 && hz <= rate / 2;
    lines_.number("cutoff_hz", fits ? hz : rate / 2,
                  least > 0 ? settings_.source("gyro_lpf1_dyn_min_hz", least)
                            : settings_.source("gyro_lpf1_static_hz", fixed));
  }

  AskedSettings& settings_;
  const BetaflightText& text_;
  TomlLines lines_;
};

constexpr LeftOutReason betaflight_reasons[] = {
    {"f_", "the law here has no feed-forward"},
    {"feedforward", "the law here has no feed-forward"},
    {"dterm_", "the D term has the filter of the body rate here, and none of its own"},
    {"gyro_lpf", "the body rate has one low-pass here"},
    {"gyro_low", "of 4.2 and before; the low-pass here is gyro_lpf1"},
    {"gyro_notch", "the body rate has one low-pass here"},
    {"dyn_notch", "the body rate has one low-pass here"},
    {"rpm_filter", "the body rate has one low-pass here"},
    {"yaw_lowpass", "the body rate has one low-pass here"},
    {"d_max", "the D of quick moves: gains stay here"},
    {"d_min", "the D of quick moves: gains stay here"},
    {"tpa_", "gains do not follow the throttle here"},
    {"anti_gravity", "gains do not follow the throttle here"},
    {"iterm_", "the integral here has a limit and nothing else"},
    {"pidsum", "the allocation here has the limits of the motors"},
    {"thrust_linear", "the allocation here knows the curve of the rotors"},
    {"vbat_sag", "thrust follows the voltage in [vehicle.battery]"},
    {"motor_output_limit", "the motors here go to their max"},
    {"simplified_", "its effects are in the gains that diff prints"},
    {"angle_", "of levelling, for which there are other controllers"},
    {"horizon_", "of levelling, for which there are other controllers"},
    {"airmode", "the allocation here gives thrust, then roll and pitch, then yaw"},
};

LeftOut left_out_of(const std::string& name, const BetaflightSetting& setting) {
  if (const LeftOutReason* reason = reason_for(betaflight_reasons, name)) {
    return {name, setting.value, std::string(reason->why)};
  }
  return {name, setting.value, "neither of the vehicle's motion nor of this loop", true};
}

std::string flight_of(double weight_n, double denominator, const MotorLag& lag) {
  TomlLines lines;
  lines.blank();
  lines.say("What is not in the settings: a flight to begin with, 60 deg/s to the right and back.");
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
  // Where the rate is no whole number, steps are those of the gyroscope: times above are steps.
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
    problems.of_file("it has a mixer of its own (mmix)", "only QUADX is known here");
  } else if (!text.mixer.starts_with("QUADX")) {
    problems.at(text.mixer_line,
                fmt::format("the mixer '{}' is not known", comment_words(text.mixer)),
                "only QUADX is");
  }
}

void tell(const BetaflightText& text, const AskedSettings& settings, Imported& made) {
  const auto assume = [&](std::string words) { made.assumed.push_back(std::move(words)); };
  assume(
      "gains are those about hover: Betaflight moves motors, not thrusts, whose slope grows with "
      "the throttle");
  if (!text.version.starts_with("4.5") && !text.version.starts_with("20")) {
    assume(fmt::format("defaults are those of 4.5, and this is {}",
                       text.version.empty() ? "of a version that is not said" : text.version));
  }
  if (settings.defaults().empty()) return;
  assume("what a diff does not have is as Betaflight has it by default: " +
         join({settings.defaults().begin(), settings.defaults().end()}));
}

}  // namespace

Imported BetaflightDiff::read(const ImportRequest& request) {
  const BetaflightText text = parse_betaflight(request.text, request.file);
  LineProblems problems(request.file);
  if (!request.vehicle) {
    problems.of_file("the vehicle is not known", "Betaflight has no settings of it",
                     "Give --vehicle FILE");
    problems.throw_if_any();
  }
  require_known_mixer(text, problems);
  const double mass_kg = known_mass(request)->value;
  const Eigen::Vector3d A = authority(request, mass_kg, known_inertia(request)->value, problems);
  AskedSettings settings(text, problems);
  const double denominator = settings.whole("pid_process_denom", 2, 1, 16);
  const std::string keys = RateKeys(settings, text).text(A, denominator);
  problems.throw_if_any();
  Imported made;
  TomlLines head;
  head.say("Betaflight's gains of the body rate: " + request.file + ", for " +
           source_of_vehicle(request) + ".");
  head.blank();
  made.controller = head.text() + keys;
  made.vehicle_over = vehicle_over(request);
  made.flight = flight_of(mass_kg * gravity_m_s2, denominator, known_lag(request)->value);
  for (const auto& [name, setting] : text.settings) {
    if (settings.asked().count(name) == 0) made.left_out.push_back(left_out_of(name, setting));
  }
  made.left_out.insert(made.left_out.end(), text.other_lines.begin(), text.other_lines.end());
  tell(text, settings, made);
  return made;
}

}  // namespace montecopter
