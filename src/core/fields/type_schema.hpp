#pragma once
/// The fields() of a parameter struct as data that the program walks while it runs. The data are
/// the types of its members, their places, and the few operations that optionals, lists, variants
/// and maps need. Ordinary functions over it read, write, find paths and describe the format
/// (reader.cpp and writer.cpp in scenario/text, core/fields/paths.cpp,
/// scenario/describe/describe.cpp). The schema of a type is made by schema_of.hpp. The schema of
/// the whole scenario is compiled once, in scenario/model/*_schema.cpp.
///
/// A walk begins with schema_of<T>() and a pointer to a T, and looks at `kind`. From a table it
/// goes on to its `fields` (FieldSchema::of() is the address of the member: owner + offset). From
/// an optional, list or map it goes to `part`, from a variant to type_held(). Schemas are made at
/// their first use, live as long as the program and point to each other; two members of one type
/// share its schema.
///
/// Values are passed as pointers to void beside their schema. A const value is cast for walking and
/// never written.

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

struct TypeSchema;

/// A line of fields().
struct FieldSchema {
  std::string_view key;
  std::string_view unit;
  Range range;
  Vary vary = Vary::fixed;
  std::string_view doc;
  std::span<const Choice> choices;
  std::span<const Unit> units;
  std::size_t offset = 0;  ///< of the member in its struct [bytes]
  const TypeSchema* type = nullptr;
  void* (*in_box)(void*) = nullptr;  ///< what a member that is a BoxedValue holds; null: it is none

  /// The member of an owner, or what it holds if it is a BoxedValue.
  void* of(void* owner) const {
    void* member = static_cast<std::byte*>(owner) + offset;
    return in_box == nullptr ? member : in_box(member);
  }
  const void* of(const void* owner) const { return of(const_cast<void*>(owner)); }
};

/// A value of a type that only its schema knows.
using OwnedValue = std::unique_ptr<void, void (*)(void*)>;

/// The type of a member. Members that do not belong to its kind are empty.
struct TypeSchema {
  enum class Kind {
    number,    ///< double
    integer,   ///< std::int64_t
    boolean,   ///< bool
    text,      ///< std::string
    rate,      ///< Rate
    numbers,   ///< an array of doubles, PerAxis among them: `components`
    optional,  ///< of `part`
    list,      ///< std::vector of `part`
    table,     ///< a struct with `fields`
    variant,   ///< one of the tables `alternatives`, which the key `type_key` names
    map        ///< std::map of texts to `part`
  };
  Kind kind = Kind::table;

  OwnedValue (*make)() = nullptr;  ///< as C++ initialises it
  OwnedValue (*copy)(const void*) = nullptr;

  Components components = {};

  // Of a table.
  std::string_view type_name = {}, type_doc = {}, included_as = {};
  bool is_default_type = false;  ///< in a variant it is meant where none is given
  bool is_open = false;          ///< it may hold other tables, which others read
  std::vector<FieldSchema> fields = {};
  std::span<const KeyGroup> exactly_one = {};
  std::span<const RetiredKey> retired_keys = {};
  std::span<const ExampleKey> example = {};
  std::string_view example_path = {};
  /// Whether a key need not be written in this state of a table, and reading would refuse it.
  bool (*says_nothing)(const void* table, std::string_view key) = nullptr;

  // Schema of the content of an optional, a list or a map.
  const TypeSchema* part = nullptr;
  std::size_t (*size)(const void*) = nullptr;  ///< of an optional 1 or 0
  /// Element of a list, or what an optional holds, at 0.
  void* (*element)(void*, std::size_t) = nullptr;
  /// Appends a copy to a list, or puts it into an optional.
  void (*put)(void*, const void* value) = nullptr;
  void (*clear)(void*) = nullptr;
  /// Entry of a map by its name; made if it is not there.
  void* (*entry)(void*, const std::string& name) = nullptr;
  /// Calls visit(name, entry) for every entry of a map, in the order of names.
  void (*each_entry)(void*, const std::function<void(const std::string&, void*)>& visit) = nullptr;

  // Of a variant.
  std::string_view type_key = {};
  std::vector<const TypeSchema*> alternatives = {};
  std::size_t (*index)(const void*) = nullptr;  ///< of the alternative that it holds
  void* (*held)(void*) = nullptr;
  void (*choose)(void*, std::size_t index) = nullptr;  ///< as C++ initialises it

  /// The schema of the table that a variant holds.
  const TypeSchema& type_held(const void* value) const { return *alternatives[index(value)]; }
  bool has_default_type() const {
    return kind == Kind::variant && alternatives.front()->is_default_type;
  }
  /// A list of tables of one struct. `[x.rotor]` then holds what all entries of `[[x.rotors]]`
  /// share.
  bool is_struct_list() const { return kind == Kind::list && part->kind == Kind::table; }
};

/// Whether the keys of a map are dotted paths of the format, not names that the user chooses.
inline bool has_path_keys(const TypeSchema& map, Vary vary) {
  return map.part->kind != TypeSchema::Kind::number && has_path_keys(vary);
}

/// Defined in schema_of.hpp. Units that walk the scenario need only this declaration.
template <class T>
const TypeSchema& schema_of();

/// Names of the alternatives of a variant, in order.
std::vector<std::string> type_names(const TypeSchema& variant);

}  // namespace montecopter
