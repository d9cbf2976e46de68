#pragma once
/// The tables of the scenario format, one by one: each has a kind (its last key), and a type where
/// it may have several forms.

#include <string>
#include <string_view>
#include <vector>

#include "scenario/describe.hpp"

namespace montecopter {

/// One table of keys.
struct Section {
  std::string kind;  ///< "motor"; "simulation.initial" where "initial" alone were ambiguous
  std::string type;  ///< "first_order"; empty if the table has one form only
  std::string doc;
  std::string header;  ///< how it begins in a scenario; empty for the top level
  const Description* table;
};

/// In the order of the format; the first is the top level, "scenario". They point into the tree.
std::vector<Section> sections_of(const Description& tree);
const std::vector<Section>& sections();

/// "motor/first_order", or "simulation".
std::string section_name(const Section& section);

/// Types that share their keys: the choices of the key `type`.
std::vector<Choice> types_by_choice(const Section& section);

/// Names that find_sections() understands.
std::vector<std::string> section_names();

/// Those that KIND or KIND/TYPE names. Throws Error(usage), with the nearest name, if there is
/// none.
std::vector<Section> find_sections(std::string_view name);

}  // namespace montecopter
