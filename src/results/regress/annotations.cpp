#include "results/regress/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include <toml++/toml.h>

#include "core/base/input_file.hpp"
#include "core/base/toml_guard.hpp"
#include "core/fields/paths.hpp"

namespace montecopter::regress {
namespace {

/// Escapes text for the data of a workflow command; in a property, : and , are escaped, too.
std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    const bool special =
        c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (special) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string command(bool is_error, const std::string& title, const std::string& message,
                    const std::string& file = {}, std::size_t line = 1) {
  const std::string place =
      file.empty() ? "" : fmt::format("file={},line={},", escaped(file, true), line);
  return fmt::format("::{} {}title={}::{}\n", is_error ? "error" : "notice", place,
                     escaped(title, true), escaped(message, false));
}

/// A message, and the line of a file that it concerns.
struct Placed {
  std::string file;
  std::size_t line;
  std::string message;
};

/// The line where the scenario begins, because an annotation needs a line.
std::size_t line_of_schema(const std::string& text) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    if (text.compare(at, 6, "schema") == 0) return line;
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return 1;
}

/// The line of a key, or of the innermost table around it that the text has.
std::size_t line_of_key(const std::string& text, const std::string& key) {
  const auto components = split_path(key);
  if (!components || find_too_deep(text)) return line_of_schema(text);
  try {
    const toml::table root = toml::parse(text);
    const toml::node* innermost = nullptr;
    const toml::table* table = &root;
    for (const std::string& component : *components) {
      const toml::node* below = table == nullptr ? nullptr : table->get(component);
      if (below == nullptr) break;
      innermost = below;
      table = below->as_table();
    }
    return innermost == nullptr ? line_of_schema(text) : innermost->source().begin.line;
  } catch (const toml::parse_error&) {
    return line_of_schema(text);
  }
}

/// The place and text of "FILE:LINE:COLUMN: error: TEXT"; nullopt for any other line.
std::optional<Placed> placed_error(std::string_view line) {
  constexpr std::string_view mark = ": error: ";
  const std::size_t end = line.find(mark);
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t column = line.substr(0, end).rfind(':');
  if (column == std::string_view::npos || column == 0) return std::nullopt;
  const std::size_t number = line.rfind(':', column - 1);
  if (number == std::string_view::npos) return std::nullopt;
  std::size_t value = 0;
  const char* last = line.data() + column;
  const auto read = std::from_chars(line.data() + number + 1, last, value);
  if (read.ec != std::errc() || read.ptr != last) return std::nullopt;
  return Placed{std::string(line.substr(0, number)), value,
                std::string(line.substr(end + mark.size()))};
}

/// All that is to be said about a case that is not the same, at the lines that it concerns.
std::vector<Placed> placed(const Examination& one, const std::string& path) {
  constexpr std::size_t most_bytes = 1 << 20;
  std::string why;
  const std::string text = read_input_file(path, most_bytes, why).value_or("");
  std::vector<Placed> found;
  for (const std::string& change : one.changed_keys) {
    found.push_back({path, line_of_key(text, change.substr(0, change.find(": "))), change});
  }
  if (one.verdict == Verdict::refused) {
    for (std::size_t at = 0; at < one.details.size();) {
      const std::size_t end = std::min(one.details.find('\n', at), one.details.size());
      const auto error = placed_error(std::string_view(one.details).substr(at, end - at));
      if (error) found.push_back(*error);
      at = end + 1;
    }
  }
  if (found.empty()) found.push_back({path, line_of_schema(text), one.worst});
  return found;
}

}  // namespace

std::string annotations(const Findings& findings,
                        const std::function<std::string(const Examination&)>& scenario_of) {
  const bool is_error = findings.exit_code() != ExitCode::ok;
  std::string text = command(is_error, "montecopter regress", findings.summary());
  std::size_t said = 1;
  for (const Examination& one : findings.cases) {
    if (exit_code(one.verdict) == ExitCode::ok || said == most_annotations) continue;
    const std::string title = fmt::format("{}: {}", one.name, verdict_name(one.verdict));
    for (const Placed& finding : placed(one, scenario_of(one))) {
      if (said == most_annotations) break;
      text += command(true, title, finding.message, finding.file, finding.line);
      ++said;
    }
  }
  return text;
}

}  // namespace montecopter::regress
