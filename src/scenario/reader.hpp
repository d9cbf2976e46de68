#pragma once
/// Reads parameter structs from TOML tables by their fields(), strictly: a key that nothing reads,
/// a value of another type, a number out of range and a missing number are all reported.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <toml++/toml.h>

#include "fields/fields.hpp"
#include "fields/paths.hpp"
#include "scenario/paths.hpp"
#include "scenario/quantity.hpp"
#include "scenario/report.hpp"
#include "scenario/scenario.hpp"

namespace montecopter {

class Reader {
 public:
  explicit Reader(Report& report) : report_(report) {}

  /// Reads a whole table over the defaults in `out`.
  template <HasFields T>
  void read(const toml::table& table, T& out) {
    fields(table, "", out, {});
  }

 private:
  /// What a value must be, and words for the messages.
  struct Spec {
    std::string_view unit;
    Range range;
    Vary vary = Vary::fixed;
    std::string_view doc = {};
    std::span<const Choice> choices = {};
    const Unit* given = nullptr;  ///< unit in which the user gives it; nullptr: `unit`
  };
  /// A legal key and all its spellings, of which itself is the first: a quantity has one per unit.
  struct KnownKey {
    std::string key;
    std::vector<std::string> spellings;
  };
  /// How a table is read: `shared` is the table of what all entries of a list share, already read
  /// into the struct; `is_shared`: this is that table, and may leave anything out.
  struct Context {
    const toml::table* shared = nullptr;
    bool is_shared = false;
    std::string_view type_key = {};
  };

  template <HasFields T>
  void fields(const toml::table& table, const std::string& path, T& out, const Context& context) {
    const std::set<std::string> misspelt =
        report_unknown_keys(table, path, known_keys<T>(context.type_key), retired_keys_of<T>());
    for_each_field<T>([&](const auto& f) {
      const std::string key(f.key);
      const std::string at = append_path(path, key);
      auto& member = out.*f.member;
      using Member = std::remove_reference_t<decltype(member)>;
      const Spec spec{f.unit, f.range, f.vary, f.doc, f.choices};
      if constexpr (is_struct_list<Member>()) {
        struct_list(table, key, at, spec, member);
      } else {
        const toml::node* shared =
            context.shared != nullptr ? find_quantity(*context.shared, key) : nullptr;
        const std::vector<Given> given = given_in(table, key, f.units);
        if (given.size() > 1) {
          report_twice(path, key, given);
        } else if (given.size() == 1) {
          read_given(given[0], path, key, spec, member, {as_table(shared), context.is_shared, {}});
        } else if (!context.is_shared && misspelt.count(key) == 0) {
          absent(table, at, spec, member, shared);
        }
      }
    });
  }

  template <HasFields T>
  static std::vector<KnownKey> known_keys(std::string_view type_key_name) {
    std::vector<KnownKey> known;
    const auto add = [&](const std::string& key, std::span<const Unit> units) {
      known.push_back({key, spellings(key, units)});
    };
    if (!type_key_name.empty()) add(std::string(type_key_name), {});
    for_each_field<T>([&](const auto& f) {
      using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
      add(std::string(f.key), f.units);
      if (is_struct_list<Member>()) add(singular(std::string(f.key)), {});
    });
    return known;
  }

  // --- values that are given -------------------------------------------------------------------

  /// Reads a member in the unit in which it is given.
  template <class T>
  void read_given(const Given& given, const std::string& path, const std::string& key, Spec spec,
                  T& member, const Context& context) {
    spec.given = given.unit;
    const std::size_t errors = report_.errors();
    value(*given.node, append_path(path, given.key), spec, member, context);
    // Problems tell the key that the user wrote, but later checks ask for the other one.
    const bool failed = report_.errors() > errors;
    if (given.key != key && failed) report_.distrust(append_path(path, key));
  }

  void value(const toml::node& node, const std::string& path, const Spec& spec, double& out,
             const Context&);
  void value(const toml::node& node, const std::string& path, const Spec& spec, std::int64_t& out,
             const Context&);
  void value(const toml::node& node, const std::string& path, const Spec& spec, bool& out,
             const Context&);
  void value(const toml::node& node, const std::string& path, const Spec& spec, std::string& out,
             const Context&);
  void value(const toml::node& node, const std::string& path, const Spec& spec, Rate& out,
             const Context&);

