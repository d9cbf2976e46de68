#pragma once
/// The scenario format as data: a tree made from fields(), from which the reference, the JSON
/// Schema and the completions of paths are written.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "fields/fields.hpp"
#include "scenario/scenario.hpp"

namespace montecopter {

/// What may stand at one place of a scenario.
struct Description {
  enum class Kind {
    number,
    integer,
    boolean,
    text,
    rate,
    vector,   ///< as many numbers as there are `components`
    list,     ///< any number of parts[0]
    table,    ///< with the keys `parts`
    variant,  ///< one of the tables `parts`, which the key `type_key` names
    map,      ///< parts[0] by names that the user chooses, or by dotted paths: has_path_keys(vary)
  };
  Kind kind = Kind::table;
  std::string key = {};  ///< its key; of a table in a variant: the name of the type; else empty
  std::string doc = {};
  std::string unit = {};
  Range range = {};  ///< of a number, of all components, of the number of tables in a list
  Vary vary = Vary::fixed;
  std::vector<Choice> choices = {};  ///< of a text
  std::vector<Unit> units = {};      ///< in which numbers may be given, SI first; empty: in `unit`
  std::string default_value = {};    ///< as TOML, which is JSON, too; empty: none
  bool required = false;
  bool is_default = false;   ///< of a table in a variant: the one that is meant where none is given
  bool is_optional = false;  ///< of a table: it may be absent, whatever is required in it
  std::string type_key = {};
  std::string shared_key = {};               ///< of a list: the table that all its tables share
  std::vector<std::string> components = {};  ///< names of the numbers of a vector
  std::size_t in_short = 0;  ///< numbers of the shorter list that may be given; 0: none, nor one
  std::vector<std::string> exactly_one = {};  ///< of a table: keys of which one is given
  std::string included_as = {};  ///< what a file holds that the table may include; empty: none
  std::vector<Description> parts = {};
};

/// The whole format.
const Description& scenario_description();

/// Stands in paths and headers for a name that the user chooses.
inline constexpr std::string_view any_name = "NAME";

/// A dotted path and what stands there: '*' for every index, NAME for every name. Tables, variants
/// and maps are not among them, but what is in them is, except below dotted paths. Keys that
/// several types share come once.
struct DescribedPath {
  std::string path;
  const Description* leaf;
};
std::vector<DescribedPath> leaf_paths(const Description& tree);

template <HasFields T>
Description describe_table(const T& defaults);

namespace describing {

using Kind = Description::Kind;

/// Whether a table cannot be left out: something in it has no default.
inline bool needs_something(const Description& table) {
  bool needs = !table.exactly_one.empty();
  for (const Description& part : table.parts) needs = needs || part.required;
  return needs;
}

template <class T>
Description describe(const T& value, const Range& range);

/// A number without a legal default is required.
inline Description number(Kind kind, double value, std::string text, const Range& range) {
  Description d{.kind = kind};
  d.required = !range.contains(value);
  if (!d.required) d.default_value = std::move(text);
  return d;
}

template <class Array>
Description vector(const Array& values, const Range& range) {
  constexpr Components components = components_of<Array>();
  Description d{.kind = Kind::vector};
  d.in_short = components.in_short();
  std::string text;
  for (const double value : values) {
    d.required = d.required || !range.contains(value);
    text += (text.empty() ? "" : ", ") + format_double(value);
  }
  if (!d.required) d.default_value = "[" + text + "]";
  for (const std::string_view name : components.names) d.components.emplace_back(name);
  return d;
}

template <class T>
Description list(const std::vector<T>& values, const Range& range) {
  Description d{.kind = Kind::list};
  d.parts.push_back(describe(T{}, range));
  d.parts[0].default_value.clear();
  if constexpr (is_struct_list<std::vector<T>>()) d.required = !range.contains(0);
  d.parts[0].range = range;
  std::string text;
  for (const T& value : values) {
    text += (text.empty() ? "" : ", ") + describe(value, any_number).default_value;
  }
  const bool is_inline = !text.empty() && d.parts[0].parts.empty();
  if (is_inline) d.default_value = "[" + text + "]";
  return d;
}

template <class... Ts>
Description variant(const std::variant<Ts...>*) {
  Description d{.kind = Kind::variant};
  d.required = !has_default_type<std::variant<Ts...>>();
  d.type_key = type_key<std::variant<Ts...>>;
  const auto add = [&]<class T>(const T& alternative) {
    d.parts.push_back(describe_table(alternative));
    d.parts.back().key = T::type_name;
    d.parts.back().doc = type_doc<T>();
  };
  (add(Ts{}), ...);
  d.parts[0].is_default = !d.required;
  d.included_as = d.parts[0].included_as;
  return d;
}

template <class T>
Description map(const std::map<std::string, T>*, const Range& range) {
  Description d{.kind = Kind::map};
  d.parts.push_back(describe(T{}, range));
  return d;
}

/// By the type of the member; key, doc and unit are the field's.
template <class T>
Description describe(const T& value, const Range& range) {
  if constexpr (std::is_same_v<T, double>) {
    return number(Kind::number, value, format_double(value), range);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return number(Kind::integer, static_cast<double>(value), std::to_string(value), range);
  } else if constexpr (std::is_same_v<T, bool>) {
    return {.kind = Kind::boolean, .default_value = value ? "true" : "false"};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {.kind = Kind::text, .default_value = value.empty() ? "" : toml_quote(value)};
  } else if constexpr (std::is_same_v<T, Rate>) {
    const std::string n = std::to_string(value.numerator), d = std::to_string(value.denominator);
    Description rate{.kind = Kind::rate, .required = value == required_rate};
    if (!rate.required) rate.default_value = value.denominator == 1 ? n : toml_quote(n + "/" + d);
    return rate;
  } else if constexpr (is_double_array<T>::value) {
    return vector(value, range);
  } else if constexpr (is_optional<T>::value) {
    Description d = describe(typename T::value_type{}, range);
    d.required = false;
    d.is_optional = true;
    d.default_value.clear();
    return d;
  } else if constexpr (is_vector<T>::value) {
    return list(value, range);
  } else if constexpr (is_variant<T>::value) {
    return variant(&value);
  } else if constexpr (HasFields<T>) {
    return describe_table(value);
  } else {
    return map(&value, range);
  }
}

}  // namespace describing

/// The table of a parameter struct; its defaults are those of `defaults`.
template <HasFields T>
Description describe_table(const T& defaults) {
  Description table{.kind = Description::Kind::table};
  table.included_as = included_as<T>();
  for (const std::string_view key : exactly_one_of<T>()) table.exactly_one.emplace_back(key);
  for_each_field<T>([&](const auto& f) {
    using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
    Description d = describing::describe(defaults.*f.member, f.range);
    d.key = f.key;
    d.doc = f.doc;
    d.unit = f.unit;
    d.range = f.range;
    d.vary = f.vary;
    d.choices.assign(f.choices.begin(), f.choices.end());
    d.units.assign(f.units.begin(), f.units.end());
    if constexpr (is_struct_list<Member>()) d.shared_key = singular(d.key);
    table.parts.push_back(std::move(d));
  });
  table.required = describing::needs_something(table);
  return table;
}

}  // namespace montecopter
