#pragma once
/// Keys that give one quantity in different units.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "core/fields/units.hpp"

namespace montecopter {

/// All keys but this one that give the same quantity, whether or not anything knows them.
std::vector<std::string> other_spellings(std::string_view key);

/// Node of a table at this key, or at another key of the same quantity.
const toml::node* find_quantity(const toml::table& table, std::string_view key);

/// A key in SI with the suffix of each of its units, itself first. Without units: the key alone.
std::vector<std::string> spellings(std::string_view key, std::span<const Unit> units);

/// Value of a field in a table.
struct GivenQuantity {
  const toml::node* node = nullptr;  ///< nullptr: nothing
  std::string key = {};              ///< as the user wrote it
  const Unit* unit = nullptr;        ///< nullptr: the unit of the field
};

/// Every spelling of a field that a table has.
std::vector<GivenQuantity> given_in(const toml::table& table, std::string_view key,
                                    std::span<const Unit> units);

}  // namespace montecopter
