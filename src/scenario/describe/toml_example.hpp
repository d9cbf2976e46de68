#pragma once
/// Examples of tables of a type in a scenario.

#include <string>

#include "scenario/describe/describe.hpp"
#include "scenario/describe/sections.hpp"

namespace montecopter {

/// A table that loads: the required keys of its type, with sensible values if known, or any values
/// in range. Empty for tables of one form only.
std::string toml_example(const Section& section);

/// The value of a key of a table in such an example.
std::string example_value(const Description& key, const Description& table);

}  // namespace montecopter
