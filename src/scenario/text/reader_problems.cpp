/// Messages of the reader about tables that do not match their schema: the problem, why, and what
/// to do.

#include "scenario/text/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/text/meant_name.hpp"

namespace montecopter {

namespace {

/// The user's value in words.
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

/// The range of legal numbers in words: "> 0", "between 0 and 100".
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

}  // namespace

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

/// Reports "unknown type 'rk5' of 'integrator'", or for a list "unknown 'postion' in
/// 'output.signals'".
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
                   "", (meant ? "Did you mean '" + *meant + "'? " : "") + "Known: " + join(names));
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

/// The first type of a list that has all keys of a table; empty if none has.
std::string Reader::type_with_all_keys(const toml::table& table, const TypeSchema& list) {
  for (const TypeSchema* type : list.alternatives) {
    const std::vector<KnownKey> known = known_keys(*type, list.type_key);
    const bool has_all = std::all_of(table.begin(), table.end(), [&](const auto& entry) {
      return is_one_of(known, std::string(entry.first.str()));
    });
    if (has_all) return std::string(type->type_name);
  }
  return "";
}

/// Returns the known keys that were probably meant: they are not missing besides.
std::set<std::string> Reader::report_unknown_keys(const toml::table& table, const std::string& path,
                                                  const std::vector<KnownKey>& known,
                                                  std::span<const RetiredKey> retired,
                                                  const TypeSchema* list) {
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
    const std::string other = list != nullptr ? type_with_all_keys(table, *list) : "";
    const std::string fitting =
        other.empty()
            ? ""
            : fmt::format("All keys given here belong to {} = \"{}\". ", list->type_key, other);
    report_.error_at(report_.place(key.source()), append_path(path, name),
                     fmt::format("unknown key '{}'", shortened(append_path(path, name), 200)), "",
                     unquoted    ? "Quote the dotted path: [sweep.\"vehicle.mass_kg\"]"
                     : meant     ? "Did you mean '" + *meant + "'?"
                     : near_used ? "Did you mean '" + *near_used + "'?"
                                 : fitting + "Known here: " + join(keys, " or "));
    if (!meant) continue;
    misspelt.insert(key_of.at(*meant));
    report_.distrust(append_path(path, key_of.at(*meant)));
  }
  return misspelt;
}

/// Reports several keys of one quantity, at the last of the keys.
void Reader::report_twice(const std::string& path, const std::string& key,
                          const std::vector<GivenQuantity>& given) {
  std::vector<GivenQuantity> in_order = given;
  std::sort(in_order.begin(), in_order.end(), [](const GivenQuantity& a, const GivenQuantity& b) {
    const toml::source_position& x = a.node->source().begin;
    const toml::source_position& y = b.node->source().begin;
    return std::tie(x.line, x.column) < std::tie(y.line, y.column);
  });
  std::vector<std::string> paths;
  for (const GivenQuantity& one : in_order) paths.push_back("'" + append_path(path, one.key) + "'");
  report_.error_at(report_.place(in_order.back().node->source()), append_path(path, key),
                   fmt::format("{} give the same quantity", join(paths)), "", "Keep one of them");
}

/// Checks names of tables, which become parts of names of datasets.
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
  // Missing is the number itself (""), some keys of a table ("max") or components (".x").
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
      suggestion = "Did you mean '" + *meant + "'? " + suggestion;
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

}  // namespace montecopter
