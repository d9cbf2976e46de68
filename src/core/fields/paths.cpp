#include "core/fields/paths.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace montecopter {

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

std::string append_path(std::string_view path, std::string_view component) {
  std::string result(path);
  if (!result.empty()) result += '.';
  return result + (is_bare_key(component) ? std::string(component) : toml_quote(component));
}

bool is_index(std::string_view component) {
  return !component.empty() && component.find_first_not_of("0123456789") == std::string_view::npos;
}

namespace {

template <std::size_t N>
std::optional<std::size_t> named_component(std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (component_names<N>[i] == name) return i;
  }
  return std::nullopt;
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

std::string singular(const std::string& key) {
  return key.ends_with('s') ? key.substr(0, key.size() - 1) : std::string();
}

std::vector<std::string> type_names(const TypeSchema& variant) {
  std::vector<std::string> names;
  for (const TypeSchema* type : variant.alternatives) names.emplace_back(type->type_name);
  return names;
}

namespace {

void visit_components(const TypeSchema& type, void* value, const NumberPath& at, NumberSpec spec,
                      const VisitNumber& visit) {
  spec.is_component = true;
  double* numbers = static_cast<double*>(value);
  for (std::size_t i = 0; i < type.components.names.size(); ++i) {
    if (!at.leads_to_one(type.components.names[i])) continue;
    const NumberPath one = at.one(type.components.names[i]);
    if (!one.is_whole()) continue;
    visit({one.path, one.pattern, numbers + i, spec.range, spec.vary, std::string(spec.unit),
           spec.is_component});
  }
}

void visit_fields(const TypeSchema& table, void* owner, const NumberPath& at,
                  const VisitNumber& visit) {
  for (const FieldSchema& f : table.fields) {
    if (!at.leads_to_key(f.key)) continue;
    visit_numbers(*f.type, f.of(owner), at.key(f.key), {f.unit, f.range, f.vary}, visit);
  }
}

}  // namespace

void visit_numbers(const TypeSchema& type, void* value, const NumberPath& at,
                   const NumberSpec& spec, const VisitNumber& visit) {
  using Kind = TypeSchema::Kind;
  switch (type.kind) {
    case Kind::number:
      if (!at.is_whole()) return;
      return visit({at.path, at.pattern, static_cast<double*>(value), spec.range, spec.vary,
                    std::string(spec.unit), spec.is_component});
    case Kind::numbers:
      return visit_components(type, value, at, spec, visit);
    case Kind::optional:
      if (type.size(value) > 0) {
        visit_numbers(*type.part, type.element(value, 0), at, spec, visit);
      }
      return;
    case Kind::variant:
      return visit_fields(type.type_held(value), type.held(value), at, visit);
    case Kind::table:
      return visit_fields(type, value, at, visit);
    case Kind::list:
      if (type.part->kind == Kind::list) return;
      for (std::size_t i = 0; i < type.size(value); ++i) {
        const std::string index = std::to_string(i);
        if (!at.leads_to_one(index)) continue;
        visit_numbers(*type.part, type.element(value, i), at.one(index), spec, visit);
      }
      return;
    case Kind::map:
      if (has_path_keys(type, spec.vary)) return;
      return type.each_entry(value, [&](const std::string& name, void* entry) {
        if (at.leads_to_one(name)) {
          visit_numbers(*type.part, entry, at.one(name), spec, visit);
        }
      });
    case Kind::integer:
    case Kind::boolean:
    case Kind::text:
    case Kind::rate:
      return;
  }
}

std::vector<NumberRef> all_numbers(const TypeSchema& type, void* owner,
                                   const std::vector<std::string>* wanted) {
  std::vector<NumberRef> numbers;
  NumberPath root;
  root.wanted = wanted;
  visit_numbers(type, owner, root, {}, [&](const NumberRef& number) { numbers.push_back(number); });
  return numbers;
}

}  // namespace montecopter
