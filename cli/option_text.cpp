#include "option_text.hpp"

#include <fmt/format.h>

#include "explanation.hpp"
#include "scenario/describe/describe.hpp"
#include "scenario/text/includable.hpp"

namespace montecopter::cli {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Paths of all keys as `--set` takes them. A list that shares a table (rotors) gives the path of
/// that table; any other list gives its first entry. Names that the user chooses for tables are
/// left out.
std::vector<std::string> set_paths() {
  std::vector<std::string> paths;
  for (const Includable& table : scenario_includables()) {
    if (table.path.find('*') == std::string::npos) paths.push_back(table.path + ".include");
  }
  for (const DescribedPath& at : leaf_paths(scenario_description())) {
    std::string path = at.path;
    if (const std::size_t star = path.find("s.*"); star != std::string::npos) {
      path.erase(star, 3);
    }
    if (const std::size_t star = path.find(".*"); star != std::string::npos) {
      path.replace(star, 2, ".0");
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace

Suggestion offer_for(const std::string& type_name) {
  if (type_name.find('|') != std::string::npos) return {.words = split(type_name, '|')};
  if (type_name == "learn") return {.words = {type_name}};
  if (type_name == "PATH=VALUE") return {.words = set_paths(), .is_prefix = true};
  if (type_name == "WORD") return {.words = explained_words()};
  if (type_name.empty() || type_name == "N" || type_name == "X") return {};
  // Only the result file or the user knows these names.
  for (const char* own : {"CONDITION", "KEY", "REASON", "GLOB"}) {
    if (type_name == own) return {};
  }
  if (type_name.rfind("NAME", 0) == 0) return {};
  const std::size_t dot = type_name.find('.');
  return {.extension = dot == std::string::npos ? "" : type_name.substr(dot), .files = true};
}

const std::vector<std::pair<std::string, std::string>>& exit_codes() {
  static const std::vector<std::pair<std::string, std::string>> codes = {
      {"0", "yes: flown, valid, the same, proven, all requirements met"},
      {"1",
       "no: the results differ, a requirement is violated, a check failed, or `run --strict` "
       "warned"},
      {"2", "wrong command line or scenario, or `check --strict` warned"},
      {"3", "refused: not comparable, not finished, damaged, or another kind of file"},
      {"4", "undecided: no requirement is violated, but the samples do not decide all of them"},
      {"5", "more samples failed than simulation.max_failures allows; the file is complete"},
      {"6", "input or output failed: disk full, file locked, moved or unreadable"},
      {"70", "a bug in the program"},
      {"130, 143", "interrupted by SIGINT, SIGTERM: run the same command to resume"},
  };
  return codes;
}

std::string exit_code_text() {
  std::string text = "Exit codes:\n";
  for (const auto& [code, meaning] : exit_codes()) {
    text += fmt::format("  {:<10}{}\n", code, meaning);
  }
  return text;
}

}  // namespace montecopter::cli
