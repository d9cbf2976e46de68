#include "vehicle/import/px4_left_out.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "core/base/text.hpp"
#include "vehicle/import/left_out.hpp"
#include "vehicle/import/slip.hpp"

namespace montecopter {
namespace {

constexpr std::string_view no_such_part = "this cascade has no such part";

/// Reasons by prefix; the first that fits applies.
constexpr OmittedReason px4_reasons[] = {
    {"MC_ROLLRATE_FF", "this controller has no body rate feed-forward"},
    {"MC_PITCHRATE_FF", "this controller has no body rate feed-forward"},
    {"MC_YAWRATE_FF", "this controller has no body rate feed-forward"},
    {"MC_AIRMODE", "the allocation here serves thrust first, then roll and pitch, then yaw"},
    {"MC_ACRO", "manual flight"},
    {"MC_MAN", "manual flight"},
    {"MC_RATT", "manual flight"},
    {"MC_DTERM_CUTOFF", "from PX4 before 1.11; the file also has IMU_DGYRO_CUTOFF, which applies"},
    {"MC_TPA", "gains here do not follow the throttle"},
    {"MC_BAT_SCALE", "thrust follows the voltage in [vehicle.battery], not in the gains"},
    {"MC_AT_", "in-flight autotuning"},
    {"MC_", no_such_part},
    {"MPC_XY_VEL_P", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_XY_VEL_I", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_XY_VEL_D", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_Z_VEL_P", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_Z_VEL_I", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_Z_VEL_D", "from PX4 before 1.12; the file also has _ACC, which applies"},
    {"MPC_USE_HTE", "the weight is known here, so no hover thrust is estimated"},
    {"MPC_VEL_LP", "this controller does not filter the velocity"},
    {"MPC_VEL_NF", "this controller does not filter the velocity"},
    {"MPC_MAN", "manual flight"},
    {"MPC_VEL_MAN", "manual flight"},
    {"MPC_HOLD", "manual flight"},
    {"MPC_POS_MODE", "manual flight"},
    {"MPC_THR_CURVE", "manual flight"},
    {"MPC_THR_MIN_MAN", "manual flight"},
    {"MPC_YAW", "PX4's set-point shaping; [trajectory] has its own"},
    {"MPC_ACC", "PX4's set-point shaping; [trajectory] has its own"},
    {"MPC_JERK", "PX4's set-point shaping; [trajectory] has its own"},
    {"MPC_XY_", "PX4's set-point shaping; [trajectory] has its own"},
    {"MPC_Z_V_AUTO", "PX4's set-point shaping; [trajectory] has its own"},
    {"MPC_LAND", "take-off and landing"},
    {"MPC_TKO", "take-off and landing"},
    {"MPC_TILTMAX_LND", "take-off and landing"},
    {"MPC_ALT", "height above ground"},
    {"MPC_", no_such_part},
    {"CA_FAILURE_MODE", "the event `reallocation` leaves failed rotors out of the allocation"},
    {"CA_R_REV", "rotors here turn one way, unless `min` of the motor is below 0"},
    {"CA_R", "motors here have a lag; for a slew rate set motor.type = \"slew_limited\""},
    {"CA_", "the allocation here has no such option"},
    {"THR_", "the motor models here have no such setting"},
    {"MOT_", "the motor models here have no such setting"},
    {"SIH_", "PX4's simulation; the vehicle comes from elsewhere, or has no such part"},
    {"IMU_GYRO_NF_", "from PX4 before 1.13; the file also has IMU_GYRO_NF0_FRQ, which applies"},
    {"IMU_GYRO_DNF", "the notches here do not follow the rotors or a spectrum"},
    {"IMU_GYRO_DYN_NF", "the notches here do not follow the rotors or a spectrum"},
    {"IMU_", "sensors; [sensors] has its own"},
};

/// Index of the rotor: 7 for CA_ROTOR7_PX.
std::optional<std::size_t> rotor_of(std::string_view name) {
  constexpr std::string_view start = "CA_ROTOR";
  if (!name.starts_with(start)) return std::nullopt;
  name.remove_prefix(start.size());
  const auto number = parse_int(name.substr(0, name.find('_')));
  return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

/// The parameter that this name seems to mean. If the file has that parameter, or the name has a
/// reason of its own, only a difference in case or underscores counts as a slip.
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
    return {name, parameter.text, "rotors here cannot tilt"};
  }
  const OmittedReason* reason = reason_for(px4_reasons, name);
  const bool has_reason = reason != nullptr && reason->why != no_such_part;
  if (const std::string* meant = meant_parameter(name, has_reason, values)) {
    return {name, parameter.text, fmt::format("unknown parameter. Did you mean {}?", *meant)};
  }
  if (reason == nullptr) {
    return {name, parameter.text, "affects neither the vehicle's motion nor this cascade", true};
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
