#pragma once
/// Rotor whose thrust and drag torque are proportional to a normalised signal u.
/// Source: PX4 SIH docs/models.md 1.3: T = Tmax u, Q = Qmax u.

#include <string_view>
#include <tuple>

#include "fields/fields.hpp"

namespace montecopter {

struct LinearRotor {
  static constexpr std::string_view type_name = "linear";
  static constexpr std::string_view command_unit = "1";

  double thrust_max_n = required;
  double torque_max_n_m = required;

  static constexpr auto fields() {
    using R = LinearRotor;
    return std::tuple{
        field("thrust_max_n", &R::thrust_max_n, "N", non_negative, Vary::per_sample,
              "Thrust at u = 1: f = thrust_max u"),
        field("torque_max_n_m", &R::torque_max_n_m, "N m", non_negative, Vary::per_sample,
              "Drag torque at u = 1: q = torque_max u"),
    };
  }

  double thrust_factor() const { return thrust_max_n; }
  double torque_factor() const { return torque_max_n_m; }

  /// What thrust and torque are proportional to, from the signal u.
  template <class S>
  static S shape(const S& signal) {
    return signal;
  }
};

}  // namespace montecopter
