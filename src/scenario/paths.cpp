#include "scenario/paths.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace montecopter {

namespace {

bool is_index(std::string_view component) {
  return !component.empty() && component.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

template <std::size_t N>
std::optional<std::size_t> named_component(std::string_view name) {
  constexpr auto names = component_names<N>();
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return i;
  }
  return std::nullopt;
}

/// The path with '*' for its list indices, and with `components` also for the component of an
/// array. Numbers in structs are never quoted, so components are plain.
std::string with_wildcards(const NumberRef& number, bool components) {
  const auto parts = split_path(number.path).value_or(std::vector<std::string>());
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool wild =
        is_index(parts[i]) || (components && number.is_component && i + 1 == parts.size());
    result += (i > 0 ? "." : "") + (wild ? "*" : parts[i]);
  }
  return result;
}

bool matches(const std::vector<std::string>& pattern, const NumberRef& number) {
  const auto parts = split_path(number.path);
  if (!parts || parts->size() != pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool is_component = number.is_component && i + 1 == pattern.size();
    const bool wild = pattern[i] == "*" && (is_index((*parts)[i]) || is_component);
    if (!wild && pattern[i] != (*parts)[i]) return false;
  }
  return true;
}

/// Reads one quoted component that starts at text[at] == '"'; moves `at` behind its end.
std::optional<std::string> quoted_component(std::string_view text, std::size_t& at) {
  std::string component;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') {
      ++at;
      return component;
    }
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    component += text[at];
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> split_path(std::string_view path) {
  std::vector<std::string> components;
  std::size_t at = 0;
  while (true) {
    if (at < path.size() && path[at] == '"') {
      std::optional<std::string> component = quoted_component(path, at);
      if (!component) return std::nullopt;
      components.push_back(std::move(*component));
    } else {
      const std::size_t end = std::min(path.find('.', at), path.size());
      components.emplace_back(path.substr(at, end - at));
      at = end;
    }
    if (components.back().empty()) return std::nullopt;
    if (at == path.size()) return components;
    if (path[at] != '.') return std::nullopt;
    ++at;
  }
}

std::string append_path(std::string_view path, std::string_view component) {
  std::string result(path);
  if (!result.empty()) result += '.';
  return result + (is_bare_key(component) ? std::string(component) : toml_quote(component));
}

std::optional<std::size_t> element_index(std::string_view component, std::size_t size) {
  if (is_index(component)) {
    const std::optional<std::int64_t> index = parse_int(component);
    if (!index) return std::nullopt;
    return static_cast<std::size_t>(*index);
  }
  if (size == 3) return named_component<3>(component);
  if (size == 4) return named_component<4>(component);
  if (size == 9) return named_component<9>(component);
  return std::nullopt;
}

std::vector<NumberRef> find_numbers(Scenario& scenario, std::string_view path) {
  std::vector<NumberRef> found;
  const auto pattern = split_path(path);
  if (!pattern) return found;
  visit_field_numbers(scenario, "", [&](NumberRef number) {
    if (matches(*pattern, number)) found.push_back(std::move(number));
  });
  return found;
}

SweepTargets::SweepTargets(const SweepGrid& grid, Scenario& scenario) : grid_(grid) {
  for (std::size_t i = 0; i < grid.axes(); ++i) {
    targets_.push_back(find_numbers(scenario, grid.path(i)));
  }
}

void SweepTargets::go_to(std::int64_t point) const {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const double value = grid_.value(i, point);
    for (const NumberRef& number : targets_[i]) *number.value = value;
  }
}

std::vector<std::string> number_paths(Scenario& scenario) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  };
  visit_field_numbers(scenario, "", [&](const NumberRef& number) {
    add(number.path);
    add(with_wildcards(number, false));
    add(with_wildcards(number, true));
  });
  return paths;
}

}  // namespace montecopter
