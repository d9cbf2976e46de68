#pragma once
/// The list of headings: where the nose points on a trajectory. Angles are from north, right-handed
/// about z (down): 90 degrees is east. A heading is a parameter struct
/// with
///   void fold(PathConstants&) const              the numbers of a sample
///   void shape(PathForm&, PieceArrays&) const    what all samples share
///   static void set_heading(path, t_s, reference)   its law over lanes (HeadingLaw in path.hpp)

#include <concepts>
#include <string_view>
#include <variant>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/trajectories/headings/along_track.hpp"
#include "dynamics/trajectories/headings/fixed.hpp"
#include "dynamics/trajectories/headings/profile.hpp"
#include "dynamics/trajectories/headings/rows.hpp"

namespace montecopter {

/// Path evaluates them by their index here, and a form without one is the first.
using Heading = std::variant<FixedHeading, AlongTrackHeading, ProfileHeading>;

template <class H>
concept HeadingKind = requires(const H& heading, PathConstants<double>& constants, PathForm& form,
                               PieceArrays& turns) {
  { H::type_name } -> std::convertible_to<std::string_view>;
  { H::doc } -> std::convertible_to<std::string_view>;
  /// Whether there is more to check of its keys than their ranges: check_keys_of() it in
  /// scenario/checks/trajectory.cpp does then.
  { H::has_checked_keys } -> std::convertible_to<bool>;
  /// The numbers of a sample.
  { heading.fold(constants) } -> std::same_as<void>;
  /// What all samples share, of a form whose track is there: fills the pieces of the heading.
  { heading.shape(form, turns) } -> std::same_as<void>;
};

template <class H>
constexpr bool require_heading() {
  static_assert(HeadingKind<H>, "this type of the list is no HeadingKind");
  return true;
}
static_assert(holds_for_all<Heading>([]<class H>() { return require_heading<H>(); }));

/// One that is given at times of its own, which begin at 0.
template <class H>
concept HeadingWithTimes = requires(const H& heading) {
  { heading.times_s } -> std::convertible_to<std::vector<double>>;
};

template <class... Hs>
std::variant<RowsHeading, Hs...> rows_or(const std::variant<Hs...>*);
/// Of trajectories whose rows may hold headings.
using HeadingOrRows = decltype(rows_or(static_cast<const Heading*>(nullptr)));

/// The same words for all trajectories.
inline constexpr std::string_view heading_doc = "Where the nose points; default: north";
inline constexpr std::string_view heading_or_rows_doc =
    "Where the nose points; default: as the rows say";

}  // namespace montecopter
