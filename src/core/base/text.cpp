#include "core/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/printable.hpp"

namespace montecopter {

std::string format_double(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_int(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, 10);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

namespace {
/// Optimal string alignment distance: insertions, deletions, substitutions, neighbour swaps.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, substitute});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}
}  // namespace

std::optional<std::string> near_name(std::string_view name,
                                     const std::vector<std::string>& candidates) {
  if (name.size() > 200) return std::nullopt;
  std::optional<std::string> best;
  // In a short name half of the letters have to be right, or any other would be near.
  const std::size_t tolerated = std::min(std::max<std::size_t>(2, name.size() / 3),
                                         std::max<std::size_t>(1, name.size() / 2));
  std::size_t best_distance = tolerated + 1;
  for (const std::string& candidate : candidates) {
    // A key that is right but for its unit suffix is the commonest slip of all.
    const bool prefix = name.size() >= 4 && candidate.size() > name.size() &&
                        candidate.compare(0, name.size(), name) == 0;
    const std::size_t distance = prefix ? 1 : edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string join(const std::vector<std::string>& words, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? std::string(last_separator) : std::string(", ");
    text += words[i];
  }
  return text;
}

std::string toml_quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string json_quote(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view at = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0) {
      quoted += "\\ufffd";  // JSON has no other bytes than those of Unicode
    } else if (length == 2 && is_control(at)) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(at[1])));
    } else {
      // The escapes used there are those of JSON, too.
      const std::string one = toml_quote(at);
      quoted.append(one, 1, one.size() - 2);
    }
    text.remove_prefix(at.size());
  }
  return quoted + "\"";
}

std::string csv_quote(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_number(double value) { return std::isnan(value) ? "NaN" : format_double(value); }

std::string json_number(double value) {
  return std::isfinite(value) ? format_double(value) : "null";
}

}  // namespace montecopter
