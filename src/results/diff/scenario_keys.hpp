#pragma once
/// Finds the keys that differ. The texts come from /provenance/resolved and are complete, so
/// that a key missing from one scenario is reported as missing. It is called by compare() before
/// any signal, and by merge/ and regress/ for parts and goldens.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace montecopter::diff {

/// One key and its two values as TOML; nullopt where a scenario does not have it.
struct KeyDifference {
  std::string path;  ///< "vehicle.mass_kg", "wind.0.to_m_s", `disperse."vehicle.mass_kg".sd`
  std::optional<std::string> a, b;
  std::string near = {};  ///< for a key in one scenario only: a similar key of the other

  /// "vehicle.mass_kg: 1.0 against 1.5", "wind.1.type: only in the second ("steady")".
  std::string text() const;
};

/// All keys that differ, in the order of the TOML tables, then the keys of the second scenario
/// only. nullopt if one of the texts is not TOML. A list of numbers or texts is one value; in a
/// list of tables, each entry has its own keys.
std::optional<std::vector<KeyDifference>> differing_keys(std::string_view a, std::string_view b);

/// SHA-256 of the controller's program in two scenarios. It is provenance: two programs are
/// compared by their flights, unless one of the scenarios pins its program.
struct ProgramDifference {
  std::string a, b;

  /// "program differs (3f2a1b0c4d5e, 9c0d1e2f3a4b)"
  std::string text() const;
};

/// {"a": "3f2a...", "b": "9c0d..."}
Json program_json(const ProgramDifference& program);

/// Keys that differ, sorted by their treatment in a comparison.
struct SortedKeys {
  std::optional<ProgramDifference> program;
  std::vector<KeyDifference> permitted, forbidden;
};

/// Sorts the keys that differ between the scenarios `a` and `b`; `permitted` are keys or tables
/// that may differ, "" is any.
SortedKeys sort_keys(std::vector<KeyDifference> keys, std::string_view a, std::string_view b,
                     const std::vector<std::string>& permitted);

/// The program's hashes, if they differ and no scenario pins them.
std::optional<ProgramDifference> differing_programs(std::string_view a, std::string_view b);

/// Whether `permitted` is the key or one of its tables: "vehicle" permits "vehicle.mass_kg". Quotes
/// may be left out.
bool permits(const std::string& permitted, const std::string& path);

/// All keys of a scenario; empty if it is not TOML.
std::vector<std::string> keys_of(std::string_view resolved);

/// The first differing keys, indented, a line for each, and the number of the others.
std::string keys_text(const std::vector<KeyDifference>& keys);

}  // namespace montecopter::diff
