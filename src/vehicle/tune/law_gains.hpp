#pragma once
/// Gains of a control law as a cascade of loops that are apart by fixed ratios.

#include <Eigen/Core>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "core/fields/closed_list.hpp"
#include "dynamics/controllers/controller.hpp"

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
bool law_has_memory(std::string_view law);
/// Whether it follows set-points of body rate and thrust, and nothing else.
bool follows_only_body_rates(std::string_view law);

/// The numbers that gains follow from. Body rates of roll and pitch follow at `rad_s`, their
/// attitude at `rad_s / attitude_apart`, velocity at `outer` times a third of that and position at
/// half of velocity. Yaw, whose moments are the weakest, has a body rate of its own and its
/// attitude at a third of it. A derivative gain d divides the lag of the motors by 1 + d, and gains
/// on body rate and its integral are multiplied by that.
struct Pace {
  double rad_s = 1;
  double attitude_apart = 3;
  double derivative = 0;
  double cutoff_hz = 30;       ///< of the low-pass by which the control law differentiates
  double integral_apart = 20;  ///< integrals of body rate act below `rad_s` over this
  double outer = 1;            ///< in (0, 1]: how far velocity and position are slowed down
  double yaw_rad_s = 0.4;
};

/// Which of these numbers the gains of a control law depend on, beside rad_s, outer and yaw_rad_s.
struct FreeNumbers {
  bool attitude = false, derivative = false, cutoff = false, integral = false;
};
FreeNumbers free_numbers(std::string_view law);

/// What gains depend on besides.
struct LawSettings {
  LoopTiming timing;
  double motor_lag_s = 0;            ///< of the vehicle, for indi
  double weight_n = 0;               ///< for the set-point of a rate controller that has none
  double hover_thrust_fraction = 1;  ///< of the greatest thrust, for the lowest thrust of px4
};

/// The control law of this name, one of tuned_laws, with the gains of a pace, in units of
/// acceleration, with four digits. Keys that are no gains are those of `own` if that is such a
/// control law, and else the defaults. The integral of velocity acts below an eighth of its pace.
/// The lowest thrust of px4 is at most half of that at hover, or it would not hover.
Controller law_of_pace(std::string_view law, const Controller& own, const LawSettings& settings,
                       const Pace& pace);

/// PX4's defaults on this vehicle, as a control law of this name with these timings: the cascade of
/// px4, or of rate its body rate alone. `authority`: px4_authority() of the vehicle.
Controller px4_defaults(std::string_view law, const Controller& own, const LawSettings& settings,
                        const Eigen::Vector3d& authority);

}  // namespace montecopter
