#include "results/regress/annotations.hpp"

#include <fmt/format.h>

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

/// The line where the scenario begins, because an annotation needs a line.
std::size_t line_of_schema(const std::string& path) {
  constexpr std::size_t most_bytes = 1 << 16;
  std::string why;
  const std::string text = read_input_file(path, most_bytes, why).value_or("");
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    if (text.compare(at, 6, "schema") == 0) return line;
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return 1;
}

}  // namespace

std::string annotations(const Findings& findings,
                        const std::function<std::string(const Examination&)>& scenario_of) {
  const bool is_error = findings.exit_code() != ExitCode::ok;
  std::string text = command(is_error, "montecopter regress", findings.summary());
  std::size_t said = 1;
  for (const Examination& one : findings.cases) {
    if (exit_code(one.verdict) == ExitCode::ok || said == most_annotations) continue;
    const std::string path = scenario_of(one);
    text += command(true, fmt::format("{}: {}", one.name, verdict_name(one.verdict)), one.worst,
                    path, line_of_schema(path));
    ++said;
  }
  return text;
}

}  // namespace montecopter::regress
