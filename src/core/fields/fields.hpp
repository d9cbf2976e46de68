#pragma once
/// The keystone: every parameter struct lists its members once, in a static `fields()`. From that
/// list come TOML reading and writing, errors about unknown keys, dispersions, HDF5 attributes and
/// the reference documentation.
///
/// A member may be a number or a text: double, std::int64_t, bool, std::string, Rate,
/// std::array<double, N>, PerAxis. It may be a nested struct that has fields() itself, or a
/// std::variant of structs that have `type_name` (chosen by the key `type`). It may be a
/// std::vector or std::optional of any of these, or a std::map<std::string, ...> of structs,
/// variants or doubles.
///
/// This header has the parts of the lists: field(), ranges, choices, `required`, Vary. The lists
/// are compile-time constants. Code that walks a scenario at run time uses the data that
/// schema_of.hpp makes of them (type_schema.hpp). See docs/architecture.md, "The keystone", for an
/// example and for other members of a struct.

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields/boxed.hpp"
#include "core/fields/closed_list.hpp"
#include "core/fields/field_list.hpp"
#include "core/fields/units.hpp"

namespace montecopter {

/// Findings of a kind about its own keys, reported by its check(Problems&) const, see problems.hpp.
class Problems;

/// Defaults of numbers that the user must give. A default that is not legal marks absence: NaN
/// never is, and this integer is out of every range.
inline constexpr double required = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::int64_t required_integer = std::numeric_limits<std::int64_t>::min();

/// What may change a parameter: each sample (dispersion or sweep), each sweep point, or nothing.
enum class Vary { per_sample, per_batch, fixed };

/// Whether the keys of a map of tables are dotted paths of numbers that may vary so (`disperse`,
/// `sweep`). In a fixed map they are names that the user chooses for its tables, [sensors.imu0]. A
/// map of numbers has names that the user chooses, however they vary.
constexpr bool has_path_keys(Vary vary) { return vary != Vary::fixed; }

/// Legal values of a number (for arrays: of every component; for a list of tables: how many there
/// may be). NaN is never legal.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = true;   ///< true: low itself is not legal
  bool high_open = true;  ///< true: high itself is not legal

  constexpr bool contains(double x) const {
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
};

inline constexpr Range any_number{};
inline constexpr Range positive{.low = 0.0};
inline constexpr Range non_negative{.low = 0.0, .low_open = false};
constexpr Range between(double low, double high) { return {low, high, false, false}; }

/// One word of a closed set that a text may be.
struct Choice {
  std::string_view name;
  std::string_view doc = {};  ///< may be empty
};

/// A closed set of names as choices.
template <std::size_t N>
constexpr std::array<Choice, N> choices_of(const std::array<std::string_view, N>& names) {
  std::array<Choice, N> choices{};
  for (std::size_t i = 0; i < N; ++i) choices[i].name = names[i];
  return choices;
}

/// A frequency as an exact ratio: 960 Hz has no decimal period. TOML: an integer or "n/d", or a
/// word of the field's choices, of which there is one: "continuous".
struct Rate {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
  double hz() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  /// Seconds per period, rounded once.
  double period_s() const {
    return static_cast<double>(denominator) / static_cast<double>(numerator);
  }
  bool is_continuous() const { return denominator == 0; }
  bool operator==(const Rate&) const = default;
};

/// A number for each body axis. TOML: [x, y, z], or one number for all.
struct PerAxis : std::array<double, 3> {
  constexpr PerAxis(double all = 0.0) : PerAxis(all, all, all) {}
  constexpr PerAxis(double x, double y, double z) : std::array<double, 3>{x, y, z} {}
};

/// Default of a rate that the user must give.
inline constexpr Rate required_rate{0, 1};
inline constexpr Rate continuous_rate{1, 0};
inline constexpr std::string_view continuous_word = "continuous";

/// One line of a parameter struct.
template <class Owner, class Member>
struct Field {
  using MemberType = Member;
  std::string_view key;  ///< TOML key, with its unit as suffix
  Member Owner::*member;
  std::string_view unit;  ///< UDUNITS spelling; "1" if dimensionless, "" if not a number
  Range range;
  Vary vary;
  std::string_view doc;                  ///< one sentence
  std::span<const Choice> choices = {};  ///< of a text: what it may be; empty: anything
  std::span<const Unit> units = {};  ///< in which it may be given, SI first; empty: that of the key
};

template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view key, Member Owner::*member,
                                     std::string_view unit, Range range, Vary vary,
                                     std::string_view doc) {
  return {key, member, unit, range, vary, doc, {}, {}};
}

