#pragma once
/// Gains of a control law as a cascade of loops separated by fixed ratios.

#include <Eigen/Core>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "core/fields/closed_list.hpp"
#include "dynamics/controllers/controller.hpp"

namespace montecopter {

/// Control laws with proposed gains. A new one needs its set_gains() in law_gains.cpp.
using TunedLaw =
    std::variant<LeeController, MellingerController, Px4Controller, IndiController, RateController>;

/// Their names, in this order.
inline constexpr auto tuned_laws = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{ListedType<i, TunedLaw>::type_name...};
}
(std::make_index_sequence<list_size<TunedLaw>>());

/// Whether the control law of this name filters or integrates from update to update.
bool law_has_memory(std::string_view law);
/// Whether it only follows set-points of body rate and thrust.
bool follows_only_body_rates(std::string_view law);

/// The numbers that determine the gains. Body rates of roll and pitch follow at `rad_s`, their
/// attitude at `rad_s / attitude_apart`. Velocity follows at `outer` times a third of that, and
/// position at half of velocity. Yaw, whose moments are the weakest, has its own body rate pace,
/// and its attitude a third of it. A derivative gain d divides the lag of the motors by 1 + d, and
/// multiplies gains on body rate and its integral by that.
struct Pace {
  double rad_s = 1;
  double attitude_apart = 3;
  double derivative = 0;
  double cutoff_hz = 30;       ///< of the low-pass for the derivative
  double integral_apart = 20;  ///< body rate integrals act below `rad_s` over this
  double outer = 1;            ///< in (0, 1]: slows velocity and position
  double yaw_rad_s = 0.4;
};

/// Numbers that the gains of a control law depend on, besides rad_s, outer and yaw_rad_s.
struct FreeNumbers {
  bool attitude = false, derivative = false, cutoff = false, integral = false;
};
FreeNumbers free_numbers(std::string_view law);

/// Further data for the gains.
struct LawSettings {
  LoopTiming timing;
  double motor_lag_s = 0;            ///< of the vehicle, for indi
  double weight_n = 0;               ///< for the set-point of a rate controller that has none
  double hover_thrust_fraction = 1;  ///< of the maximum thrust, for the lowest thrust of px4
};

/// Control law of this name, one of tuned_laws, with the gains of a pace, in units of acceleration,
/// with four digits. Other keys come from `own` if it is the same control law, and otherwise have
/// their defaults. The integral of velocity acts below an eighth of its pace. The lowest thrust of
/// px4 is at most half the hover thrust, or it could not hover.
Controller law_of_pace(std::string_view law, const Controller& own, const LawSettings& settings,
                       const Pace& pace);

/// PX4's defaults on this vehicle, as a control law of this name with these timings: the cascade of
/// px4, or for `rate` its body rate alone. `authority`: px4_authority() of the vehicle.
Controller px4_defaults(std::string_view law, const Controller& own, const LawSettings& settings,
                        const Eigen::Vector3d& authority);

}  // namespace montecopter