  template <DoubleArray T>
  void value(const toml::node& node, const std::string& path, const Spec& spec, T& out,
             const Context& context) {
    numbers(node, path, spec, out, components_of<T>(), context.is_shared);
  }

  template <class T>
  void value(const toml::node& node, const std::string& path, const Spec& spec,
             std::optional<T>& out, const Context& context) {
    T given = out.value_or(T{});  // what all entries of a list share
    value(node, path, spec, given, context);
    if (report_.clean_above(path)) out = given;
  }

  template <class T>
  void value(const toml::node& node, const std::string& path, const Spec& spec, std::vector<T>& out,
             const Context& context) {
    out.clear();
    const toml::array* list = expect_list(node, path, spec);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->size(); ++i) {
      out.emplace_back();
      value(*list->get(i), append_path(path, std::to_string(i)), spec, out.back(), context);
    }
  }

  template <HasFields T>
  void value(const toml::node& node, const std::string& path, const Spec& spec, T& out,
             const Context& context) {
    if (const toml::table* table = expect_table(node, path, spec))
      fields(*table, path, out, context);
  }

  template <class... Ts>
  void value(const toml::node& node, const std::string& path, const Spec& spec,
             std::variant<Ts...>& out, const Context& context) {
    const toml::table* table = expect_table(node, path, spec);
    if (table == nullptr) return;
    constexpr std::string_view key = type_key<std::variant<Ts...>>;
    const std::vector<std::string> names = type_names(&out);
    Context inner{context.shared, context.is_shared, key};
    if (table->contains(key)) {
      const std::optional<std::size_t> chosen = type_index(*table, path, key, names);
      if (!chosen) return;
      if (*chosen != out.index() || !is_chosen(context.shared, out)) {
        choose(out, *chosen);
        inner.shared = nullptr;
      }
    } else if (means_default_type(*table, out)) {
      choose(out, 0);
    } else if (context.shared == nullptr) {
      report_missing_type(*table, path, key, names, spec);
      return;
    } else if (!is_chosen(context.shared, out)) {
      return;  // the shared table names an unknown type, and was told so
    }
    std::visit([&](auto& alternative) { fields(*table, path, alternative, inner); }, out);
  }

  /// Whether a table without a type means the default one: it holds no key of another type only.
  template <class... Ts>
  static bool means_default_type(const toml::table& table, const std::variant<Ts...>&) {
    if constexpr (has_default_type<std::variant<Ts...>>()) {
      const std::vector<std::vector<KnownKey>> keys = {known_keys<Ts>("")...};
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
    return false;
  }

  template <class T>
  void value(const toml::node& node, const std::string& path, const Spec& spec,
             std::map<std::string, T>& out, const Context& context) {
    const toml::table* table = expect_table(node, path, spec);
    if (table == nullptr) return;
    const auto shared_at = [&](const std::string& name) {
      return context.shared != nullptr ? context.shared->get(name) : nullptr;
    };
    for (auto&& [key, entry] : *table) {
      const std::string name(key.str());
      if (!has_path_keys(spec.vary) && !is_legal_name(key, path)) continue;
      value(entry, append_path(path, name), spec, out[name],
            {as_table(shared_at(name)), context.is_shared, {}});
    }
    for (auto& [name, entry] : out) {
      if (context.is_shared || table->contains(name)) continue;
      absent(*table, append_path(path, name), spec, entry, shared_at(name));
    }
  }

  /// `[[x.rotors]]`, each read over what `[x.rotor]` says for all.
  template <class T>
  void struct_list(const toml::table& table, const std::string& key, const std::string& path,
                   const Spec& spec, std::vector<T>& out) {
    T prototype{};
    const toml::table* shared = nullptr;
    if (const toml::node* node = table.get(singular(key))) {
      const std::string at = singular(path);
      shared = expect_table(*node, at, spec);
      if (shared != nullptr) fields(*shared, at, prototype, {nullptr, true, {}});
    }
    out.clear();
    const toml::node* node = table.get(key);
    const toml::array* list = node != nullptr ? expect_list(*node, path, spec) : nullptr;
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->size(); ++i) {
      out.push_back(prototype);
      value(*list->get(i), append_path(path, std::to_string(i)), spec, out.back(),
            {shared, false, {}});
    }
  }

