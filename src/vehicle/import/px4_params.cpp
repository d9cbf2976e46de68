#include "vehicle/import/px4_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "vehicle/import/other_files.hpp"
#include "vehicle/import/parameter_file.hpp"
#include "vehicle/import/px4_airframe.hpp"
#include "vehicle/import/px4_left_out.hpp"
#include "vehicle/import/px4_values.hpp"
#include "vehicle/import/px4_version.hpp"
#include "vehicle/import/rotor_loads.hpp"

namespace montecopter {
namespace {

/// Three parameters, one per axis, and their defaults in PX4.
struct Three {
  std::array<const char*, 3> names;
  std::array<double, 3> defaults;
};

/// Writes the keys of the controller.
class Px4GainKeys {
 public:
  Px4GainKeys(Px4Values& values, const Px4Airframe& frame, const Px4Version& version,
              ImportResult& made)
      : values_(values),
        authority_(frame.authority()),
        lift_m_s2_(frame.lift_m_s2()),
        version_(version.number),
        made_(made) {}

  /// Table of a controller file, and its rate.
  std::string text(double& rate_hz) {
    lines_.key("type", "\"px4\"");
    rate_hz = rate();
    lines_.whole("rate_hz", rate_hz,
                 source({"IMU_GYRO_RATEMAX"}) + "; all levels are computed at this rate");
    rate_ = rate_hz;
    position();
    attitude();
    body_rate();
    return lines_.text();
  }

 private:
  /// Rate of the controller. Before 1.11 gyroscopes had no rate limit by default; 0 still means
  /// none.
  double rate() {
    const char* name = "IMU_GYRO_RATEMAX";
    if (!values_.is_zero(name, version_ < 111)) {
      return std::round(values_.number(name, 400, between(50, 8000)));
    }
    made_.assumed.push_back(
        "IMU_GYRO_RATEMAX 0 does not limit the gyroscope's rate: the controller's rate is taken as "
        "1000 Hz, the rate of most drivers");
    return 1000;
  }

  void position() {
    lines_.table("position");
    axes("position_gain_1_s", {{"MPC_XY_P", "MPC_XY_P", "MPC_Z_P"}, {0.95, 0.95, 1.0}});
    velocity("velocity_gain_1_s", 'P', 1.8, 4.0);
    velocity("velocity_integral_gain_1_s2", 'I', 0.4, 2.0);
    velocity("velocity_derivative_gain", 'D', 0.2, 0.0);
    cutoff("velocity_cutoff_hz", "MPC_VELD_LP", 5);
    one("speed_horizontal_m_s", "MPC_XY_VEL_MAX", 12, positive);
    one("speed_up_m_s", "MPC_Z_VEL_MAX_UP", 3, positive);
    one("speed_down_m_s", "MPC_Z_VEL_MAX_DN", 1.5, positive);
    one("tilt_deg", "MPC_TILTMAX_AIR", 45, between(1, 89));
    one("thrust_min", "MPC_THR_MIN", 0.12, between(0, 1));
    one("thrust_max", "MPC_THR_MAX", 1, between(0.01, 1));
    one("thrust_margin", "MPC_THR_XY_MARG", 0.3, between(0, 1));
  }

  void attitude() {
    lines_.table("attitude");
    axes("gain_1_s", {{"MC_ROLL_P", "MC_PITCH_P", "MC_YAW_P"}, {6.5, 6.5, 2.8}});
    one("yaw_weight", "MC_YAW_WEIGHT", 0.4, between(0, 1));
    axes("rate_limit_deg_s",
         {{"MC_ROLLRATE_MAX", "MC_PITCHRATE_MAX", "MC_YAWRATE_MAX"}, {220, 220, 200}}, positive);
  }

