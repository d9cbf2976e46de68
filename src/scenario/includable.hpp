#pragma once
/// Tables that may take keys from a file: `include = "FILE"`.

#include <string>
#include <vector>

namespace montecopter {

struct Description;

struct Includable {
  std::string path;  ///< of the table, '*' for each name that the user chooses: "sensors.*"
  std::string what;  ///< that the file holds: "sensor"
};

/// Those of a format.
std::vector<Includable> includables(const Description& tree);

}  // namespace montecopter