/// Field of a rate that may also be a word.
template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view key, Member Owner::*member,
                                     std::span<const Choice> choices, std::string_view unit,
                                     Range range, Vary vary, std::string_view doc) {
  return {key, member, unit, range, vary, doc, choices, {}};
}

/// Field of numbers that may be given in any unit of a family that outlives the program. The key
/// ends with its SI suffix, and the range is in SI.
template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view key, Member Owner::*member,
                                     const UnitFamily& units, Range range, Vary vary,
                                     std::string_view doc) {
  return {key, member, units.si().text, range, vary, doc, {}, units.all()};
}

/// Field of a text, a table or a list of tables: no unit, no range of its own.
template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view key, Member Owner::*member,
                                     std::string_view doc) {
  return {key, member, "", any_number, Vary::fixed, doc, {}, {}};
}

/// Field of a text, or a list of texts, from a closed set that outlives the program.
template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view key, Member Owner::*member,
                                     std::span<const Choice> choices, std::string_view doc) {
  return {key, member, "", any_number, Vary::fixed, doc, choices, {}};
}

template <class T>
concept HasFields = requires {
  T::fields();
};

/// Description of a type, in one line: its `doc`; empty if it has none.
template <class T>
constexpr std::string_view type_doc() {
  if constexpr (requires { T::doc; }) {
    return T::doc;
  } else {
    return {};
  }
}

/// Keys of which a user gives exactly one.
using KeyGroup = std::span<const std::string_view>;

/// The groups of such keys of a type: its `exactly_one`, which is one group, or its
/// `exactly_one_each`, which are several; none if it has neither.
template <class T>
inline constexpr auto key_groups_of = [] {
  if constexpr (requires { T::exactly_one; }) {
    return std::array<KeyGroup, 1>{T::exactly_one};
  } else if constexpr (requires { T::exactly_one_each; }) {
    std::array<KeyGroup, std::tuple_size_v<std::decay_t<decltype(T::exactly_one_each)>>> groups;
    for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = T::exactly_one_each[i];
    return groups;
  } else {
    return std::array<KeyGroup, 0>{};
  }
}();

/// A key that a type no longer has, and the path that took its place.
struct RetiredKey {
  std::string_view key;
  std::string_view path;
};

/// The `retired_keys` of a type; empty if it has none.
template <class T>
constexpr std::span<const RetiredKey> retired_keys_of() {
  if constexpr (requires { T::retired_keys; }) {
    return T::retired_keys;
  } else {
    return {};
  }
}

/// A key in the example of a type, as `explain` shows it. An optional key, or a key in a table of
/// the type (dotted), is shown because it is named. For required keys, a value is named only where
/// not every number in range would do (scenario/describe/toml_example.hpp).
struct ExampleKey {
  std::string_view key;
  std::string_view value;  ///< TOML
};

/// The `example` of a type; empty if it has none.
template <class T>
constexpr std::span<const ExampleKey> example_of() {
  if constexpr (requires { T::example; }) {
    return T::example;
  } else {
    return {};
  }
}

/// Place of the example of a distribution: its `example_path`; empty: at any number.
template <class T>
constexpr std::string_view example_path_of() {
  if constexpr (requires { T::example_path; }) {
    return T::example_path;
  } else {
    return {};
  }
}

