#include "shipped_vehicles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/program_folder.hpp"
#include "core/base/text.hpp"

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

/// The folder of shipped vehicles, installed or in a source tree; empty if there is none.
fs::path shipped_folder() {
  for (const char* way : {"../share/montecopter/scenarios/vehicles", "../../scenarios/vehicles"}) {
    std::error_code ignored;
    fs::path folder = (fs::path(program_folder()) / way).lexically_normal();
    if (fs::is_directory(folder, ignored)) return folder;
  }
  return {};
}

/// The names of shipped vehicles, sorted.
std::vector<std::string> shipped_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".toml") names.push_back(at->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string vehicle_file(const std::string& argument) {
  if (argument.find('/') != std::string::npos || argument.ends_with(".toml")) return argument;
  const fs::path folder = shipped_folder();
  const std::vector<std::string> names = shipped_names(folder);
  if (std::find(names.begin(), names.end(), argument) != names.end()) {
    return (folder / (argument + ".toml")).string();
  }
  const auto near = near_name(argument, names);
  const std::string advice =
      near ? fmt::format("Did you mean '{}'?", *near)
      : names.empty()
          ? "No vehicles are installed with this program: give the path of a file"
          : fmt::format("The shipped vehicles are {}; or give the path of a file, ./{}.toml",
                        join(names), argument);
  throw Error(
      ExitCode::usage,
      Problem{"vehicle", fmt::format("there is no vehicle called '{}'", argument), "", advice});
}

std::string installed_schema() {
  const fs::path file =
      (fs::path(program_folder()) / "../share/montecopter/schema/scenario.schema.json")
          .lexically_normal();
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) ? file.string() : "";
}

}  // namespace montecopter::cli
