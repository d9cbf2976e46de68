#pragma once
/// How a table of a type would stand in a scenario.

#include <string>

#include "scenario/sections.hpp"

namespace montecopter {

/// A table that loads: what its type requires, each with a value that makes sense, or else any in
/// range. Tables of one form only have none: empty.
std::string toml_example(const Section& section);

}  // namespace montecopter
