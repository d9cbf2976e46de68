/// Walks table and schema together: assigns keys to members, and finds missing values.

#include "scenario/text/reader.hpp"

#include <algorithm>
#include <cmath>

#include "core/fields/paths.hpp"

namespace montecopter {

namespace {

const toml::table* as_table(const toml::node* node) {
  return node != nullptr ? node->as_table() : nullptr;
}

}  // namespace

/// Reads the members of a struct in the order of its fields.
void Reader::fields(const toml::table& table, const std::string& path, const TypeSchema& type,
                    void* out, const Context& context) {
  const std::string_view type_key = context.list != nullptr ? context.list->type_key : "";
  const std::set<std::string> misspelt =
      report_unknown_keys(table, path, known_keys(type, type_key), type.retired_keys, context.list);
  for (const FieldSchema& f : type.fields) {
    const std::string key(f.key);
    const std::string at = append_path(path, key);
    void* member = f.of(out);
    const Spec spec{f.unit, f.range, f.vary, f.doc, f.choices};
    if (f.type->is_struct_list()) {
      struct_list(table, key, at, spec, *f.type, member);
      continue;
    }
    const toml::node* shared =
        context.shared != nullptr ? find_quantity(*context.shared, key) : nullptr;
    const std::vector<GivenQuantity> given = given_in(table, key, f.units);
    if (given.size() > 1) {
      report_twice(path, key, given);
    } else if (given.size() == 1) {
      read_given(given[0], path, key, spec, *f.type, member,
                 {as_table(shared), context.is_shared, {}});
    } else if (!context.is_shared && misspelt.count(key) == 0) {
      absent(table, at, spec, *f.type, member, shared);
    }
  }
}

std::vector<Reader::KnownKey> Reader::known_keys(const TypeSchema& type,
                                                 std::string_view type_key) {
  std::vector<KnownKey> known;
  const auto add = [&](const std::string& key, std::span<const Unit> units) {
    known.push_back({key, spellings(key, units)});
  };
  if (!type_key.empty()) add(std::string(type_key), {});
  for (const FieldSchema& f : type.fields) {
    add(std::string(f.key), f.units);
    const std::string shared = f.type->is_struct_list() ? singular(std::string(f.key)) : "";
    if (!shared.empty()) add(shared, {});
  }
  return known;
}

/// Reads a member in the unit in which it is given.
void Reader::read_given(const GivenQuantity& given, const std::string& path, const std::string& key,
                        Spec spec, const TypeSchema& type, void* out, const Context& context) {
  spec.given = given.unit;
  const std::size_t errors = report_.errors();
  value(*given.node, append_path(path, given.key), spec, type, out, context);
  // Problems name the key that the user wrote, but later checks ask for the SI key.
  const bool failed = report_.errors() > errors;
  if (given.key != key && failed) report_.distrust(append_path(path, key));
}

void Reader::value(const toml::node& node, const std::string& path, const Spec& spec,
                   const TypeSchema& type, void* out, const Context& context) {
  using Kind = TypeSchema::Kind;
  switch (type.kind) {
    case Kind::number:
      return number(node, path, spec, *static_cast<double*>(out));
    case Kind::integer:
      return integer(node, path, spec, *static_cast<std::int64_t*>(out));
    case Kind::boolean:
      return boolean(node, path, spec, *static_cast<bool*>(out));
    case Kind::text:
      return text(node, path, spec, *static_cast<std::string*>(out));
    case Kind::rate:
      return rate(node, path, spec, *static_cast<Rate*>(out));
    case Kind::numbers:
      return numbers(node, path, spec, {static_cast<double*>(out), type.components.names.size()},
                     type.components, context.is_shared);
    case Kind::optional:
      return optional(node, path, spec, type, out, context);
    case Kind::list:
      return list(node, path, spec, type, out, context);
    case Kind::table:
      if (const toml::table* table = expect_table(node, path, spec)) {
        fields(*table, path, type, out, context);
      }
      return;
    case Kind::variant:
      return variant(node, path, spec, type, out, context);
    case Kind::map:
      return map(node, path, spec, type, out, context);
  }
}

/// The shared table of a list is applied before the entry's own table is read.
void Reader::optional(const toml::node& node, const std::string& path, const Spec& spec,
                      const TypeSchema& type, void* out, const Context& context) {
  const OwnedValue given =
      type.size(out) > 0 ? type.part->copy(type.element(out, 0)) : type.part->make();
  value(node, path, spec, *type.part, given.get(), context);
  if (report_.clean_above(path)) type.put(out, given.get());
}

void Reader::list(const toml::node& node, const std::string& path, const Spec& spec,
                  const TypeSchema& type, void* out, const Context& context) {
  type.clear(out);
  const toml::array* list = expect_list(node, path, spec);
  if (list == nullptr) return;
  const OwnedValue empty = type.part->make();
  for (std::size_t i = 0; i < list->size(); ++i) {
    type.put(out, empty.get());
    value(*list->get(i), append_path(path, std::to_string(i)), spec, *type.part,
          type.element(out, i), context);
  }
}

/// Reads `[[x.rotors]]`, each entry over the shared table `[x.rotor]`, if the list has such a name.
void Reader::struct_list(const toml::table& table, const std::string& key, const std::string& path,
                         const Spec& spec, const TypeSchema& type, void* out) {
  const OwnedValue prototype = type.part->make();
  const toml::table* shared = nullptr;
  const std::string shared_key = singular(key);
  const toml::node* shared_node = shared_key.empty() ? nullptr : table.get(shared_key);
  if (shared_node != nullptr) {
    const std::string at = singular(path);
    shared = expect_table(*shared_node, at, spec);
    if (shared != nullptr) fields(*shared, at, *type.part, prototype.get(), {nullptr, true, {}});
  }
  type.clear(out);
  const toml::node* node = table.get(key);
  const toml::array* list = node != nullptr ? expect_list(*node, path, spec) : nullptr;
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    type.put(out, prototype.get());
    value(*list->get(i), append_path(path, std::to_string(i)), spec, *type.part,
          type.element(out, i), {shared, false, {}});
  }
}

