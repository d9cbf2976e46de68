#include "scenario/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "base/shortened.hpp"
#include "base/text.hpp"
#include "fields/paths.hpp"
#include "scenario/meant_name.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

/// What the user wrote, in words.
std::string describe(const toml::node& node) {
  if (const auto* text = node.as_string()) {
    const std::string& all = text->get();
    return "the text " + toml_quote(shortened(all, 60));
  }
  if (const auto* number = node.as_integer()) return fmt::format("the integer {}", number->get());
  if (const auto* number = node.as_floating_point()) {
    return "the number " + format_double(number->get());
  }
  if (const auto* truth = node.as_boolean()) {
    return truth->get() ? "the boolean true" : "the boolean false";
  }
  if (node.is_table()) return "a table";
  return node.is_array() ? "a list" : "a date or time";
}

/// "> 0", "between 0 and 100": what a legal number is.
std::string describe(const Range& range) {
  const bool low = std::isfinite(range.low);
  const bool high = std::isfinite(range.high);
  if (low && high && range.low == range.high) return fmt::format("{}", range.low);
  if (low && high && !range.low_open && !range.high_open) {
    return fmt::format("between {} and {}", range.low, range.high);
  }
  std::string text;
  if (low) text = fmt::format("{} {}", range.low_open ? ">" : ">=", range.low);
  if (high) {
    text += fmt::format("{}{} {}", low ? " and " : "", range.high_open ? "<" : "<=", range.high);
  }
  return text;
}

/// "n/d" or "n" with both from 1 to 1e9, so that products of two of them fit into 64 bits.
std::optional<Rate> parse_rate(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<std::int64_t> n = parse_int(text.substr(0, slash));
  const std::optional<std::int64_t> d = slash == std::string_view::npos
                                            ? std::optional<std::int64_t>(1)
                                            : parse_int(text.substr(slash + 1));
  constexpr std::int64_t limit = 1'000'000'000;
  if (!n || !d || *n < 1 || *d < 1 || *n > limit || *d > limit) return std::nullopt;
  const std::int64_t divisor = std::gcd(*n, *d);
  return Rate{*n / divisor, *d / divisor};
}

constexpr std::int64_t exact_integers = std::int64_t{1} << 53;

const toml::table* as_table(const toml::node* node) {
  return node != nullptr ? node->as_table() : nullptr;
}

}  // namespace

/// Reads the members of a struct in the order of its fields.
void Reader::fields(const toml::table& table, const std::string& path, const TypeSchema& type,
                    void* out, const Context& context) {
  const std::set<std::string> misspelt =
      report_unknown_keys(table, path, known_keys(type, context.type_key), type.retired_keys);
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
    const std::vector<Given> given = given_in(table, key, f.units);
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
    if (f.type->is_struct_list()) add(singular(std::string(f.key)), {});
  }
  return known;
}

