#pragma once
/// The list of headings: where the nose points on a trajectory. Angles are from north, right-handed
/// about z (down): 90 degrees is east. A heading is a parameter struct with these members.
///
///   void fold(PathConstants&) const              the numbers of a sample
///   void shape(PathForm&, PieceArrays&) const    common to all samples
///   static void set_heading(path, t_s, reference)   its law over lanes, called by Path

#include <string_view>
#include <variant>

#include "dynamics/trajectories/headings/along_track.hpp"
#include "dynamics/trajectories/headings/fixed.hpp"
#include "dynamics/trajectories/headings/profile.hpp"
#include "dynamics/trajectories/headings/rows.hpp"

namespace montecopter {

/// Path evaluates them by their index here, and a form without one is the first.
using Heading = std::variant<FixedHeading, AlongTrackHeading, ProfileHeading>;

template <class... Hs>
std::variant<RowsHeading, Hs...> rows_or(const std::variant<Hs...>*);
/// The heading of trajectories whose rows may hold headings.
using HeadingOrRows = decltype(rows_or(static_cast<const Heading*>(nullptr)));

/// Common description for all trajectories.
inline constexpr std::string_view heading_doc = "Heading of the nose; default: north";
inline constexpr std::string_view heading_or_rows_doc =
    "Heading of the nose; default: from the rows";

}  // namespace montecopter
