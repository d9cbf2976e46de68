#pragma once
/// Axes of a sweep whose points are sets of values: whole tables of the scenario, or some of their
/// keys. Sets can change what the reader of a scenario looks at first, such as the type of the
/// controller, so they are laid over its table before it is read, and each combination of sets is
/// read as a scenario of its own (load.cpp).

#include <cstddef>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/includable.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// An axis of sets.
struct SetAxis {
  std::string path;                 ///< its name, or the table that its files take the place of
  std::vector<std::string> names;   ///< of the sets, ascending
  std::vector<std::string> tables;  ///< keys at the top of the scenario that any of them lays over
  std::size_t chosen = 0;
};

/// Takes the sets of all axes out of `root`, a document by read_document(), and lays the chosen one
/// of each axis over what is left; `combination` counts as SweepGrid::variant() does. Their names
/// stay. Files that sets include start from `base_dir`, those of overrides from the current
/// directory.
std::vector<SetAxis> lay_sets(toml::table& root, std::size_t combination,
                              const std::string& base_dir,
                              const std::vector<Includable>& includables, Report& report);

/// How many combinations there are.
std::size_t combinations(const std::vector<SetAxis>& axes);

/// "gains = stiff, vehicle = heavy"
std::string chosen_text(const std::vector<SetAxis>& axes);

}  // namespace montecopter
