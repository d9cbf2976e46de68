#include "vehicle/import/px4_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace montecopter {
namespace {

std::string range_words(const Range& range) {
  if (std::isfinite(range.low) && std::isfinite(range.high)) {
    return fmt::format("it must be between {:g} and {:g}", range.low, range.high);
  }
  return range.low_open ? fmt::format("it must be above {:g}", range.low)
                        : fmt::format("it must be at least {:g}", range.low);
}

}  // namespace

std::optional<std::string> Px4Values::near(const std::string& name) const {
  std::vector<std::string> others;
  for (const auto& [other, parameter] : file_.parameters) {
    if (other.find_first_of("0123456789") == std::string::npos) others.push_back(other);
  }
  return near_name(name, others);
}

std::optional<double> Px4Values::number_of_file(const std::string& name, Range range) {
  const auto at = file_.parameters.find(name);
  if (at == file_.parameters.end()) return std::nullopt;
  const bool is_new = asked_.insert(name).second;
  if (range.contains(at->second.value)) return at->second.value;
  if (is_new) {
    problems_.at(at->second.line, fmt::format("{} is {}", name, at->second.text),
                 range_words(range));
  }
  return std::nullopt;
}

double Px4Values::number(const std::string& name, double px4_default, Range range) {
  const std::optional<double> value = number_of_file(name, range);
  if (value) return *value;
  if (!has(name) && std::find(defaults_.begin(), defaults_.end(), name) == defaults_.end()) {
    defaults_.push_back(name);
  }
  return px4_default;
}

std::string Px4Values::source(std::initializer_list<const char*> names) const {
  std::string text;
  for (const char* name : names) {
    text += (text.empty() ? "" : ", ") + std::string(name);
    if (!has(name)) text += " (PX4's default)";
  }
  return text;
}

}  // namespace montecopter