void Reader::variant(const toml::node& node, const std::string& path, const Spec& spec,
                     const TypeSchema& type, void* out, const Context& context) {
  const toml::table* table = expect_table(node, path, spec);
  if (table == nullptr) return;
  const std::vector<std::string> names = type_names(type);
  Context inner{context.shared, context.is_shared, &type};
  if (table->contains(type.type_key)) {
    const std::optional<std::size_t> chosen = type_index(*table, path, type.type_key, names);
    if (!chosen) return;
    if (*chosen != type.index(out) || !is_chosen(context.shared, type, out)) {
      type.choose(out, *chosen);
      inner.shared = nullptr;
    }
  } else if (means_default_type(*table, type)) {
    type.choose(out, 0);
  } else if (context.shared == nullptr) {
    report_missing_type(*table, path, type.type_key, names, spec);
    return;
  } else if (!is_chosen(context.shared, type, out)) {
    return;  // the shared table names an unknown type, which is already reported
  }
  fields(*table, path, type.type_held(out), type.held(out), inner);
}

bool Reader::is_one_of(const std::vector<KnownKey>& known, const std::string& spelling) {
  return std::any_of(known.begin(), known.end(), [&](const KnownKey& k) {
    return std::find(k.spellings.begin(), k.spellings.end(), spelling) != k.spellings.end();
  });
}

/// Whether a table without a type means the default one: it holds no key of another type only.
bool Reader::means_default_type(const toml::table& table, const TypeSchema& type) {
  if (!type.has_default_type()) return false;
  std::vector<std::vector<KnownKey>> keys;
  for (const TypeSchema* one : type.alternatives) keys.push_back(known_keys(*one, ""));
  for (auto&& [key, entry] : table) {
    const auto has_it = [name = std::string(key.str())](const std::vector<KnownKey>& known) {
      return is_one_of(known, name);
    };
    if (!has_it(keys[0]) && std::any_of(keys.begin(), keys.end(), has_it)) return false;
  }
  return true;
}

void Reader::map(const toml::node& node, const std::string& path, const Spec& spec,
                 const TypeSchema& type, void* out, const Context& context) {
  const toml::table* table = expect_table(node, path, spec);
  if (table == nullptr) return;
  const auto shared_at = [&](const std::string& name) {
    return context.shared != nullptr ? context.shared->get(name) : nullptr;
  };
  for (auto&& [key, entry] : *table) {
    const std::string name(key.str());
    if (!has_path_keys(type, spec.vary) && !is_legal_name(key, path)) continue;
    value(entry, append_path(path, name), spec, *type.part, type.entry(out, name),
          {as_table(shared_at(name)), context.is_shared, {}});
  }
  type.each_entry(out, [&](const std::string& name, void* entry) {
    if (context.is_shared || table->contains(name)) return;
    absent(*table, append_path(path, name), spec, *type.part, entry, shared_at(name));
  });
}

/// Whether the shared table names the alternative that `out` holds.
bool Reader::is_chosen(const toml::table* shared, const TypeSchema& type, const void* out) {
  if (shared == nullptr) return false;
  const toml::node* named = shared->get(type.type_key);
  return named != nullptr && named->value<std::string>() == type.type_held(out).type_name;
}

/// Complains if a member still lacks numbers that the user must give. `shared` was read before, and
/// its errors are already reported.
void Reader::absent(const toml::table& table, const std::string& path, const Spec& spec,
                    const TypeSchema& type, void* out, const toml::node* shared) {
  using Kind = TypeSchema::Kind;
  if (type.kind == Kind::variant && !type.has_default_type()) {
    if (shared == nullptr) report_missing_table(table, path, spec, type_names(type));
    if (!is_chosen(as_table(shared), type, out)) return;
  }
  std::vector<std::string> lacking;
  const bool is_marked =
      (type.kind == Kind::integer && *static_cast<std::int64_t*>(out) == required_integer) ||
      (type.kind == Kind::rate && *static_cast<Rate*>(out) == required_rate);
  if (is_marked && shared == nullptr && report_.clean_above(path)) lacking.emplace_back();
  visit_numbers(type, out, {}, {}, [&](const NumberRef& number) {
    const bool joined = number.path.empty() || number.path[0] == '.';  // itself, or a component
    const std::string at = path + (joined ? "" : ".") + number.path;
    if (!std::isnan(*number.value) || holds(shared, number.path)) return;
    if (report_.clean_above(at)) lacking.push_back(number.path);
  });
  if (!lacking.empty()) report_missing(table, path, spec, lacking);
}

/// Whether the shared table has the number itself, by key or inside a list of components.
bool Reader::holds(const toml::node* shared, const std::string& path) {
  const toml::node* node = shared;
  const auto keys = split_path(path.empty() || path[0] != '.' ? path : path.substr(1));
  if (!keys || path.empty()) return node != nullptr;
  for (const std::string& key : *keys) {
    if (node == nullptr || !node->is_table()) break;
    node = find_quantity(*node->as_table(), key);
  }
  return node != nullptr;
}

}  // namespace montecopter
