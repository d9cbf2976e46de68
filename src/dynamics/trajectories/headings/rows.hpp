#pragma once
/// The headings that stand in the rows of a trajectory.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/trajectories/headings/profile.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// Headings of the rows: the trajectory states which rows have headings. With headings they fly as
/// a profile, without any as a fixed heading.
struct RowsHeading {
  static constexpr std::string_view type_name = "rows";
  static constexpr std::string_view doc = "Heading from the rows of the trajectory";
  static constexpr bool is_default = true;

  static constexpr auto fields() { return FieldList{}; }

  using FliesAs = ProfileHeading;

  void fold(PathConstants<double>&) const {}
};

}  // namespace montecopter