/// Reads a member in the unit in which it is given.
void Reader::read_given(const Given& given, const std::string& path, const std::string& key,
                        Spec spec, const TypeSchema& type, void* out, const Context& context) {
  spec.given = given.unit;
  const std::size_t errors = report_.errors();
  value(*given.node, append_path(path, given.key), spec, type, out, context);
  // Problems tell the key that the user wrote, but later checks ask for the other one.
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

/// What all entries of a list share is there before the entry's own table is read.
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

/// `[[x.rotors]]`, each read over what `[x.rotor]` says for all.
void Reader::struct_list(const toml::table& table, const std::string& key, const std::string& path,
                         const Spec& spec, const TypeSchema& type, void* out) {
  const OwnedValue prototype = type.part->make();
  const toml::table* shared = nullptr;
  if (const toml::node* node = table.get(singular(key))) {
    const std::string at = singular(path);
    shared = expect_table(*node, at, spec);
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
  Context inner{context.shared, context.is_shared, type.type_key};
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
    return;  // the shared table names an unknown type, and that has been said
  }
  fields(*table, path, type.type_held(out), type.held(out), inner);
}

/// Whether a table without a type means the default one: it holds no key of another type only.
bool Reader::means_default_type(const toml::table& table, const TypeSchema& type) {
  if (!type.has_default_type()) return false;
  std::vector<std::vector<KnownKey>> keys;
  for (const TypeSchema* one : type.alternatives) keys.push_back(known_keys(*one, ""));
  for (auto&& [key, entry] : table) {
    const auto has_it = [name = std::string(key.str())](const std::vector<KnownKey>& known) {
      return std::any_of(known.begin(), known.end(), [&](const KnownKey& k) {
        return std::find(k.spellings.begin(), k.spellings.end(), name) != k.spellings.end();
      });
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
    if (!has_path_keys(spec.vary) && !is_legal_name(key, path)) continue;
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

/// Complains if a member still lacks numbers that the user must give. What `shared` holds was read
/// before; if it was wrong, that has been said.
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

std::string Reader::why(const Spec& spec) {
  std::string text(spec.doc);
  const std::string_view unit = spec.given != nullptr ? spec.given->text : spec.unit;
  if (!unit.empty() && unit != "1") text += fmt::format(" [{}]", unit);
  return text;
}

void Reader::wrong_type(const toml::node& node, const std::string& path, const std::string& wanted,
                        const Spec& spec) {
  report_.error_at(report_.place(node.source()), path,
                   fmt::format("'{}' must be {}, found {}", path, wanted, describe(node)),
                   why(spec));
}

/// `number` in SI, `text` as the user gave it.
bool Reader::in_range(const toml::node& node, const std::string& path, const Spec& spec,
                      double number, const std::string& text) {
  if (std::isfinite(number) && spec.range.contains(number)) return true;
  std::string wanted = "finite", found = text;
  if (std::isfinite(number)) {
    wanted = describe(spec.range);
    if (spec.given != nullptr) {
      wanted += fmt::format(" {}", spec.unit);
      found =
          fmt::format("{} {} = {} {}", text, spec.given->text, format_double(number), spec.unit);
    }
  }
  report_.error_at(report_.place(node.source()), path,
                   fmt::format("'{}' must be {}, found {}", path, wanted, found), why(spec));
  return false;
}

/// "unknown type 'rk5' of 'integrator'", or "unknown 'postion' in 'output.signals'" of a list.
void Reader::check_choice(const toml::node& node, const std::string& path, const Spec& spec,
                          const std::string& text) {
  std::vector<std::string> names;
  for (const Choice& choice : spec.choices) names.emplace_back(choice.name);
  if (names.empty() || std::find(names.begin(), names.end(), text) != names.end()) return;
  const std::size_t dot = path.rfind('.');
  const std::string owner = path.substr(0, dot), key = path.substr(dot + 1);
  const auto meant = meant_name(text, names);
  report_.error_at(report_.place(node.source()), path,
                   parse_int(key) ? fmt::format("unknown '{}' in '{}'", text, owner)
                                  : fmt::format("unknown {} '{}' of '{}'", key, text, owner),
                   "",
                   (meant ? "Perhaps '" + *meant + "' is meant. " : "") + "Known: " + join(names));
}

void Reader::number(const toml::node& node, const std::string& path, const Spec& spec,
                    double& out) {
  double number = 0;
  if (const auto* given = node.as_floating_point()) {
    number = given->get();
  } else if (const auto* integer = node.as_integer()) {
    if (integer->get() > exact_integers || integer->get() < -exact_integers) {
      report_.error_at(report_.place(node.source()), path,
                       fmt::format("'{}' is the integer {}", path, integer->get()),
                       "beyond 2^53 it is no double", "Write it with a decimal point");
      return;
    }
    number = static_cast<double>(integer->get());
  } else {
    return wrong_type(node, path, "a number", spec);
  }
  const double in_si = spec.given != nullptr ? spec.given->to_si(number) : number;
  if (in_range(node, path, spec, in_si, format_double(number))) out = in_si;
}

void Reader::integer(const toml::node& node, const std::string& path, const Spec& spec,
                     std::int64_t& out) {
  const auto* given = node.as_integer();
  if (given == nullptr) return wrong_type(node, path, "an integer", spec);
  const auto number = static_cast<double>(given->get());
  if (in_range(node, path, spec, number, fmt::format("{}", given->get()))) out = given->get();
}

void Reader::boolean(const toml::node& node, const std::string& path, const Spec& spec, bool& out) {
  const auto* given = node.as_boolean();
  if (given == nullptr) return wrong_type(node, path, "true or false", spec);
  out = given->get();
}

void Reader::text(const toml::node& node, const std::string& path, const Spec& spec,
                  std::string& out) {
  const auto* given = node.as_string();
  if (given == nullptr) return wrong_type(node, path, "a text", spec);
  check_choice(node, path, spec, given->get());
  out = given->get();
}

void Reader::rate(const toml::node& node, const std::string& path, const Spec& spec, Rate& out) {
  std::optional<Rate> given;
  if (const auto* integer = node.as_integer()) given = parse_rate(std::to_string(integer->get()));
  if (const auto* text = node.as_string()) {
    const bool is_word = !spec.choices.empty() && text->get() == continuous_word;
    given = is_word ? continuous_rate : parse_rate(text->get());
  }
  if (given) {
    out = *given;
    return;
  }
  std::string expected = "an integer or a ratio \"n/d\" of integers from 1 to 1e9";
  if (!spec.choices.empty()) expected += ", or " + toml_quote(continuous_word);
  wrong_type(node, path, expected, spec);
}

/// A table of some components by name ({z = -3}) leaves the others as they are.
void Reader::components(const toml::table& table, const std::string& path, const Spec& spec,
                        std::span<double> out, std::span<const std::string_view> names,
                        bool is_shared) {
  std::vector<KnownKey> known;
  for (const std::string_view name : names) {
    known.push_back({std::string(name), {std::string(name)}});
  }
  const std::set<std::string> misspelt = report_unknown_keys(table, path, known);
  std::vector<std::string> lacking;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const toml::node* element = table.get(names[i]);
    const std::string name(names[i]);
    if (element != nullptr) number(*element, append_path(path, name), spec, out[i]);
    if (element != nullptr || misspelt.count(name) > 0) continue;
    if (std::isnan(out[i])) lacking.push_back("." + name);
  }
  if (!lacking.empty() && !is_shared) report_missing(table, path, spec, lacking);
}

/// A list of all numbers, a table, or what the array takes instead: see Components.
void Reader::numbers(const toml::node& node, const std::string& path, const Spec& spec,
                     std::span<double> out, const Components& array, bool is_shared) {
  if (const toml::table* table = node.as_table()) {
    return components(*table, path, spec, out, array.names, is_shared);
  }
  const std::size_t size = array.names.size(), in_short = array.in_short();
  const toml::array* list = node.as_array();
  const bool is_short =
      in_short > 0 && (list == nullptr ? node.is_number() : list->size() == in_short);
  if (!is_short && (list == nullptr || list->size() != size)) {
    const std::string wanted =
        fmt::format("{}{}a list of {} numbers", in_short > 0 ? "a number" : "",
                    in_short == 0      ? ""
                    : in_short == size ? " or "
                                       : fmt::format(", a list of {} or ", in_short),
                    size);
    if (list == nullptr) return wrong_type(node, path, wanted, spec);
    report_.error_at(report_.place(node.source()), path,
                     fmt::format("'{}' must be {}, found {}", path, wanted, list->size()),
                     why(spec));
    return;
  }
  const std::size_t stride = is_short ? array.stride : 1;
  if (stride > 1) std::fill(out.begin(), out.end(), 0.0);
  if (list == nullptr) {
    double all = 0.0;
    number(node, path, spec, all);
    for (std::size_t i = 0; i < size; i += stride) out[i] = all;
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::size_t at = i * stride;
    number(*list->get(i), append_path(path, array.names[at]), spec, out[at]);
  }
}

const toml::table* Reader::expect_table(const toml::node& node, const std::string& path,
                                        const Spec& spec) {
  if (!node.is_table()) wrong_type(node, path, "a table", spec);
  return node.as_table();
}

const toml::array* Reader::expect_list(const toml::node& node, const std::string& path,
                                       const Spec& spec) {
  if (!node.is_array()) wrong_type(node, path, "a list", spec);
  return node.as_array();
}

/// Returns the known keys that were probably meant: they are not missing besides.
std::set<std::string> Reader::report_unknown_keys(const toml::table& table, const std::string& path,
                                                  const std::vector<KnownKey>& known,
                                                  std::span<const RetiredKey> retired) {
  std::vector<std::string> keys, unused;
  std::map<std::string, std::string> key_of;  // every spelling
  for (const auto& [key, spelt] : known) {
    keys.push_back(key);
    const bool is_used = std::any_of(spelt.begin(), spelt.end(),
                                     [&](const std::string& s) { return table.contains(s); });
    if (!is_used) unused.insert(unused.end(), spelt.begin(), spelt.end());
    for (const std::string& spelling : spelt) key_of.emplace(spelling, key);
  }
  std::set<std::string> misspelt;
  for (auto&& [key, entry] : table) {
    const std::string name(key.str());
    if (key_of.count(name) > 0) continue;
    const auto former = std::find_if(retired.begin(), retired.end(),
                                     [&](const RetiredKey& r) { return r.key == name; });
    if (former != retired.end()) {
      report_.error_at(report_.place(key.source()), append_path(path, name),
                       fmt::format("there is no key '{}' any more", append_path(path, name)), "",
                       fmt::format("Use '{}'", former->path));
      continue;
    }
    // A key that is there already may still be the one that was meant, but it is not missing.
    const std::optional<std::string> meant = near_name(name, unused);
    const auto near_used = meant ? std::nullopt : near_name(name, keys);
    const bool unquoted = entry.is_table() && path.rfind("sweep.", 0) == 0;
    report_.error_at(report_.place(key.source()), append_path(path, name),
                     fmt::format("unknown key '{}'", shortened(append_path(path, name), 200)), "",
                     unquoted    ? "Quote the dotted path: [sweep.\"vehicle.mass_kg\"]"
                     : meant     ? "Perhaps '" + *meant + "' is meant"
                     : near_used ? "Perhaps '" + *near_used + "' is meant"
                                 : "Known here: " + join(keys, " or "));
    if (!meant) continue;
    misspelt.insert(key_of.at(*meant));
    report_.distrust(append_path(path, key_of.at(*meant)));
  }
  return misspelt;
}

/// Told at the last of the keys.
void Reader::report_twice(const std::string& path, const std::string& key,
                          const std::vector<Given>& given) {
  std::vector<Given> in_order = given;
  std::sort(in_order.begin(), in_order.end(), [](const Given& a, const Given& b) {
    const toml::source_position& x = a.node->source().begin;
    const toml::source_position& y = b.node->source().begin;
    return std::tie(x.line, x.column) < std::tie(y.line, y.column);
  });
  std::vector<std::string> paths;
  for (const Given& one : in_order) paths.push_back("'" + append_path(path, one.key) + "'");
  report_.error_at(report_.place(in_order.back().node->source()), append_path(path, key),
                   fmt::format("{} give the same quantity", join(paths)), "", "Keep one of them");
}

/// Names of tables become parts of names of datasets.
bool Reader::is_legal_name(const toml::key& key, const std::string& path) {
  if (is_bare_key(key.str())) return true;
  report_.error_at(report_.place(key.source()), append_path(path, key.str()),
                   fmt::format("{} cannot be a name in '{}'", toml_quote(key.str()), path),
                   "datasets are named after it", "Use letters, digits, _ and -");
  return false;
}

void Reader::report_missing(const toml::table& table, const std::string& path, const Spec& spec,
                            const std::vector<std::string>& lacking) {
  if (!report_.clean_above(path)) return;
  // Lacking is the number itself (""), some keys of a table ("max") or components (".x").
  std::vector<std::string> names;
  for (const std::string& name : lacking) {
    if (!name.empty()) names.push_back(name[0] == '.' ? name.substr(1) : name);
  }
  const std::string at = names.size() == 1 ? path + "." + names[0] : path;
  report_.error_at(report_.place(table.source()), at, fmt::format("missing '{}'", at), why(spec),
                   names.size() > 1 ? "Give its " + join(names) : "");
}

void Reader::report_missing_table(const toml::table& table, const std::string& path,
                                  const Spec& spec, const std::vector<std::string>& types) {
  if (!report_.clean_above(path)) return;
  report_.error_at(report_.place(table.source()), path, fmt::format("missing table '{}'", path),
                   why(spec), "Its type is " + join(types, " or "));
}

void Reader::report_missing_type(const toml::table& table, const std::string& path,
                                 std::string_view key, const std::vector<std::string>& types,
                                 const Spec& spec) {
  if (!report_.clean_above(path)) return;
  bool only_tables = !table.empty();
  for (auto&& [name, entry] : table) only_tables = only_tables && entry.is_table();
  const bool unquoted = key == "dist" && only_tables;
  report_.error_at(report_.place(table.source()), path,
                   fmt::format("missing '{}'", append_path(path, key)), why(spec),
                   unquoted ? "Quote the dotted path: [disperse.\"vehicle.mass_kg\"]"
                            : fmt::format("Give {} = {}", key, join(types, " or ")));
}

std::optional<std::size_t> Reader::type_index(const toml::table& table, const std::string& path,
                                              std::string_view key,
                                              const std::vector<std::string>& types) {
  const toml::node& node = *table.get(key);
  const std::string at = append_path(path, key);
  const auto* name = node.as_string();
  for (std::size_t i = 0; name != nullptr && i < types.size(); ++i) {
    if (types[i] == name->get()) return i;
  }
  std::string suggestion = "Known: " + join(types, " and ");
  if (name != nullptr) {
    if (const auto meant = meant_name(name->get(), types)) {
      suggestion = "Perhaps '" + *meant + "' is meant. " + suggestion;
    }
  }
  // The whole table cannot be judged without its type.
  report_.error_at(report_.place(node.source()), path,
                   name != nullptr
                       ? fmt::format("unknown {} '{}' of '{}'", key, name->get(), path)
                       : fmt::format("'{}' must be a text, found {}", at, describe(node)),
                   "", suggestion);
  return std::nullopt;
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
