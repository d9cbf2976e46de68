#pragma once
/// The tables of the scenario format: each has a kind (its last key), and a type if it may have
/// several forms.

#include <string>
#include <string_view>
#include <vector>

#include "scenario/describe/describe.hpp"

namespace montecopter {

/// One table of keys.
struct Section {
  std::string kind;  ///< "motor"; "simulation.initial" where "initial" alone is ambiguous
  std::string type;  ///< "first_order"; empty if the table has one form only
  std::string doc;
  std::string header;  ///< its beginning in a scenario; empty for the top level
  const Description* table;
  std::string path = {};  ///< its keys, without indices and names: "vehicle.rotors.motor"
};

/// All sections in the order of the format; the first is the top level, "scenario". They point into
/// the tree.
std::vector<Section> sections_of(const Description& tree);
const std::vector<Section>& sections();

/// Name of a section: "motor/first_order", or "simulation".
std::string section_name(const Section& section);

/// Types that share their keys: the choices of the key `type`.
std::vector<Choice> types_by_choice(const Section& section);

/// KIND and KIND/TYPE of all sections.
std::vector<std::string> section_names();

/// Sections that KIND, KIND/TYPE or TYPE names; if types share their keys, the named type.
std::vector<Section> find_sections(std::string_view name);

/// Sections whose keys stand at a plain path: "vehicle.rotors.motor".
std::vector<Section> sections_at(std::string_view plain_path);

}  // namespace montecopter
