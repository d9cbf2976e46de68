#pragma once
/// Tables that may take keys from a file: `include = "FILE"`.

#include <string>
#include <vector>

#include "core/fields/type_schema.hpp"

namespace montecopter {

struct Includable {
  std::string path;  ///< path of the table, '*' for each name that the user chooses: "sensors.*"
  std::string what;  ///< content of the file: "sensor"
};

/// Tables of a format that a file may fill in, by the schema of its table. Found without a
/// description of the format, which takes longer to make than most scenarios to read.
std::vector<Includable> includables(const TypeSchema& format);

/// Tables of scenarios that a file may fill in.
const std::vector<Includable>& scenario_includables();

}  // namespace montecopter
