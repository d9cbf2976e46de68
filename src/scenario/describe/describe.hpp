#pragma once
/// The scenario format as data: a tree made from the schema of its structs, from which the
/// reference, the JSON Schema and the completions of paths are written.

#include <string>
#include <string_view>
#include <vector>

#include "core/fields/type_schema.hpp"

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
    map,      ///< parts[0] by names that the user chooses, or by dotted paths: has_path_keys()
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
  bool is_open = false;      ///< of a table: it may hold other tables of the format
  bool is_of_texts = false;  ///< of a table: it holds texts by paths of the format, [source]
  std::string type_key = {};
  std::string shared_key = {};               ///< of a list: the table that all its tables share
  std::vector<std::string> components = {};  ///< names of the numbers of a vector
  std::size_t in_short = 0;  ///< numbers of the shorter list that may be given; 0: none, nor one
  /// Groups of keys of a table, of each of which one is given.
  std::vector<std::vector<std::string>> exactly_one = {};
  std::vector<RetiredKey> retired_keys = {};  ///< of a table: keys that it no longer has
  std::string included_as = {};  ///< what a file holds that the table may include; empty: none
  const TypeSchema* schema = nullptr;  ///< of a table: what it was made from; else null
  std::vector<Description> parts = {};
};

/// Whether the keys of a map are dotted paths of the format, not names that the user chooses.
inline bool has_path_keys(const Description& map) {
  return map.parts[0].kind != Description::Kind::number && has_path_keys(map.vary);
}

/// The whole format.
const Description& scenario_description();

/// Stands in paths and headers for a name that the user chooses.
inline constexpr std::string_view any_name = "NAME";

/// Stands in paths and headers for the dotted path of a number.
inline constexpr std::string_view any_path = "PATH";

/// The key `include` of a table that a file may be laid under.
Description include_description(const Description& table);

/// A dotted path and what stands there: '*' for every index, NAME for every name. Tables, variants
/// and maps are not among them, but what is in them is, except below dotted paths. Keys that
/// several types share come once.
struct DescribedPath {
  std::string path;
  const Description* leaf;
};
std::vector<DescribedPath> leaf_paths(const Description& tree);

/// The table of a parameter struct; its defaults are those of `defaults`.
Description describe_table(const TypeSchema& table, const void* defaults);
template <class T>
Description describe_table(const T& defaults) {
  return describe_table(schema_of<T>(), &defaults);
}

}  // namespace montecopter
