#pragma once
/// The scenarios of a folder, and the paths of their goldens.

#include <string>
#include <vector>

namespace montecopter::regress {

/// A scenario and the files beside it: NAME.toml, NAME.golden, NAME.golden.txt.
struct Case {
  std::string name;      ///< path relative to the folder, without ".toml"
  std::string scenario;  ///< path; the file may no longer exist
  std::string golden;    ///< path; the file may not exist yet
  std::string page;      ///< path of the golden's page of text
};

struct ScenarioRequest {
  std::string pattern = "*.toml";  ///< matches the file name, or the relative path if it has a /
  std::vector<std::string> words;  ///< the name contains one of them; none: any name
  std::vector<std::string> names;  ///< if `only_names`: exactly these
  bool only_names = false;
};

/// All cases in a folder and its subfolders, by name; for the path of a file, only that case. A
/// file is a scenario if one of its lines begins with `schema =`, or if a golden lies beside it. A
/// golden without a scenario is a case, too. Folders whose names begin with a dot are skipped.
/// Error(io) if the path does not exist or cannot be read.
std::vector<Case> find_cases(const std::string& path, const ScenarioRequest& wanted);

/// The folder that names are relative to: the path itself, or the folder of a file.
std::string folder_of(const std::string& path);

}  // namespace montecopter::regress
