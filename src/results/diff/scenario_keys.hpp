#pragma once
/// In which keys two scenarios differ. The texts are those of /provenance/resolved: complete, so
/// that a key that one scenario does not have is said as such. compare() asks before any signal;
/// so do merge/ of its parts and regress/ of goldens.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::diff {

/// One key and its two values as TOML; nullopt where a scenario does not have it.
struct KeyDifference {
  std::string path;  ///< "vehicle.mass_kg", "wind.0.to_m_s", `disperse."vehicle.mass_kg".sd`
  std::optional<std::string> a, b;
  std::string near = {};  ///< of a key that one scenario has: one like it that the other has

  /// "vehicle.mass_kg: 1.0 against 1.5", "wind.1.type: only in the second ("steady")".
  std::string text() const;
};

/// All keys that differ, sorted as TOML tables are, then those that only the second has.
/// nullopt: one of the texts is no TOML. Lists of numbers or texts are one value; of lists of
/// tables each entry has its keys.
std::optional<std::vector<KeyDifference>> differing_keys(std::string_view a, std::string_view b);

/// Whether `permitted` is the key or one of the tables that it is in: "vehicle" permits
/// "vehicle.mass_kg". Quotes may be left out.
bool permits(const std::string& permitted, const std::string& path);

/// All keys of a scenario; empty if it is no TOML.
std::vector<std::string> keys_of(std::string_view resolved);

/// The first of them, a line for each, indented, and the number of the others.
std::string keys_text(const std::vector<KeyDifference>& keys);

}  // namespace montecopter::diff