  // --- values that are not given ---------------------------------------------------------------

  /// Complains if `member` still lacks numbers that the user must give. What `shared` holds was
  /// read before; if it was wrong, that has been said.
  template <class T>
  void absent(const toml::table& table, const std::string& path, const Spec& spec, T& member,
              const toml::node* shared) {
    if constexpr (is_variant<T>::value) {
      if (!has_default_type<T>()) {
        if (shared == nullptr) report_missing_table(table, path, spec, type_names(&member));
        if (!is_chosen(as_table(shared), member)) return;
      }
    }
    std::vector<std::string> lacking;
    if constexpr (std::is_same_v<T, std::int64_t>) {
      const bool is_missing = member == required_integer && shared == nullptr;
      if (is_missing && report_.clean_above(path)) lacking.emplace_back();
    }
    if constexpr (std::is_same_v<T, Rate>) {
      const bool is_missing = member == required_rate && shared == nullptr;
      if (is_missing && report_.clean_above(path)) lacking.emplace_back();
    }
    visit_numbers(member, {}, {}, [&](const NumberRef& number) {
      const bool joined = number.path.empty() || number.path[0] == '.';  // itself, or a component
      const std::string at = path + (joined ? "" : ".") + number.path;
      if (!std::isnan(*number.value) || holds(shared, number.path)) return;
      if (report_.clean_above(at)) lacking.push_back(number.path);
    });
    if (!lacking.empty()) report_missing(table, path, spec, lacking);
  }

  /// Whether the shared table names the alternative that `out` holds.
  template <class... Ts>
  static bool is_chosen(const toml::table* shared, const std::variant<Ts...>& out) {
    if (shared == nullptr) return false;
    const toml::node* type = shared->get(type_key<std::variant<Ts...>>);
    return type != nullptr && type->value<std::string>() == type_names(&out)[out.index()];
  }

  template <class... Ts>
  static void choose(std::variant<Ts...>& out, std::size_t index) {
    std::size_t i = 0;
    ((i++ == index ? void(out = Ts{}) : void()), ...);
  }

  // --- not templates: reader.cpp ---------------------------------------------------------------

  std::set<std::string> report_unknown_keys(const toml::table& table, const std::string& path,
                                            const std::vector<KnownKey>& known,
                                            std::span<const RetiredKey> retired = {});
  void report_twice(const std::string& path, const std::string& key,
                    const std::vector<Given>& given);
  bool is_legal_name(const toml::key& key, const std::string& path);
  void report_missing(const toml::table& table, const std::string& path, const Spec& spec,
                      const std::vector<std::string>& lacking);
  void report_missing_table(const toml::table& table, const std::string& path, const Spec& spec,
                            const std::vector<std::string>& types);
  void report_missing_type(const toml::table& table, const std::string& path, std::string_view key,
                           const std::vector<std::string>& types, const Spec& spec);
  std::optional<std::size_t> type_index(const toml::table& table, const std::string& path,
                                        std::string_view key,
                                        const std::vector<std::string>& types);
  void wrong_type(const toml::node& node, const std::string& path, const std::string& wanted,
                  const Spec& spec);
  bool in_range(const toml::node& node, const std::string& path, const Spec& spec, double number,
                const std::string& text);
  const toml::table* expect_table(const toml::node& node, const std::string& path,
                                  const Spec& spec);
  const toml::array* expect_list(const toml::node& node, const std::string& path, const Spec& spec);
  void numbers(const toml::node& node, const std::string& path, const Spec& spec,
               std::span<double> out, const Components& components, bool is_shared);
  void components(const toml::table& table, const std::string& path, const Spec& spec,
                  std::span<double> out, std::span<const std::string_view> names, bool is_shared);
  void check_choice(const toml::node& node, const std::string& path, const Spec& spec,
                    const std::string& text);
  static bool holds(const toml::node* shared, const std::string& path);
  static const toml::table* as_table(const toml::node* node) {
    return node != nullptr ? node->as_table() : nullptr;
  }
  static std::string why(const Spec& spec);

  Report& report_;
};

}  // namespace montecopter
