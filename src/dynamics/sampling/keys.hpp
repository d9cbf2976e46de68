#pragma once
/// The keys of [monte_carlo] that belong to some designs, each with its name: their only list. A
/// design's kind declares which keys it has; set_key() in scenario/derived/drawn_inputs.cpp passes
/// them to a design.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/base/coded_names.hpp"

namespace montecopter {

enum class DesignKey { replicates, levels, quantiles, file };

/// Names in the order in which mistakes are reported. A key without its name does not compile.
inline constexpr auto design_key_names = names_by_code<DesignKey>({
    {DesignKey::replicates, "replicates"},
    {DesignKey::levels, "levels"},
    {DesignKey::quantiles, "quantiles"},
    {DesignKey::file, "file"},
});

/// Keys of a kind that has none.
using NoDesignKeys = std::array<DesignKey, 0>;

/// A key as a type, for functions that are another one for each.
template <DesignKey key>
using DesignKeyTag = std::integral_constant<DesignKey, key>;

/// Calls use(DesignKeyTag<key>()) for all keys in order.
template <class Use>
constexpr void for_each_design_key(Use use) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (use(DesignKeyTag<static_cast<DesignKey>(i)>()), ...);
  }
  (std::make_index_sequence<design_key_names.size()>());
}

constexpr const char* name_of(DesignKey key) {
  return design_key_names[static_cast<std::size_t>(key)];
}

/// The key of that name; nullopt: no design has such a key.
constexpr std::optional<DesignKey> design_key_named(std::string_view name) {
  std::optional<DesignKey> found;
  for_each_design_key([&](DesignKey key) {
    if (name_of(key) == name) found = key;
  });
  return found;
}

/// Whether a key is one of those of a kind.
template <class Kind>
constexpr bool kind_has_key(DesignKey key) {
  return std::find(Kind::keys.begin(), Kind::keys.end(), key) != Kind::keys.end();
}

}  // namespace montecopter
