#include "vehicle/import/toml_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"

namespace montecopter {
namespace {

constexpr std::size_t width = 100;

}  // namespace

void TomlLines::say(std::string_view sentences) {
  std::istringstream lines(wrapped(comment_words(sentences), 0, width - 2));
  for (std::string line; std::getline(lines, line);) text_ += "# " + line + "\n";
}

void TomlLines::table(std::string_view name) { text_ += fmt::format("\n[{}]\n", name); }

void TomlLines::element(std::string_view name) { text_ += fmt::format("\n[[{}]]\n", name); }

void TomlLines::key(std::string_view key, std::string_view value, std::string_view source) {
  const std::string line = fmt::format("{} = {}", key, value);
  const std::string comment = comment_words(source);
  if (comment.empty()) {
    text_ += line + "\n";
  } else if (line.size() + comment.size() + 4 <= width) {
    text_ += line + "  # " + comment + "\n";
  } else {
    say(comment);
    text_ += line + "\n";
  }
}

void TomlLines::number(std::string_view key, double value, std::string_view source) {
  this->key(key, format_double(value), source);
}

void TomlLines::whole(std::string_view key, double value, std::string_view source) {
  this->key(key, fmt::format("{:.0f}", value), source);
}

void TomlLines::numbers(std::string_view key, std::initializer_list<double> values,
                        std::string_view source) {
  std::string list;
  for (const double value : values) list += (list.empty() ? "" : ", ") + format_double(value);
  this->key(key, "[" + list + "]", source);
}

std::string comment_words(std::string_view words) {
  std::string line = printable(words);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

std::string under(std::string_view key, const std::string& tables) {
  std::string text;
  std::istringstream lines(tables);
  bool is_open = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_header = line.starts_with('[');
    if (!is_open && !line.empty() && !line.starts_with('#')) {
      if (!is_header) text += fmt::format("[{}]\n", key);
      is_open = true;
    }
    if (is_header) line.insert(line.find_first_not_of('['), std::string(key) + ".");
    text += line + "\n";
  }
  return text;
}

}  // namespace montecopter
