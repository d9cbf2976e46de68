#include "options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter::cli {

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low,
                          std::int64_t high) {
  // 010 is ten to some and eight to others: it is refused.
  const bool padded = text.size() > 1 && (text[0] == '0' || text.compare(0, 2, "-0") == 0);
  const auto value = padded ? std::nullopt : parse_int(text);
  if (value && *value >= low && *value <= high) return *value;
  throw Error(ExitCode::usage, fmt::format("{}: error: '{}' is not a whole number from {} to {}.",
                                           option, text, low, high));
}

double positive_number(const std::string& option, const std::string& text, double highest) {
  const auto value = parse_double(text);
  if (value && *value > 0 && *value <= highest) return *value;
  throw Error(ExitCode::usage, fmt::format("{}: error: '{}' is not a number above 0 and up to {}.",
                                           option, text, highest));
}

double non_negative_number(const std::string& option, const std::string& text) {
  const auto value = parse_double(text);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw Error(ExitCode::usage,
              fmt::format("{}: error: '{}' is not a finite number >= 0.", option, text));
}

}  // namespace montecopter::cli
