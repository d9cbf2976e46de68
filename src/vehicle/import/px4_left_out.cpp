#include "vehicle/import/px4_left_out.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "core/base/text.hpp"
#include "vehicle/import/left_out.hpp"
#include "vehicle/import/slip.hpp"

namespace montecopter {
namespace {

constexpr std::string_view no_such_part = "the cascade here has no such part";

/// The first that fits holds.
constexpr OmittedReason px4_reasons[] = {
    {"MC_ROLLRATE_FF", "the law here has no feed-forward of the body rate"},
    {"MC_PITCHRATE_FF", "the law here has no feed-forward of the body rate"},
    {"MC_YAWRATE_FF", "the law here has no feed-forward of the body rate"},
    {"MC_AIRMODE", "the allocation here gives thrust, then roll and pitch, then yaw"},
    {"MC_ACRO", "of flight by hand"},
    {"MC_MAN", "of flight by hand"},
    {"MC_RATT", "of flight by hand"},
    {"MC_DTERM_CUTOFF", "of PX4 before 1.11; the file also has IMU_DGYRO_CUTOFF, which holds"},
    {"MC_TPA", "gains here do not follow the throttle"},
    {"MC_BAT_SCALE", "thrust follows the voltage in [vehicle.battery], not in the gains"},
    {"MC_AT_", "of the tuning in flight"},
    {"MC_", no_such_part},
    {"MPC_XY_VEL_P", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_XY_VEL_I", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_XY_VEL_D", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_Z_VEL_P", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_Z_VEL_I", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_Z_VEL_D", "of PX4 before 1.12; the file also has _ACC, which holds"},
    {"MPC_USE_HTE", "the weight is known here; no hover thrust is estimated"},
    {"MPC_VEL_LP", "the velocity reaches the law unfiltered here"},
    {"MPC_VEL_NF", "the velocity reaches the law unfiltered here"},
    {"MPC_MAN", "of flight by hand"},
    {"MPC_VEL_MAN", "of flight by hand"},
    {"MPC_HOLD", "of flight by hand"},
    {"MPC_POS_MODE", "of flight by hand"},
    {"MPC_THR_CURVE", "of flight by hand"},
    {"MPC_THR_MIN_MAN", "of flight by hand"},
    {"MPC_YAW", "of PX4's set-points; [trajectory] has its own"},
    {"MPC_ACC", "of PX4's set-points; [trajectory] has its own"},
    {"MPC_JERK", "of PX4's set-points; [trajectory] has its own"},
    {"MPC_XY_", "of PX4's set-points; [trajectory] has its own"},
    {"MPC_Z_V_AUTO", "of PX4's set-points; [trajectory] has its own"},
    {"MPC_LAND", "of take-off and landing"},
    {"MPC_TKO", "of take-off and landing"},
    {"MPC_TILTMAX_LND", "of take-off and landing"},
    {"MPC_ALT", "of the height above ground"},
    {"MPC_", no_such_part},
    {"CA_R_REV", "rotors here turn one way, unless their motor's min is below 0"},
    {"CA_R", "a motor here has a lag; for a slew rate write motor.type = \"slew_limited\""},
    {"CA_", "the allocation here has no such choice"},
    {"THR_", "the motors here have no such setting"},
    {"MOT_", "the motors here have no such setting"},
    {"SIH_", "of PX4's simulation; the vehicle is known from elsewhere, or has no such part"},
    {"IMU_GYRO_NF_", "of PX4 before 1.13; the file also has IMU_GYRO_NF0_FRQ, which holds"},
    {"IMU_GYRO_DNF", "the notches here do not follow the rotors or a spectrum"},
    {"IMU_GYRO_DYN_NF", "the notches here do not follow the rotors or a spectrum"},
    {"IMU_", "of the sensors; [sensors] has its own"},
};

/// The rotor of CA_ROTOR7_PX: 7.
std::optional<std::size_t> rotor_of(std::string_view name) {
  constexpr std::string_view start = "CA_ROTOR";
  if (!name.starts_with(start)) return std::nullopt;
  name.remove_prefix(start.size());
  const auto number = parse_int(name.substr(0, name.find('_')));
  return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

/// The parameter that is asked for and that this name seems to mean. Of those that the file has,
/// and where the name has a reason of its own, only case and lines between words are a slip.
const std::string* meant_parameter(const std::string& name, bool has_reason,
                                   const Px4Values& values) {
  for (const std::string& missing : values.defaults()) {
    if (has_reason ? is_same_but_for_case(missing, name) : is_slip_of(missing, name)) {
      return &missing;
    }
  }
  for (const std::string& asked : values.asked()) {
    if (is_same_but_for_case(asked, name)) return &asked;
  }
  return nullptr;
}

OmittedSetting left_out(const std::string& name, const Parameter& parameter,
                        const Px4Values& values, std::size_t rotors) {
  const auto rotor = rotor_of(name);
  if (rotor && *rotor >= rotors) {
    return {name, parameter.text, fmt::format("there are only {} rotors", rotors), true};
  }
  if (name.ends_with("_TILT") && rotor) {
    return {name, parameter.text, "rotors here do not tilt"};
  }
  const OmittedReason* reason = reason_for(px4_reasons, name);
  const bool has_reason = reason != nullptr && reason->why != no_such_part;
  if (const std::string* meant = meant_parameter(name, has_reason, values)) {
    return {name, parameter.text,
            fmt::format("no parameter here has this name. Perhaps {} is meant", *meant)};
  }
  if (reason == nullptr) {
    return {name, parameter.text, "neither of the vehicle's motion nor of this cascade", true};
  }
  return {name, parameter.text, std::string(reason->why)};
}

}  // namespace

std::vector<OmittedSetting> px4_left_out(const ParameterFile& file, const Px4Values& values,
                                         std::size_t rotors) {
  std::vector<OmittedSetting> all;
  for (const auto& [name, parameter] : file.parameters) {
    if (values.asked().count(name) > 0) continue;
    all.push_back(left_out(name, parameter, values, rotors));
  }
  all.insert(all.end(), file.of_others.begin(), file.of_others.end());
  return all;
}

}  // namespace montecopter
