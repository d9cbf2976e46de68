#include "results/regress/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "core/base/input_file.hpp"

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

/// A message at "FILE:LINE"; at the beginning of the scenario if the place is empty.
Placed at_place(const std::string& place, const std::string& path, const std::string& text,
                const std::string& message) {
  const std::size_t colon = place.rfind(':');
  std::size_t line = 0;
  if (colon != std::string::npos) {
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  }
  if (line == 0) return {path, line_of_schema(text), message};
  return {place.substr(0, colon), line, message};
}

/// The most important finding, and the program if it differs.
std::string worst_of(const Examination& one) {
  const std::string program = one.program_text();
  return program.empty() ? one.worst : one.worst + "; " + program;
}

/// All that is to be said about a case that is not the same, at the lines that it concerns.
std::vector<Placed> placed(const Examination& one, const std::string& path) {
  constexpr std::size_t most_bytes = 1 << 20;
  std::string why;
  const std::string text = read_input_file(path, most_bytes, why).value_or("");
  std::vector<Placed> found;
  const auto place = [&](std::size_t i) {
    return i < one.key_places.size() ? one.key_places[i] : std::string();
  };
  for (std::size_t i = 0; i < one.changed_keys.size(); ++i) {
    found.push_back(at_place(place(i), path, text, one.changed_keys[i]));
  }
  if (one.verdict == Verdict::refused) {
    for (std::size_t at = 0; at < one.details.size();) {
      const std::size_t end = std::min(one.details.find('\n', at), one.details.size());
      const auto error = placed_error(std::string_view(one.details).substr(at, end - at));
      if (error) found.push_back(*error);
      at = end + 1;
    }
  }
  // A permitted change is the reason of the difference.
  if (found.empty()) found.push_back(at_place(place(0), path, text, worst_of(one)));
  return found;
}

/// A path as GitHub wants it: relative to the root of the repository.
std::string in_repository(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(file, failed);
  if (failed) return file;
  for (fs::path folder = whole.parent_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", failed)) return whole.lexically_relative(folder).string();
    if (folder == folder.parent_path()) return file;
  }
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
      text += command(true, title, finding.message, in_repository(finding.file), finding.line);
      ++said;
    }
  }
  return text;
}

}  // namespace montecopter::regress
