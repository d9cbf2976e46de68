#pragma once
/// Makes the TypeSchema of a type from its fields(). Include it where a schema is compiled: for the
/// scenario scenario/model/scenario_schema.cpp, for structs of their own the tests.

#include "core/fields/complete_table.hpp"
#include "core/fields/type_schema.hpp"

namespace montecopter {
namespace detail {

template <class T>
TypeSchema value_schema(TypeSchema::Kind kind) {
  TypeSchema schema{.kind = kind};
  static constexpr auto destroy = [](void* value) { delete static_cast<T*>(value); };
  schema.make = [] { return OwnedValue(new T{}, destroy); };
  schema.copy = [](const void* value) {
    return OwnedValue(new T(*static_cast<const T*>(value)), destroy);
  };
  return schema;
}

template <HasFields T>
TypeSchema table_schema() {
  static_assert(is_complete_table<T>,
                "this table is not complete: a member is neither in fields() nor in not_keys()");
  TypeSchema schema = value_schema<T>(TypeSchema::Kind::table);
  if constexpr (requires { T::type_name; }) schema.type_name = T::type_name;
  schema.type_doc = type_doc<T>();
  schema.included_as = included_as<T>();
  schema.exactly_one = key_groups_of<T>;
  schema.retired_keys = retired_keys_of<T>();
  schema.example = example_of<T>();
  schema.example_path = example_path_of<T>();
  schema.is_default_type = requires { T::is_default; };
  schema.is_open = requires { T::is_open; };
  if constexpr (requires(const T& table) { table.says_nothing(std::string_view()); }) {
    schema.says_nothing = [](const void* table, std::string_view key) {
      return static_cast<const T*>(table)->says_nothing(key);
    };
  }
  static constexpr auto lines = fields_of<T>.apply([](const auto&... f) {
    return std::array<FieldSchema, sizeof...(f)>{
        {{f.key, f.unit, f.range, f.vary, f.doc, f.choices, f.units, 0, nullptr, nullptr}...}};
  });
  schema.fields.assign(lines.begin(), lines.end());
  const OwnedValue probe = schema.make();  // where the members lie is the same in every value
  std::size_t i = 0;
  for_each_field<T>([&](const auto& f) {
    auto& member = static_cast<T*>(probe.get())->*f.member;
    schema.fields[i].offset = static_cast<std::size_t>(reinterpret_cast<std::byte*>(&member) -
                                                       static_cast<std::byte*>(probe.get()));
    using Member = std::remove_reference_t<decltype(member)>;
    if constexpr (is_boxed<Member>::value) {
      schema.fields[i].in_box = [](void* box) -> void* { return &**static_cast<Member*>(box); };
      schema.fields[i++].type = &schema_of<std::remove_reference_t<decltype(*member)>>();
    } else {
      schema.fields[i++].type = &schema_of<Member>();
    }
  });
  return schema;
}

template <class T>
TypeSchema optional_schema() {
  TypeSchema schema = value_schema<T>(TypeSchema::Kind::optional);
  using Part = typename T::value_type;
  schema.part = &schema_of<Part>();
  schema.size = [](const void* value) -> std::size_t {
    return static_cast<const T*>(value)->has_value() ? 1 : 0;
  };
  schema.element = [](void* value, std::size_t) -> void* { return &**static_cast<T*>(value); };
  schema.put = [](void* value, const void* part) {
    *static_cast<T*>(value) = *static_cast<const Part*>(part);
  };
  schema.clear = [](void* value) { static_cast<T*>(value)->reset(); };
  return schema;
}

template <class T>
TypeSchema list_schema() {
  TypeSchema schema = value_schema<T>(TypeSchema::Kind::list);
  using Part = typename T::value_type;
  schema.part = &schema_of<Part>();
  schema.size = [](const void* list) { return static_cast<const T*>(list)->size(); };
  schema.element = [](void* list, std::size_t i) -> void* { return &(*static_cast<T*>(list))[i]; };
  schema.put = [](void* list, const void* part) {
    static_cast<T*>(list)->push_back(*static_cast<const Part*>(part));
  };
  schema.clear = [](void* list) { static_cast<T*>(list)->clear(); };
  return schema;
}

template <class T>
TypeSchema map_schema() {
  TypeSchema schema = value_schema<T>(TypeSchema::Kind::map);
  schema.part = &schema_of<typename T::mapped_type>();
  schema.size = [](const void* map) { return static_cast<const T*>(map)->size(); };
  schema.entry = [](void* map, const std::string& name) -> void* {
    return &(*static_cast<T*>(map))[name];
  };
  schema.each_entry = [](void* map, const std::function<void(const std::string&, void*)>& visit) {
    for (auto& [name, entry] : *static_cast<T*>(map)) visit(name, &entry);
  };
  return schema;
}

/// T is std::variant<Ts...> or derives from it.
template <class T, class... Ts>
TypeSchema variant_schema(const std::variant<Ts...>*) {
  TypeSchema schema = value_schema<T>(TypeSchema::Kind::variant);
  schema.type_key = type_key<T>();
  schema.alternatives = {&schema_of<Ts>()...};
  schema.index = [](const void* value) { return static_cast<const T*>(value)->index(); };
  schema.held = [](void* value) -> void* {
    return std::visit([](auto& alternative) -> void* { return &alternative; },
                      static_cast<std::variant<Ts...>&>(*static_cast<T*>(value)));
  };
  schema.choose = [](void* value, std::size_t index) {
    std::size_t i = 0;
    ((i++ == index ? void(*static_cast<T*>(value) = Ts{}) : void()), ...);
  };
  return schema;
}

template <class T>
TypeSchema make_schema() {
  using Kind = TypeSchema::Kind;
  if constexpr (std::is_same_v<T, double>) {
    return value_schema<T>(Kind::number);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return value_schema<T>(Kind::integer);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value_schema<T>(Kind::boolean);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value_schema<T>(Kind::text);
  } else if constexpr (std::is_same_v<T, Rate>) {
    return value_schema<T>(Kind::rate);
  } else if constexpr (is_double_array<T>::value) {
    static_assert(sizeof(T) == components_of<T>().names.size() * sizeof(double));
    TypeSchema schema = value_schema<T>(Kind::numbers);
    schema.components = components_of<T>();
    return schema;
  } else if constexpr (is_optional<T>::value) {
    return optional_schema<T>();
  } else if constexpr (is_vector<T>::value) {
    return list_schema<T>();
  } else if constexpr (ClosedList<T>) {
    return variant_schema<T>(static_cast<const T*>(nullptr));
  } else if constexpr (HasFields<T>) {
    return table_schema<T>();
  } else {
    static_assert(is_map<T>::value,
                  "the type of a member is one of the kinds that fields.hpp lists");
    return map_schema<T>();
  }
}

}  // namespace detail

template <class T>
const TypeSchema& schema_of() {
  static const TypeSchema schema = detail::make_schema<T>();
  return schema;
}

}  // namespace montecopter
