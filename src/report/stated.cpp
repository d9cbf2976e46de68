#include "report/stated.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/toml_guard.hpp"

namespace montecopter::report {
namespace {

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

/// Where the comment of a line begins: the first # outside of quotes; npos without one.
std::size_t comment_of(std::string_view line) {
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++k;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      return k;
    }
  }
  return std::string_view::npos;
}

/// The text of a comment, without marks.
std::string words_of(std::string_view comment) {
  return trimmed(comment.substr(std::min(comment.find_first_not_of('#'), comment.size())));
}

}  // namespace

std::vector<Stated> stated_in_record(const record::ResultFile& file) {
  static constexpr std::array<const char*, 6> keys = {
      "intended_use", "referent_data", "uncertainty_statement",
      "reviewer",     "waivers",       "known_defects"};
  std::vector<Stated> all;
  toml::table root;
  try {
    const std::string text = file.scenario_text();
    if (!find_too_deep(text)) root = toml::parse(text);
  } catch (const toml::parse_error&) {  // what cannot be read states nothing
  }
  for (const char* key : keys) {
    Stated one{key, {}};
    const auto node = root["record"][key];
    if (const auto text = node.value<std::string>(); text && !text->empty()) {
      one.texts.push_back(*text);
    } else if (const toml::array* list = node.as_array()) {
      for (const toml::node& entry : *list) {
        if (const auto word = entry.value<std::string>()) one.texts.push_back(*word);
      }
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Sourced> sourced_numbers(const std::string& scenario_text) {
  std::vector<Sourced> all;
  std::istringstream lines(scenario_text);
  std::string line, table, above;
  while (std::getline(lines, line)) {
    const std::size_t at = comment_of(line);
    const std::string code = trimmed(std::string_view(line).substr(0, at));
    const std::string comment =
        at == std::string::npos ? "" : words_of(std::string_view(line).substr(at));
    if (code.empty()) {
      above = comment.empty() ? "" : above.empty() ? comment : above + " " + comment;
      continue;
    }
    const std::size_t equals = code.find('=');
    if (code.front() == '[' && code.back() == ']') {
      table = trimmed(code.substr(code.find_first_not_of('['),
                                  code.find_last_not_of(']') - code.find_first_not_of('[') + 1));
      if (!above.empty() || !comment.empty())
        all.push_back({table, "", above + (above.empty() || comment.empty() ? "" : " ") + comment});
    } else if (equals != std::string::npos && (!above.empty() || !comment.empty())) {
      const std::string key = trimmed(std::string_view(code).substr(0, equals));
      all.push_back({table.empty() ? key : table + "." + key,
                     trimmed(std::string_view(code).substr(equals + 1)),
                     above + (above.empty() || comment.empty() ? "" : " ") + comment});
    }
    above.clear();
  }
  return all;
}

}  // namespace montecopter::report
