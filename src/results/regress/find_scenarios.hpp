#pragma once
/// The scenarios of a folder, and where their goldens are.

#include <string>
#include <vector>

namespace montecopter::regress {

/// A scenario and what stands beside it: NAME.toml, NAME.golden, NAME.golden.txt.
struct Case {
  std::string name;      ///< path relative to the folder, without ".toml"
  std::string scenario;  ///< path; there may be none of this name any more
  std::string golden;    ///< path; there may be none of this name yet
  std::string page;      ///< path of the golden's page of text
};

struct ScenarioRequest {
  std::string pattern = "*.toml";  ///< of the file's name, or of its relative path if it has a /
  std::vector<std::string> words;  ///< one of them is in the name; none: any name
  std::vector<std::string> names;  ///< if `only_names`: exactly these
  bool only_names = false;
};

/// All cases in a folder and in the folders below it, by name; of a path that is a file, that one.
/// A file is a scenario if one of its lines begins with `schema =`, or if a golden stands beside
/// it; a golden without a scenario is a case, too. Folders whose names begin with a dot are left
/// out. Error(io) if the path is not there or cannot be read.
std::vector<Case> find_cases(const std::string& path, const ScenarioRequest& wanted);

/// The folder that names are relative to: the path itself, or that of a file.
std::string folder_of(const std::string& path);

}  // namespace montecopter::regress
