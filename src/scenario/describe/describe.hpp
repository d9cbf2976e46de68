#pragma once
/// The scenario format as data: a tree made from the schema of its structs. The reference, the JSON
/// Schema and the completions of paths are written from it.

#include <string>
#include <string_view>
#include <vector>

#include "core/fields/type_schema.hpp"

namespace montecopter {

/// Description of one place of a scenario.
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
    map,      ///< parts[0] by names that the user chooses, or by dotted paths: has_path_keys()
  };
  Kind kind = Kind::table;
  std::string key =
      {};  ///< key of the place; for a table in a variant: the name of the type; else empty
  std::string doc = {};
  std::string unit = {};
  Range range = {};  ///< range of a number, of all components, or of the number of tables in a list
  Vary vary = Vary::fixed;
  std::vector<Choice> choices = {};  ///< choices of a text
  std::vector<Unit> units = {};      ///< units of numbers, SI first; empty: only `unit`
  std::string default_value = {};    ///< as TOML, which is JSON, too; empty: none
  bool required = false;
  bool is_default = false;   ///< in a variant: whether the table is the default type
  bool is_optional = false;  ///< whether a table may be absent, whatever is required in it
  bool is_open = false;      ///< whether a table may hold other tables of the format
  bool is_of_texts = false;  ///< whether a table holds texts by paths of the format, as [source]
  std::string type_key = {};
  std::string shared_key = {};               ///< table that all tables of a list share
  std::vector<std::string> components = {};  ///< names of the numbers of a vector
  std::size_t in_short = 0;  ///< numbers of the shorter list that may be given; 0: none, nor one
  /// Groups of keys of a table; exactly one key of each group is given.
  std::vector<std::vector<std::string>> exactly_one = {};
  std::vector<RetiredKey> retired_keys = {};  ///< former keys of a table
  std::string included_as = {};  ///< content of a file that the table may include; empty: none
  const TypeSchema* schema = nullptr;  ///< schema of a table; else null
  std::vector<Description> parts = {};
};

/// Whether the keys of a map are dotted paths of the format, not names that the user chooses.
inline bool has_path_keys(const Description& map) {
  return map.parts[0].kind != Description::Kind::number && has_path_keys(map.vary);
}

/// Description of the whole format.
const Description& scenario_description();

/// Placeholder in paths and headers for a name that the user chooses.
inline constexpr std::string_view any_name = "NAME";

/// Placeholder in paths and headers for the dotted path of a number.
inline constexpr std::string_view any_path = "PATH";

/// Description of the key `include` of a table that may include a file.
Description include_description(const Description& table);

/// A key with its dotted path: '*' for every index, NAME for every name. Tables, variants and maps
/// are not listed themselves, but their keys are, except below dotted paths. Keys that several
/// types share come once.
struct DescribedPath {
  std::string path;
  const Description* leaf;
};
std::vector<DescribedPath> leaf_paths(const Description& tree);

/// Description of the table of a parameter struct, with the defaults in `defaults`.
Description describe_table(const TypeSchema& table, const void* defaults);
template <class T>
Description describe_table(const T& defaults) {
  return describe_table(schema_of<T>(), &defaults);
}

}  // namespace montecopter