  void body_rate() {
    lines_.table("body_rate");
    lines_.say(
        fmt::format("A normalised torque of 1 gives A = {:.6g}, {:.6g} and {:.6g} rad/s2 about the "
                    "body axes.",
                    authority_.x(), authority_.y(), authority_.z()));
    const Eigen::Vector3d k =
        three({{"MC_ROLLRATE_K", "MC_PITCHRATE_K", "MC_YAWRATE_K"}, {1, 1, 1}}, non_negative);
    const auto gains = [&](const char* key, const Three& of) {
      const Eigen::Vector3d g = three(of, non_negative).cwiseProduct(k).cwiseProduct(authority_);
      lines_.numbers(key, {g.x(), g.y(), g.z()},
                     source({of.names[0], of.names[1], of.names[2]}) + " times _K and A");
    };
    gains("gain_1_s", {{"MC_ROLLRATE_P", "MC_PITCHRATE_P", "MC_YAWRATE_P"}, {0.15, 0.15, 0.2}});
    gains("integral_gain_1_s2",
          {{"MC_ROLLRATE_I", "MC_PITCHRATE_I", "MC_YAWRATE_I"}, {0.2, 0.2, 0.1}});
    gains("derivative_gain",
          {{"MC_ROLLRATE_D", "MC_PITCHRATE_D", "MC_YAWRATE_D"}, {0.003, 0.003, 0}});
    const Three limits = {{"MC_RR_INT_LIM", "MC_PR_INT_LIM", "MC_YR_INT_LIM"}, {0.3, 0.3, 0.3}};
    const Eigen::Vector3d most = three(limits, non_negative).cwiseProduct(authority_);
    lines_.numbers("integral_limit_rad_s2", {most.x(), most.y(), most.z()},
                   source({limits.names[0], limits.names[1], limits.names[2]}) + " times A");
    const bool has_old = values_.has("MC_DTERM_CUTOFF") && !values_.has("IMU_DGYRO_CUTOFF");
    const bool is_old = has_old || (version_ < 111 && !values_.has("IMU_DGYRO_CUTOFF"));
    const double old_default = version_ < 109 ? 30 : 0, new_default = version_ < 117 ? 30 : 20;
    cutoff("cutoff_hz", is_old ? "MC_DTERM_CUTOFF" : "IMU_DGYRO_CUTOFF",
           is_old ? old_default : new_default);
    if (version_ >= 113) {
      lines_.key("derivative_order", "1", "PX4 since 1.13; second order before");
    }
    filters();
  }

  /// Filters of the gyroscope and of the yaw torque.
  void filters() {
    const bool filters_all_readings = version_ >= 112;
    gyro_rate_ = filters_all_readings ? std::fmax(raw_gyro_hz, rate_) : rate_;
    gyro_cutoff();
    if (values_.has("IMU_GYRO_NF0_FRQ") || !values_.has("IMU_GYRO_NF_FREQ")) {
      notch("notch", "IMU_GYRO_NF0_FRQ", "IMU_GYRO_NF0_BW");
    } else {
      notch("notch", "IMU_GYRO_NF_FREQ", "IMU_GYRO_NF_BW");
    }
    notch("second_notch", "IMU_GYRO_NF1_FRQ", "IMU_GYRO_NF1_BW");
    lines_.whole("gyro_rate_hz", gyro_rate_,
                 filters_all_readings
                     ? "rate of most gyroscopes: PX4 since 1.12 filters every reading"
                     : "PX4 before 1.12 filters at the controller's rate");
    const bool has_yaw_filter = version_ >= 116 || values_.has("MC_YAW_TQ_CUTOFF");
    if (!has_yaw_filter) return;
    const double hz = values_.number("MC_YAW_TQ_CUTOFF", 2, non_negative);
    lines_.number("yaw_torque_cutoff_hz", hz <= rate_ / 2 ? hz : 0,
                  source({"MC_YAW_TQ_CUTOFF"}) + off(hz == 0 || hz > rate_ / 2));
  }

  void gyro_cutoff() {
    const double px4_default = version_ < 109 ? 80 : version_ < 112 ? 30 : 40;
    const double hz = values_.number("IMU_GYRO_CUTOFF", px4_default, non_negative);
    const bool is_on = hz > 0 && hz < gyro_rate_ / 2;  // as in PX4
    lines_.number("gyro_cutoff_hz", is_on ? hz : 0, source({"IMU_GYRO_CUTOFF"}) + off(!is_on));
  }

  /// Writes a notch; above half the controller's rate it is left out, because here it would be a
  /// different one.
  void notch(const std::string& key, const char* centre, const char* width) {
    const auto hz = values_.number_of_file(centre, non_negative);
    if (!hz) {
      values_.number_of_file(width, non_negative);  // says nothing by itself
      return;
    }
    const double bandwidth = values_.number(width, 20, non_negative);
    if (*hz == 0 || bandwidth == 0 || *hz >= gyro_rate_ / 2 || bandwidth >= gyro_rate_ / 2) return;
    if (*hz < rate_ / 2) {
      lines_.number(key + "_hz", *hz, source({centre}));
      lines_.number(key + "_bandwidth_hz", bandwidth, source({width}));
      return;
    }
    made_.left_out.push_back(
        {centre, fmt::format("{:g}, {} = {:g}", *hz, width, bandwidth),
         fmt::format("a notch at half the controller's rate, {:g} Hz, or above", rate_ / 2), false,
         left_out_notch(OmittedPlace::body_rate, *hz, bandwidth)});
  }

