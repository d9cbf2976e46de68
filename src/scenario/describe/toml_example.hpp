#pragma once
/// How a table of a type would stand in a scenario.

#include <string>

#include "scenario/describe/describe.hpp"
#include "scenario/describe/sections.hpp"

namespace montecopter {

/// A table that loads: what its type requires, each with a value that makes sense, or else any in
/// range. Tables of one form only have none: empty.
std::string toml_example(const Section& section);

/// The value of a key of a table in such an example.
std::string example_value(const Description& key, const Description& table);

}  // namespace montecopter
