#pragma once
/// Reads parameter structs from TOML tables strictly by their schema. It reports unknown keys,
/// values of another type, numbers out of range and missing numbers.
///
/// load_scenario() makes a Reader and calls read() once, for the whole table; so do the commands
/// that read a vehicle alone. From there it walks table and schema (core/fields/type_schema.hpp)
/// together. To match keys with the struct, it calls fields(). read_given() finds the unit of a
/// quantity, and value() continues by the kind of the type (number, list, variant, map, ...). A
/// value is converted to SI by one product or quotient and then compared with its range.
///
/// Only a legal value goes into the struct, at the offset in its FieldSchema. Other members stay as
/// C++ initialised them, and their paths are no longer clean (Report::clean()), so dependent checks
/// are skipped.

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "core/fields/type_schema.hpp"
#include "scenario/text/quantity.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

class Reader {
 public:
  explicit Reader(Report& report) : report_(report) {}

  /// Reads a whole table over the defaults in `out`.
  template <class T>
  void read(const toml::table& table, T& out) {
    fields(table, "", schema_of<T>(), &out, {});
  }

 private:
  /// Requirements on a value, and words for the messages.
  struct Spec {
    std::string_view unit;
    Range range;
    Vary vary = Vary::fixed;
    std::string_view doc = {};
    std::span<const Choice> choices = {};
    const Unit* given = nullptr;  ///< unit in which the user gives it; nullptr: `unit`
  };
  /// A legal key and all its spellings, itself first: a quantity has one per unit.
  struct KnownKey {
    std::string key;
    std::vector<std::string> spellings;
  };
  /// Context of a table. `shared`: the table that all entries of a list share, already read into
  /// the struct. `is_shared`: this is the shared table, and may leave anything out. `list`: the
  /// variant of the table.
  struct Context {
    const toml::table* shared = nullptr;
    bool is_shared = false;
    const TypeSchema* list = nullptr;
  };

  void fields(const toml::table& table, const std::string& path, const TypeSchema& type, void* out,
              const Context& context);
  static std::vector<KnownKey> known_keys(const TypeSchema& type, std::string_view type_key);
  static bool is_one_of(const std::vector<KnownKey>& known, const std::string& spelling);

  // --- values that are given -------------------------------------------------------------------

  void read_given(const GivenQuantity& given, const std::string& path, const std::string& key,
                  Spec spec, const TypeSchema& type, void* out, const Context& context);
  /// Reads a value by the kind of its type.
  void value(const toml::node& node, const std::string& path, const Spec& spec,
             const TypeSchema& type, void* out, const Context& context);
  void number(const toml::node& node, const std::string& path, const Spec& spec, double& out);
  void integer(const toml::node& node, const std::string& path, const Spec& spec,
               std::int64_t& out);
  void boolean(const toml::node& node, const std::string& path, const Spec& spec, bool& out);
  void text(const toml::node& node, const std::string& path, const Spec& spec, std::string& out);
  void rate(const toml::node& node, const std::string& path, const Spec& spec, Rate& out);
  void numbers(const toml::node& node, const std::string& path, const Spec& spec,
               std::span<double> out, const Components& components, bool is_shared);
  void components(const toml::table& table, const std::string& path, const Spec& spec,
                  std::span<double> out, std::span<const std::string_view> names, bool is_shared);
  void optional(const toml::node& node, const std::string& path, const Spec& spec,
                const TypeSchema& type, void* out, const Context& context);
  void list(const toml::node& node, const std::string& path, const Spec& spec,
            const TypeSchema& type, void* out, const Context& context);
  void struct_list(const toml::table& table, const std::string& key, const std::string& path,
                   const Spec& spec, const TypeSchema& type, void* out);
  void variant(const toml::node& node, const std::string& path, const Spec& spec,
               const TypeSchema& type, void* out, const Context& context);
  void map(const toml::node& node, const std::string& path, const Spec& spec,
           const TypeSchema& type, void* out, const Context& context);
  static bool means_default_type(const toml::table& table, const TypeSchema& type);
  static bool is_chosen(const toml::table* shared, const TypeSchema& type, const void* out);

  // --- values that are not given ---------------------------------------------------------------

  void absent(const toml::table& table, const std::string& path, const Spec& spec,
              const TypeSchema& type, void* out, const toml::node* shared);
  static bool holds(const toml::node* shared, const std::string& path);

  // --- problems --------------------------------------------------------------------------------

  std::set<std::string> report_unknown_keys(const toml::table& table, const std::string& path,
                                            const std::vector<KnownKey>& known,
                                            std::span<const RetiredKey> retired = {},
                                            const TypeSchema* list = nullptr);
  static std::string type_with_all_keys(const toml::table& table, const TypeSchema& list);
  void report_twice(const std::string& path, const std::string& key,
                    const std::vector<GivenQuantity>& given);
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
  void check_choice(const toml::node& node, const std::string& path, const Spec& spec,
                    const std::string& text);
  static std::string why(const Spec& spec);

  Report& report_;
};

}  // namespace montecopter