  static const char* off(bool is_off) { return is_off ? ", off" : ""; }

  Eigen::Vector3d three(const Three& of, Range range) {
    std::array<double, 3> v;
    for (Index k = 0; k < 3; ++k) v[k] = values_.number(of.names[k], of.defaults[k], range);
    return Eigen::Vector3d(v.data());
  }

  void axes(const char* key, const Three& of, Range range = non_negative) {
    const Eigen::Vector3d v = three(of, range);
    const bool same = std::string_view(of.names[0]) == of.names[1];
    lines_.numbers(key, {v.x(), v.y(), v.z()},
                   same ? source({of.names[0], of.names[2]})
                        : source({of.names[0], of.names[1], of.names[2]}));
  }

  /// Writes a velocity gain: horizontal and vertical.
  void velocity(const char* key, char letter, double xy_default, double z_default) {
    const auto [xy, of_xy] = velocity_gain("XY", letter, xy_default);
    const auto [z, of_z] = velocity_gain("Z", letter, z_default);
    lines_.numbers(key, {xy, xy, z}, of_xy + ", " + of_z);
  }

  /// Value and source. Since 1.12 PX4 has these gains as accelerations. Before, they were
  /// normalised thrusts; a thrust of 1 accelerates the vehicle by lift_m_s2_.
  std::pair<double, std::string> velocity_gain(const char* axes, char letter, double px4_default) {
    const std::string before = fmt::format("MPC_{}_VEL_{}", axes, letter), now = before + "_ACC";
    if (!values_.has(now)) {
      if (const auto gain = values_.number_of_file(before, non_negative)) {
        return {*gain * lift_m_s2_, fmt::format("{} times {:.6g} m/s2", before, lift_m_s2_)};
      }
    }
    return {values_.number(now, px4_default, non_negative), source({now.c_str()})};
  }

  void one(const char* key, const char* name, double px4_default, Range range) {
    const double value = values_.number(name, px4_default, range);
    lines_.number(key, value, source({name}));
  }

  /// Writes a cut-off. 0 turns PX4's filter off; here the highest cut-off of the rate does nearly
  /// the same.
  void cutoff(const char* key, const char* name, double px4_default) {
    const double value = values_.number(name, px4_default, non_negative);
    const bool fits = value > 0 && value <= rate_ / 2;
    lines_.number(key, fits ? value : rate_ / 2,
                  source({name}) + (fits ? "" : fmt::format(", {:g}: half the rate", value)));
  }

  std::string source(std::initializer_list<const char*> names) const {
    return values_.source(names);
  }

  /// Rate at which PX4's drivers read most gyroscopes (ICM-206xx, ICM-42688-P).
  static constexpr double raw_gyro_hz = 8000;

