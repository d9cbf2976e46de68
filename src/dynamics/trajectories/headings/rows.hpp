#pragma once
/// The headings that stand in the rows of a trajectory.

#include <string_view>

#include "dynamics/trajectories/headings/angles.hpp"

namespace montecopter {

/// Which rows have headings says the trajectory: those are a profile, and without any it is fixed.
struct RowsHeading {
  static constexpr std::string_view type_name = "rows";
  static constexpr std::string_view doc = "What the rows of the trajectory say";
  static constexpr bool is_default = true;
  static constexpr bool has_checked_keys = false;

  static constexpr auto fields() { return FieldList{}; }

  void fold(PathConstants<double>&) const {}
};

}  // namespace montecopter
