#pragma once
/// Axes of a sweep whose points are sets of values: whole tables of the scenario, or some of their
/// keys. Sets can change keys that the reader needs first, such as the type of the controller. They
/// are therefore applied before the scenario is read, and each combination of sets is read as a
/// scenario of its own (load.cpp).

#include <cstddef>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/includable.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// An axis of sets.
struct SetAxis {
  std::string path;                 ///< name of the axis, or the table that its files replace
  std::vector<std::string> names;   ///< names of the sets, ascending
  std::vector<std::string> tables;  ///< top-level keys of the scenario that any set overrides
  std::size_t chosen = 0;
};

/// Removes the sets of all axes from `root`, a document by read_document(), and applies the chosen
/// set of each axis. `combination` counts as SweepGrid::variant() does. The names of the sets stay.
/// Files that sets include are relative to `base_dir`, in overrides to the current directory.
std::vector<SetAxis> lay_sets(toml::table& root, std::size_t combination,
                              const std::string& base_dir,
                              const std::vector<Includable>& includables, Report& report);

/// Number of combinations of sets.
std::size_t combinations(const std::vector<SetAxis>& axes);

/// The chosen sets in words: "gains = stiff, vehicle = heavy".
std::string chosen_text(const std::vector<SetAxis>& axes);

}  // namespace montecopter