  Px4Values& values_;
  Eigen::Vector3d authority_;
  double lift_m_s2_;
  int version_;  ///< as Px4Version::number
  ImportResult& made_;
  TomlLines lines_;
  double rate_ = 0, gyro_rate_ = 0;
};

std::string vehicle_text(const ImportRequest& request, const Px4Airframe& frame,
                         const Px4Values& values) {
  TomlLines lines;
  lines.say("Multirotor from PX4 parameters: " + request.file + ".");
  lines.blank();
  write_airframe(frame, values, lines);
  return lines.text();
}

std::string controller_text(const ImportRequest& request, const std::string& keys) {
  TomlLines lines;
  lines.say("PX4's cascade from its parameters: " + request.file + ".");
  lines.blank();
  return lines.text() + keys;
}

/// A flight with a step to the north, 10 m above the start.
std::string flight_text(double rate_hz, const MotorLag& lag) {
  TomlLines lines;
  lines.blank();
  lines.say("Not from the parameters: a first flight, a step of 1 m to the north.");
  lines.table("environment");
  lines.number("gravity_m_s2", 9.80665, "PX4's CONSTANTS_ONE_G");
  lines.table("trajectory");
  lines.key("type", "\"step\"");
  lines.numbers("step_m", {1, 0, 0});
  lines.number("time_s", 1);
  lines.table("integrator");
  lines.key("type", "\"rk4\"");
  lines.whole("rate_hz", step_rate(rate_hz, lag));
  lines.table("simulation");
  lines.number("duration_s", 10);
  lines.table("simulation.initial");
  lines.numbers("position_m", {0, 0, -10});
  return lines.text();
}

Json list(const Eigen::Vector3d& v) {
  Json all = Json::array();
  for (int k = 0; k < 3; ++k) all.add(Json::number(v[k]));
  return all;
}

/// Rotor speed at hover [Hz]; nullopt: there is no vehicle file that gives it.
std::optional<double> hover_hz(const ImportRequest& request, double mass_kg) {
  if (!request.vehicle || request.vehicle->rotors.empty()) return std::nullopt;
  const auto rotors = static_cast<double>(request.vehicle->rotors.size());
  return hover_turns_hz(request.vehicle->rotors.front(), mass_kg * 9.80665 / rotors);
}

/// Adds the notches that follow the rotors (bit 0 of IMU_GYRO_DNF_EN), at multiples of their speed:
/// three by default, for each rotor.
void add_rotor_notches(const ImportRequest& request, const ParameterFile& file,
                       const Px4Airframe& frame, std::vector<OmittedSetting>& left_out) {
  const char* name = "IMU_GYRO_DNF_EN";
  const auto number = [&](const char* of, double px4_default) {
    const auto at = file.parameters.find(of);
    return at == file.parameters.end() ? px4_default : at->second.value;
  };
  const auto on = static_cast<std::int64_t>(number(name, 0));
  const auto entry = std::find_if(left_out.begin(), left_out.end(),
                                  [&](const OmittedSetting& one) { return one.name == name; });
  if (entry == left_out.end() || (on & 1) == 0) return;
  const double bandwidth_hz = number("IMU_GYRO_DNF_BW", 15);
  const double harmonics = std::clamp(number("IMU_GYRO_DNF_HMC", 3), 1.0, 7.0);
  const auto turns_hz = hover_hz(request, frame.body.mass_kg.value);
  if (!turns_hz || !(bandwidth_hz > 0)) {
    entry->why = "notches that follow the rotors; their speed at hover is unknown: give --vehicle";
    return;
  }
  const std::string value = entry->value;
  left_out.erase(entry);
  for (int k = 1; k <= static_cast<int>(harmonics); ++k) {
    left_out.push_back(
        {name, value,
         fmt::format("notches that follow the rotors, at their hover speed, harmonic {}", k), false,
         left_out_notch(OmittedPlace::body_rate, k * *turns_hz, bandwidth_hz,
                        std::ssize(frame.rotors))});
  }
}

void tell_version(const Px4Version& version, std::vector<std::string>& assumed) {
  if (!version.text.empty()) return;
  assumed.push_back(
      fmt::format("the file does not state its version; filters follow PX4 {}.{} because {}",
                  version.number / 100, version.number % 100, version.because));
}

void tell_defaults(const Px4Values& values, std::vector<std::string>& assumed) {
  if (values.defaults().empty()) return;
  assumed.push_back("parameters missing from the file have PX4's defaults: " +
                    join(values.defaults()));
}

}  // namespace

ImportResult Px4Params::read(const ImportRequest& request) {
  refuse_other_files(request, name, "parameters of PX4");
  const ParameterFile file = parse_parameters(request.text, request.file);
  LineProblems problems(request.file);
  Px4Values values(file, problems);
  ImportResult made;
  const auto frame = px4_airframe(request, values, problems, made.assumed);
  problems.throw_if_any();
  double rate_hz = 0;
  const Px4Version version = px4_version(request.text, file);
  const std::string keys = Px4GainKeys(values, *frame, version, made).text(rate_hz);
  problems.throw_if_any();
  if (frame->has_own_rotors) made.vehicle = vehicle_text(request, *frame, values);
  if (!frame->has_own_rotors) made.vehicle_over = vehicle_over(request);
  made.controller = controller_text(request, keys);
  made.flight = flight_text(rate_hz, frame->body.lag.value);
  made.program = version.text.empty() ? "PX4" : "PX4 " + version.text;
  tell_version(version, made.assumed);
  tell_defaults(values, made.assumed);
  const auto left_out = px4_left_out(file, values, frame->rotors.size());
  made.left_out.insert(made.left_out.end(), left_out.begin(), left_out.end());
  add_rotor_notches(request, file, *frame, made.left_out);
  made.numbers.set("angular_acceleration_of_torque_rad_s2", list(frame->authority()));
  made.numbers.set("acceleration_of_thrust_m_s2", Json::number(frame->lift_m_s2()));
  return made;
}

}  // namespace montecopter
