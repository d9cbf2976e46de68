#pragma once
/// Parameter files of QGroundControl: a line for each parameter with the ids of vehicle and
/// component, name, value and type, separated by tabs; comments begin with #. Source: MAVLink,
/// "QGroundControl File Formats", Parameters; types are those of MAV_PARAM_TYPE.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct Parameter {
  double value = 0;  ///< for a 32-bit float the shortest decimal that gives the same float
  std::string text;  ///< as written
  std::uint32_t line = 0;
};

struct ParameterFile {
  std::string name;                             ///< from the file
  std::map<std::string, Parameter> parameters;  ///< of the autopilot
  std::vector<OmittedSetting> of_others;        ///< of other components: cameras, gimbals
};

/// Throws Error(usage) with the faults, line by line. Faults are a wrong number of columns, unknown
/// ids, names or types, values that are not finite or not of their type, repeated names, and
/// autopilots of several vehicles.
ParameterFile parse_parameters(std::string_view text, const std::string& file_name);

}  // namespace montecopter
