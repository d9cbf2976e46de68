#include "scenario/derived/paths.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "core/base/text.hpp"

namespace montecopter {

namespace {

using PathParts = std::vector<std::string>;

/// Whether a path leads to the number, component by component; `same` compares two that are not
/// '*'.
template <class Same>
bool leads_to(const PathParts& path, const NumberRef& number, const Same& same) {
  const auto parts = split_path(number.path), pattern = split_path(number.pattern);
  if (!parts || !pattern || parts->size() != path.size()) return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool is_any = path[i] == "*" && (*pattern)[i] == "*";
    if (!is_any && !same(path[i], (*parts)[i])) return false;
  }
  return true;
}

/// The pattern of a number without the component of an array.
std::string pattern_of_array(const NumberRef& number) {
  if (!number.is_component) return number.pattern;
  return number.pattern.substr(0, number.pattern.size() - 1) +
         number.path.substr(number.path.rfind('.') + 1);
}

/// Gives optional numbers and tables that hold nothing a value.
void set_optional_numbers(const TypeSchema& type, void* value) {
  using Kind = TypeSchema::Kind;
  switch (type.kind) {
    case Kind::optional: {
      const Kind part = type.part->kind;
      const bool is_set = type.size(value) > 0;
      if (!is_set && (part == Kind::number || part == Kind::numbers || part == Kind::table)) {
        type.put(value, type.part->make().get());
      }
      if (type.size(value) > 0) set_optional_numbers(*type.part, type.element(value, 0));
      return;
    }
    case Kind::variant:
      return set_optional_numbers(type.type_held(value), type.held(value));
    case Kind::table:
      for (const FieldSchema& f : type.fields) set_optional_numbers(*f.type, f.of(value));
      return;
    case Kind::list:
      for (std::size_t i = 0; i < type.size(value); ++i) {
        set_optional_numbers(*type.part, type.element(value, i));
      }
      return;
    case Kind::map:
      return type.each_entry(
          value, [&](const std::string&, void* entry) { set_optional_numbers(*type.part, entry); });
    case Kind::number:
    case Kind::numbers:
    case Kind::integer:
    case Kind::boolean:
    case Kind::text:
    case Kind::rate:
      return;
  }
}

}  // namespace

std::vector<NumberRef> find_numbers(std::vector<NumberRef> numbers, std::string_view path) {
  const PathParts wanted = split_path(path).value_or(PathParts());
  std::string start;  // what needs no comparison component by component: there are many numbers
  for (std::size_t i = 0; i < wanted.size() && wanted[i] != "*"; ++i) {
    start = append_path(start, wanted[i]);
  }
  const auto is_other = [&](const NumberRef& number) {
    return number.path.compare(0, start.size(), start) != 0 ||
           !leads_to(wanted, number, std::equal_to<>());
  };
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), is_other), numbers.end());
  return numbers;
}

std::vector<NumberRef> find_numbers(Scenario& scenario, std::string_view path) {
  const std::optional<PathParts> wanted = split_path(path);
  if (!wanted) return {};
  return all_numbers(schema_of<Scenario>(), &scenario, &*wanted);
}

std::optional<std::string> path_in_si(const std::vector<NumberRef>& numbers,
                                      std::string_view path) {
  const auto wanted = split_path(path);
  if (!wanted) return std::nullopt;
  for (const NumberRef& number : numbers) {
    if (!leads_to(*wanted, number, same_quantity)) continue;
    const PathParts parts = *split_path(number.path);
    std::string in_si;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      in_si = (*wanted)[i] == "*" ? in_si + ".*" : append_path(in_si, parts[i]);
    }
    return in_si;
  }
  return std::nullopt;
}

Scenario with_optional_numbers(Scenario scenario) {
  set_optional_numbers(schema_of<Scenario>(), &scenario);
  return scenario;
}

std::vector<std::string> number_paths(const std::vector<NumberRef>& numbers) {
  std::vector<std::string> paths;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string& path) {
    if (known.insert(path).second) paths.push_back(path);
  };
  for (const NumberRef& number : numbers) {
    add(number.path);
    add(pattern_of_array(number));
    add(number.pattern);
  }
  return paths;
}

SweepTargets::SweepTargets(const SweepGrid& grid, Scenario& scenario) : grid_(grid) {
  for (std::size_t i = 0; i < grid.axes(); ++i) {
    const bool of_sets = !grid.set_names(i).empty();
    targets_.push_back(of_sets ? std::vector<NumberRef>() : find_numbers(scenario, grid.path(i)));
  }
}

void SweepTargets::go_to(std::int64_t point) const {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const double value = grid_.value(i, point);
    for (const NumberRef& number : targets_[i]) *number.value = value;
  }
}

}  // namespace montecopter
