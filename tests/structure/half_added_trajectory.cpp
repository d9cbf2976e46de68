/// Trajectories, and what is half added of them: LACKS_PLACE does not say where it is, LACKS_TRACK
/// is made of pieces and has none, LACKS_TURNS may have headings in its rows and does not read
/// them, LACKS_CHECKED does not say whether its keys have to fit each other, LACKS_STEP whether its
/// step response is looked at, LACKS_HEADER has a file and does not say of what. Compiled by a
/// test, never linked.

#include "dynamics/trajectories/trajectory.hpp"

namespace montecopter {

struct ToyTrajectory {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "A circle about home";
#ifndef LACKS_CHECKED
  static constexpr bool has_checked_keys = false;
#endif
  static constexpr PathKind path = PathKind::circle;
#ifndef LACKS_STEP
  static constexpr bool has_step_response = false;
#endif

  double radius_m = required;
  Heading heading;

#ifndef LACKS_PLACE
  void fold_place(PathConstants<double>& c) const { c.amplitude.x = radius_m; }
#endif
};

struct ToyRowsTrajectory {
  static constexpr std::string_view type_name = "toy_rows";
  static constexpr std::string_view doc = "From row to row";
  static constexpr bool has_checked_keys = false;
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;
  static constexpr bool has_timed_rows = true;

  std::vector<std::vector<double>> rows;
  HeadingOrRows heading;

#ifdef LACKS_HEADER
  std::string file;
#endif
  void fold_place(PathConstants<double>&) const {}
#ifndef LACKS_TRACK
  void fit_track(PieceArrays& out) const;
#endif
#ifndef LACKS_TURNS
  void fit_turns(PieceArrays& out) const;
#endif
};

static_assert(require_trajectory<ToyTrajectory>() && require_trajectory<ToyRowsTrajectory>());

}  // namespace montecopter
