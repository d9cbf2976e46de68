#pragma once
/// Where the nose points on a trajectory. Angles from north, right-handed about z (down): 90
/// degrees is east.

#include <concepts>
#include <string_view>
#include <variant>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct PathForm;
struct PieceArrays;
template <class S>
struct PathConstants;

struct FixedHeading {
  static constexpr std::string_view type_name = "fixed";
  static constexpr std::string_view doc = "One heading, or one that turns evenly";
  static constexpr bool is_default = true;

  double angle_rad = 0.0;
  double rate_rad_s = 0.0;

  static constexpr auto fields() {
    using H = FixedHeading;
    return FieldList{
        field("angle_rad", &H::angle_rad, units::angle, path_angle, Vary::per_sample,
              "Heading at t = 0"),
        field("rate_rad_s", &H::rate_rad_s, units::angular_rate, path_rate, Vary::per_sample,
              "How fast it turns"),
    };
  }

  void fold(PathConstants<double>& c) const;
  void shape(PathForm&, PieceArrays&) const {}
};

struct AlongTrackHeading {
  static constexpr std::string_view type_name = "along_track";
  static constexpr std::string_view doc = "The nose points along the horizontal velocity";

  double angle_rad = 0.0;
  double slow_m_s = 0.1;

  static constexpr auto fields() {
    using H = AlongTrackHeading;
    return FieldList{
        field("angle_rad", &H::angle_rad, units::angle, path_angle, Vary::per_sample,
              "Angle from the velocity to the nose: 90 degrees flies to the left"),
        field("slow_m_s", &H::slow_m_s, "m s-1", between(1e-6, 1e3), Vary::fixed,
              "Horizontal speed below which a trajectory made of pieces turns smoothly from one "
              "direction to the next"),
    };
  }

  void fold(PathConstants<double>& c) const;
  void shape(PathForm& form, PieceArrays& turns) const;
};

struct ProfileHeading {
  static constexpr std::string_view type_name = "profile";
  static constexpr std::string_view doc =
      "Headings at given times, joined with the least jerk, at rest at both ends";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"times_s", "[0.0, 2.0]"},
      {"angles_rad", "[0.0, 1.5]"},
  });

  std::vector<double> times_s;
  std::vector<double> angles_rad;

  static constexpr auto fields() {
    using H = ProfileHeading;
    return FieldList{
        field("times_s", &H::times_s, "s", path_time, Vary::fixed,
              "Times, ascending, the first is 0; at least two"),
        field("angles_rad", &H::angles_rad, units::angle, path_angle, Vary::fixed,
              "Heading at each; 370 degrees after 0 is more than one turn"),
    };
  }

  void fold(PathConstants<double>&) const {}  // the pieces say it
  void shape(PathForm& form, PieceArrays& turns) const;
};

/// Which rows have headings says the trajectory: those are a profile, and without any it is fixed.
struct RowsHeading {
  static constexpr std::string_view type_name = "rows";
  static constexpr std::string_view doc = "What the rows of the trajectory say";
  static constexpr bool is_default = true;

  static constexpr auto fields() { return FieldList{}; }

  void fold(PathConstants<double>&) const {}
};

/// Path evaluates them by their index here.
using Heading = std::variant<FixedHeading, AlongTrackHeading, ProfileHeading>;

template <class H>
concept HeadingKind = requires(const H& heading, PathConstants<double>& constants, PathForm& form,
                               PieceArrays& turns) {
  { H::type_name } -> std::convertible_to<std::string_view>;
  { H::doc } -> std::convertible_to<std::string_view>;
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

/// Of trajectories whose rows may hold headings.
using HeadingOrRows = std::variant<RowsHeading, FixedHeading, AlongTrackHeading, ProfileHeading>;

/// The same words for all trajectories.
inline constexpr std::string_view heading_doc = "Where the nose points; default: north";
inline constexpr std::string_view heading_or_rows_doc =
    "Where the nose points; default: as the rows say";

}  // namespace montecopter
