#include "scenario/text/stated.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/toml_guard.hpp"

namespace montecopter {
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

namespace {

toml::table parsed(const std::string& text) {
  try {
    if (!find_too_deep(text)) return toml::parse(text);
  } catch (const toml::parse_error&) {  // an unreadable text states nothing
  }
  return {};
}

/// A text, or a list of texts.
std::vector<std::string> texts_of(const toml::node* node) {
  std::vector<std::string> texts;
  if (node == nullptr) return texts;
  if (const auto text = node->value<std::string>(); text && !text->empty()) {
    texts.push_back(*text);
  } else if (const toml::array* list = node->as_array()) {
    for (const toml::node& entry : *list) {
      if (const auto word = entry.value<std::string>()) texts.push_back(*word);
    }
  }
  return texts;
}

constexpr std::array<const char*, 6> record_keys = {
    "intended_use", "referent_data", "uncertainty_statement",
    "reviewer",     "waivers",       "known_defects"};

}  // namespace

std::vector<RecordFields> stated_in_record(const std::string& scenario_text) {
  std::vector<RecordFields> all;
  const toml::table root = parsed(scenario_text);
  const toml::table* record = root["record"].as_table();
  for (const char* key : record_keys) {
    all.push_back({key, texts_of(record ? record->get(key) : nullptr)});
  }
  return all;
}

void add_annotations(std::vector<RecordFields>& all, const std::string& annotations) {
  const toml::table root = parsed(annotations);
  const toml::array* tables = root["annotation"].as_array();
  if (tables == nullptr) return;
  for (const toml::node& node : *tables) {
    const toml::table* table = node.as_table();
    if (table == nullptr) continue;
    const std::string date = (*table)["date"].value_or(std::string("no date"));
    for (RecordFields& one : all) {
      for (const std::string& text : texts_of(table->get(one.key))) {
        one.texts.push_back(text + " (added " + date + ")");
      }
    }
  }
}

std::vector<CommentedKey> sourced_numbers(const std::string& scenario_text) {
  std::vector<CommentedKey> all;
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

}  // namespace montecopter
