#include "results/regress/find_scenarios.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"

namespace montecopter::regress {
namespace {

namespace fs = std::filesystem;

constexpr const char* golden_suffix = ".golden";
/// Number of bytes to search: longer files contain tables, and `schema` is in the first lines.
constexpr std::size_t most_bytes = 1 << 16;

bool says_schema(const std::string& path) {
  std::string why;
  const std::string text = read_input_file(path, most_bytes, why).value_or("");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at), at += at < text.size()) {
    if (text.compare(at, 6, "schema") != 0) continue;
    const std::size_t next = text.find_first_not_of(" \t", at + 6);
    if (next != std::string::npos && text[next] == '=') return true;
  }
  return false;
}

Case case_of(const fs::path& stem, const fs::path& folder) {
  const std::string base = stem.lexically_normal().string();
  return {.name = stem.lexically_relative(folder).generic_string(),
          .scenario = base + ".toml",
          .golden = base + golden_suffix,
          .page = base + golden_suffix + ".txt"};
}

bool matches(const Case& found, const ScenarioRequest& wanted) {
  if (wanted.only_names) {
    return std::find(wanted.names.begin(), wanted.names.end(), found.name) != wanted.names.end();
  }
  const std::string relative = found.name + ".toml";
  const bool whole = wanted.pattern.find('/') != std::string::npos;
  const std::string subject = whole ? relative : fs::path(relative).filename().string();
  if (fnmatch(wanted.pattern.c_str(), subject.c_str(), 0) != 0) return false;
  const auto has = [&](const std::string& word) {
    return found.name.find(word) != std::string::npos;
  };
  return wanted.words.empty() || std::any_of(wanted.words.begin(), wanted.words.end(), has);
}

/// Stems of all scenarios and goldens below a folder.
std::set<fs::path> stems_below(const fs::path& folder) {
  std::set<fs::path> stems;
  fs::recursive_directory_iterator at(folder);
  for (; at != fs::recursive_directory_iterator(); ++at) {
    const fs::path& path = at->path();
    if (path.filename().string().starts_with(".")) {
      if (at->is_directory()) at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file()) continue;
    fs::path stem = path;
    stem.replace_extension();
    if (path.extension() == golden_suffix) stems.insert(stem);
    if (path.extension() == ".toml" && says_schema(path.string())) stems.insert(stem);
  }
  return stems;
}

}  // namespace

std::string folder_of(const std::string& path) {
  if (fs::is_directory(path)) return path;
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::vector<Case> find_cases(const std::string& path, const ScenarioRequest& wanted) try {
  if (!fs::exists(path)) {
    throw Error(ExitCode::io, Problem{path, "there is no such folder or scenario", "",
                                      "Name a folder of scenarios, or one scenario"});
  }
  if (!fs::is_directory(path)) {
    fs::path stem = path;
    const bool known = stem.extension() == ".toml" || stem.extension() == golden_suffix;
    if (!known) {
      throw Error(ExitCode::usage,
                  Problem{path, "not a scenario", "its name does not end with .toml",
                          "Name a folder of scenarios, or one scenario"});
    }
    stem.replace_extension();
    return {case_of(stem, folder_of(path))};
  }
  std::vector<Case> cases;
  for (const fs::path& stem : stems_below(path)) {
    Case found = case_of(stem, path);
    if (matches(found, wanted)) cases.push_back(std::move(found));
  }
  std::sort(cases.begin(), cases.end(),
            [](const Case& a, const Case& b) { return a.name < b.name; });
  return cases;
} catch (const fs::filesystem_error& error) {
  throw Error(ExitCode::io, Problem{path, "cannot look for scenarios", error.code().message()});
}

}  // namespace montecopter::regress