/// Name for a file that a table of this type may include: "vehicle" for a vehicle file. Its
/// `included_as`; empty if it may include none.
template <class T>
constexpr std::string_view included_as() {
  if constexpr (requires { T::included_as; }) {
    return T::included_as;
  } else {
    return {};
  }
}

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
template <class T>
struct is_optional<OptionalBox<T>> : std::true_type {};
template <class T>
struct is_boxed : std::false_type {};
template <class T>
struct is_boxed<BoxedValue<T>> : std::true_type {};
template <class T>
struct is_vector : std::false_type {};
template <class T>
struct is_vector<std::vector<T>> : std::true_type {};
template <class T>
struct is_map : std::false_type {};
template <class T>
struct is_map<std::map<std::string, T>> : std::true_type {};
template <class T>
struct is_double_array : std::false_type {};
template <std::size_t N>
struct is_double_array<std::array<double, N>> : std::true_type {};
template <>
struct is_double_array<PerAxis> : std::true_type {};

/// Whether a member is made of doubles.
template <class T>
constexpr bool holds_doubles() {
  if constexpr (is_optional<T>::value || is_vector<T>::value) {
    return holds_doubles<typename T::value_type>();
  } else {
    return std::is_same_v<T, double> || is_double_array<T>::value;
  }
}

/// The fields of T, made by the compiler: a call of fields() would make them anew.
template <HasFields T>
inline constexpr auto fields_of = T::fields();

/// Whether each field of T that has several units is made of doubles and has a key in SI.
template <HasFields T>
constexpr bool units_fit() {
  const auto fits = []<class Owner, class Member>(const Field<Owner, Member>& f) {
    if (f.units.empty()) return true;
    return holds_doubles<Member>() && !stem_of(f.key, f.units.front().suffix).empty();
  };
  return fields_of<T>.apply([&](const auto&... fields) { return (fits(fields) && ...); });
}

/// Calls visit(field) for every field of T in order.
template <HasFields T, class Visitor>
constexpr void for_each_field(Visitor&& visit) {
  static_assert(units_fit<T>(),
                "the key of a field with units ends with the suffix of the first unit");
  fields_of<T>.apply([&](const auto&... fields) { (visit(fields), ...); });
}

/// The key that names the type of a table from a closed list: "type", or what the types of the list
/// call it.
template <ClosedList List>
constexpr std::string_view type_key() {
  if constexpr (requires { ListedType<0, List>::type_key; }) {
    return ListedType<0, List>::type_key;
  } else {
    return "type";
  }
}

/// Names of the alternatives of a closed list, in order.
template <class... Ts>
std::vector<std::string> type_names(const std::variant<Ts...>*) {
  return {std::string(Ts::type_name)...};
}

/// Component names by which a path addresses an element of a double array: "x" of
/// "wind.0.to_m_s.x". 3: x y z; 4: w x y z (quaternion, scalar first); 9: xx .. zz (row-major).
template <std::size_t N>
inline constexpr auto component_names = [] {
  using Names = std::array<std::string_view, N>;
  if constexpr (N == 3) {
    return Names{"x", "y", "z"};
  } else if constexpr (N == 4) {
    return Names{"w", "x", "y", "z"};
  } else {
    static_assert(N == 9);
    return Names{"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"};
  }
}();

/// The numbers of an array, and those that are given where fewer numbers are: every `stride`th.
/// One number is the value of each of these, a list of as many numbers has one for each, and the
/// others are 0. 4: the diagonal of a 3x3 matrix; 1: every axis; 0: all have to be given.
struct Components {
  std::span<const std::string_view> names;
  std::size_t stride = 0;

  /// Length of the shorter list; 0: there is none.
  constexpr std::size_t in_short() const {
    return stride == 0 ? 0 : (names.size() + stride - 1) / stride;
  }
};

/// Names of the components of an array type that may be a member.
template <class T>
constexpr Components components_of() {
  if constexpr (std::is_same_v<T, PerAxis>) {
    return {component_names<3>, 1};
  } else {
    constexpr std::size_t size = std::tuple_size_v<T>;
    return {component_names<size>, size == 9 ? std::size_t{4} : std::size_t{0}};
  }
}

}  // namespace montecopter
