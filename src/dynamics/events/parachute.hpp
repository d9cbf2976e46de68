#pragma once
/// A parachute that opens. Its drag acts at the centre of mass, along the velocity relative to the
/// air: F = -1/2 rho A(t) |v| v. The drag area A grows with the square of the time since the canopy
/// is out, to its full value after the filling time: A(t) = A (t / t_f)^2. That is the law of
/// solid-cloth canopies (T. W. Knacke, Parachute Recovery Systems Design Manual, NWC TP 6575, 1991,
/// chapter 5), and it limits the opening shock. Over a step, A has the value of its middle. Not
/// modelled: the mass of the canopy and of its air, lines, swing, and a wake of the vehicle.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/scalar.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct Parachute : Trigger {
  static constexpr std::string_view type_name = "parachute";
  static constexpr std::string_view doc =
      "A parachute opens: its drag area grows with the square of the time and acts at the centre "
      "of mass. delay_s is the deployment delay";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"drag_area_m2", "4.0"},
  });

  double drag_area_m2 = required;
  double inflation_s = 0.0;

  static constexpr auto fields() {
    using E = Parachute;
    return join(Trigger::fields(),
                FieldList{
                    field("drag_area_m2", &E::drag_area_m2, "m2", positive, Vary::per_sample,
                          "Drag coefficient times area of the open canopy"),
                    field("inflation_s", &E::inflation_s, "s", non_negative, Vary::per_sample,
                          "Filling time, from the canopy out to its full drag area"),
                });
  }

  template <class S>
  struct Constants {
    S drag;       ///< half the drag area per mass, times the density where that is constant
    S inflation;  ///< filling time [s]
  };

  /// The density of constant air is multiplied at set-up (event_rows.cpp).
  Constants<double> fold(double vehicle_mass_kg) const {
    return {0.5 * drag_area_m2 / vehicle_mass_kg, inflation_s};
  }

  template <class S>
  static S drag_of(const Constants<S>& c, const S& time_s) {
    const S part = time_s / c.inflation;
    return c.drag * select(time_s < c.inflation, part * part, S(1.0));
  }
};

}  // namespace montecopter
