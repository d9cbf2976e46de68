#pragma once
/// Gains of a control law as a cascade of loops that are apart by fixed ratios.

#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "dynamics/controllers/controller.hpp"
#include "fields/closed_list.hpp"

namespace montecopter {

/// The control laws that gains are proposed for. One more needs its set_gains() in law_gains.cpp.
using TunedLaw =
    std::variant<LeeController, MellingerController, Px4Controller, IndiController, RateController>;

/// Their names, in this order.
inline constexpr auto tuned_laws = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{ListedType<i, TunedLaw>::type_name...};
}
(std::make_index_sequence<list_size<TunedLaw>>());

/// Whether the control law of this name filters or integrates from update to update.
bool has_memory(std::string_view law);
/// Whether it follows set-points of body rate and thrust, and nothing else.
bool follows_only_body_rates(std::string_view law);

/// How fast a cascade is: the body rates of roll and pitch follow at `rad_s`, their attitude at a
/// third of it, velocity at `outer` times a ninth and position at half of that; yaw, whose moments
/// are the weakest, at 0.4 of roll and pitch.
struct Pace {
  double rad_s = 1;
  double outer = 1;  ///< in (0, 1]: how far velocity and position are slowed down
  /// Of the low-pass by which indi differentiates.
  double cutoff_hz = highest_cutoff_hz;

  static constexpr double highest_cutoff_hz = 30;  ///< that of the paper
};

/// What gains depend on besides.
struct LawSettings {
  LoopTiming timing;
  double motor_lag_s = 0;            ///< of the vehicle, for indi
  double weight_n = 0;               ///< for the set-point of a rate controller that has none
  double hover_thrust_fraction = 1;  ///< of the greatest thrust, for the lowest thrust of px4
};

/// The control law of this name, one of tuned_laws, with the gains of a pace, in units of
/// acceleration, with four digits. Keys that are no gains are those of `own` if that is such a
/// control law, and else the defaults; low-passes cut off at a quarter of the rate of the updates
/// at most. Integrals act below a twentieth of the body rate's pace and an eighth of velocity's;
/// there is no derivative part. The lowest thrust of px4 is at most half of that at hover, or it
/// would not hover.
Controller law_of_pace(std::string_view law, const Controller& own, const LawSettings& settings,
                       const Pace& pace);

}  // namespace montecopter
