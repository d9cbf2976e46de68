#include "scenario/checks/masked_overrides.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {
namespace {

bool is_of_override(const toml::node& node) {
  const auto& path = node.source().path;
  return path && path->starts_with(override_prefix);
}

void add_overridden(const toml::node& node, const std::string& at, std::vector<std::string>& keys) {
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, child] : *table) {
      if (at.empty() && key.str() == "sweep") continue;
      add_overridden(child, append_path(at, key.str()), keys);
    }
  } else if (const toml::array* list = node.as_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      add_overridden(*list->get(i), at + "." + std::to_string(i), keys);
    }
  } else if (is_of_override(node)) {
    keys.push_back(at);
  }
}

/// One of the numbers that an override gives.
const NumberRef* first_overridden(const std::vector<NumberRef>& numbers, const Report& report) {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const NumberRef& number) {
    return report.is_overridden(number.path);
  });
  return found == numbers.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> overridden_keys(const toml::table& root) {
  std::vector<std::string> keys;
  add_overridden(root, "", keys);
  return keys;
}

void warn_of_laid_over(const std::vector<std::string>& overridden, const toml::table& root,
                       Report& report) {
  const std::vector<std::string> left = overridden_keys(root);
  for (const std::string& key : overridden) {
    if (std::count(left.begin(), left.end(), key) > 0) continue;
    report.warning(key, fmt::format("a set of the sweep replaces the override of '{}'", key),
                   "sets are applied after overrides", "Remove one of them");
  }
}

void warn_of_replaced(Scenario& scenario, Report& report) {
  for (const auto& [path, distribution] : scenario.disperse) {
    const bool is_relative =
        std::visit([](const auto& d) { return apply_of(d.apply) != Apply::value; }, distribution);
    if (is_relative) continue;
    const std::vector<NumberRef> numbers = find_numbers(scenario, path);
    if (const NumberRef* number = first_overridden(numbers, report)) {
      report.warning(number->path,
                     fmt::format("'{}' is overridden, but every sample draws it", number->path),
                     fmt::format("disperse.{} gives its value; the override can change only the "
                                 "nominal value that a controller or an estimator uses",
                                 toml_quote(path)),
                     "Override the dispersion, or give it apply = \"factor\" or \"offset\"");
    }
  }
  for (const auto& [path, axis] : scenario.sweep) {
    if (axis.is_of_sets()) continue;
    const std::vector<NumberRef> numbers = find_numbers(scenario, path);
    if (const NumberRef* number = first_overridden(numbers, report)) {
      report.warning(number->path, fmt::format("an override of '{}' has no effect", number->path),
                     fmt::format("sweep.{} gives it at every point", toml_quote(path)),
                     "Override the values of the sweep");
    }
  }
}

}  // namespace montecopter
