#include "scenario/derived/margin.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/base/text.hpp"

namespace montecopter {

std::variant<Margin, std::string> parse_margin(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return "it has no METRIC=";
  Margin margin;
  margin.metric = text.substr(0, equals);
  if (margin.metric.starts_with("m_")) margin.metric.erase(0, 2);
  margin.text = text.substr(equals + 1);
  margin.is_relative = margin.text.ends_with('%');
  const auto value = parse_double(margin.is_relative ? margin.text.substr(0, margin.text.size() - 1)
                                                     : margin.text);
  if (!value) return fmt::format("'{}' is no number", margin.text);
  if (!(*value > 0 && *value <= std::numeric_limits<double>::max())) {
    return std::string("it must be above 0");
  }
  margin.value = margin.is_relative ? *value / 100 : *value;
  return margin;
}

}  // namespace montecopter
