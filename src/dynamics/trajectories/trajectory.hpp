#pragma once
/// The list of trajectories.

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/trajectories/circle.hpp"
#include "dynamics/trajectories/helix.hpp"
#include "dynamics/trajectories/hover.hpp"
#include "dynamics/trajectories/lemniscate.hpp"
#include "dynamics/trajectories/lissajous.hpp"
#include "dynamics/trajectories/minimum_jerk.hpp"
#include "dynamics/trajectories/minimum_snap.hpp"
#include "dynamics/trajectories/polynomial.hpp"
#include "dynamics/trajectories/recorded.hpp"
#include "dynamics/trajectories/sampled.hpp"
#include "dynamics/trajectories/step.hpp"
#include "dynamics/trajectories/waypoints.hpp"

namespace montecopter {

struct Trajectory : std::variant<HoverTrajectory, StepTrajectory, WaypointsTrajectory,
                                 CircleTrajectory, LemniscateTrajectory, LissajousTrajectory,
                                 HelixTrajectory, MinimumSnapTrajectory, MinimumJerkTrajectory,
                                 PolynomialTrajectory, SampledTrajectory, RecordedTrajectory> {
  using variant::variant;
};

/// One made of pieces of polynomials replaces those of `out`.
template <class T>
concept FitsTrack = requires(const T& trajectory, PieceArrays& out) {
  { trajectory.fit_track(out) } -> std::same_as<void>;
};

/// One given as rows: pieces of the headings in them, if there are any.
template <class T>
concept FitsTurns = requires(const T& trajectory, PieceArrays& out) {
  { trajectory.fit_turns(out) } -> std::same_as<void>;
  { T::has_timed_rows } -> std::convertible_to<bool>;
  { trajectory.rows } -> std::convertible_to<std::vector<std::vector<double>>>;
};

template <class T>
concept HasTrajectoryFile = requires(const T& trajectory) {
  trajectory.file;
};
/// One given as rows, or as a file of them. A file begins with the names of its columns: those of
/// header(), in lower case, of which all behind the first `least_columns` may be missing.
template <class T>
concept FileTrajectory = HasTrajectoryFile<T> && requires(const T& trajectory) {
  { trajectory.rows } -> std::convertible_to<std::vector<std::vector<double>>>;
  { trajectory.file } -> std::convertible_to<std::string>;
  { T::header() } -> std::same_as<std::vector<std::string>>;
  { T::least_columns } -> std::convertible_to<std::size_t>;
  { T::header_doc } -> std::convertible_to<std::string_view>;
};

template <class T>
concept TrajectoryKind = requires(const T& trajectory, PathConstants<double>& constants) {
  { T::type_name } -> std::convertible_to<std::string_view>;
  { T::doc } -> std::convertible_to<std::string_view>;
  { T::path } -> std::convertible_to<PathKind>;
  /// Whether there is more to check of its keys than their ranges: check_each() of it in
  /// scenario/checks/trajectory.cpp does then.
  { T::has_checked_keys } -> std::convertible_to<bool>;
  /// The numbers of a sample that its position takes.
  { trajectory.fold_place(constants) } -> std::same_as<void>;
  requires(FitsTrack<T> == (T::path == PathKind::pieces));
  requires(FitsTurns<T> == std::same_as<decltype(T::heading), HeadingOrRows>);
  requires(FitsTurns<T> != std::same_as<decltype(T::heading), Heading>);
  requires(HasTrajectoryFile<T> == FileTrajectory<T>);
  /// Whether it is a step, whose response is looked at.
  { T::has_step_response } -> std::convertible_to<bool>;
  requires(!T::has_step_response || T::path == PathKind::step);
};

template <class T>
constexpr bool require_trajectory() {
  static_assert(TrajectoryKind<T>, "this type of the list is no TrajectoryKind");
  return true;
}
static_assert(holds_for_all<Trajectory>([]<class T>() { return require_trajectory<T>(); }));

inline bool has_step_response(const Trajectory& trajectory) {
  return std::visit([]<class T>(const T&) { return T::has_step_response; }, trajectory);
}

}  // namespace montecopter
