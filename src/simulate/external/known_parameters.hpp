#pragma once
/// Names of a firmware's parameters, known before it starts. ArduPilot reports its parameters when
/// it flies. The report is kept in the user's cache folder, in a text file named by the SHA-256 of
/// the firmware. A cache that is broken or cannot be written is ignored: the firmware is asked
/// again. The names of PX4's parameters are in its binary.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Parameters with the values that were reported.
using ReportedParameters = std::map<std::string, float, std::less<>>;

/// The parameters kept for a firmware; empty if there are none.
ReportedParameters kept_parameters(const std::string& firmware_sha256);
/// Adds parameters to a firmware's kept parameters.
void keep_parameters(const std::string& firmware_sha256, ReportedParameters parameters);

/// A parameter that every ArduPilot built for simulation has.
inline constexpr const char* simulated_ardupilot_parameter = "SIM_RATE_HZ";

/// SHA-256 of an ArduPilot in hexadecimal; "" if it cannot be read, and of a script or launcher,
/// which may start any firmware.
std::string sha256_of_ardupilot(const std::string& path);

/// The reported name that a misspelt name resembles; nothing if the name may be correct. ArduPilot
/// lists no parameter of a group whose switch is 0, such as BATT_CAPACITY without BATT_MONITOR. A
/// name is certainly misspelt if a parameter of the same group with another value than 0 has nearly
/// this name.
std::optional<std::string> misspelt(std::string_view name, const ReportedParameters& reported);

/// Throws Error(usage) if a name of controller.parameters is not one of the firmware, as far as
/// that is known without running it. `where` is the place of the controller.
void require_known_parameters(const Scenario& scenario, const std::string& where);

/// Throws Error(usage): the firmware has no such parameter.
[[noreturn]] void refuse_parameter(const std::string& where, const std::string& name,
                                   const std::string& why, const std::optional<std::string>& near);

}  // namespace montecopter
