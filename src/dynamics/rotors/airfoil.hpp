#pragma once
/// Section of a blade by a few numbers: lift up to and beyond stall, and a drag polar.

#include "core/fields/fields.hpp"

namespace montecopter {

/// The defaults are those that suit the propellers of the UIUC database best
/// (docs/engineering/rotor-law.md).
struct Airfoil {
  double lift_slope_1_rad = 9.59;
  double zero_lift_angle_deg = -2.4;
  double max_lift_coefficient = 1.49;
  double lift_reynolds_exponent = 0.113;
  double drag_coefficient = 0.0295;
  double least_drag_lift_coefficient = 0.533;
  double lift_drag = 0.0651;
  double stall_drag = 1.02;
  double drag_reynolds_exponent = 0.0;

  friend bool operator==(const Airfoil&, const Airfoil&) = default;

  static constexpr auto fields() {
    using A = Airfoil;
    constexpr Vary fixed = Vary::fixed;
    return FieldList{
        field("lift_slope_1_rad", &A::lift_slope_1_rad, "rad-1", positive, fixed,
              "Lift per angle of attack a0 of a long blade at Mach 0 and a Reynolds number of 100 "
              "000. "
              "A blade of mean chord c has a0 / (sqrt(1 - M^2) + 2 c / R)"),
        field("zero_lift_angle_deg", &A::zero_lift_angle_deg, "deg", between(-45, 45), fixed,
              "Angle of attack without lift"),
        field("max_lift_coefficient", &A::max_lift_coefficient, "1", positive, fixed,
              "Greatest lift coefficient"),
        field("lift_reynolds_exponent", &A::lift_reynolds_exponent, "1", between(0, 1), fixed,
              "Exponent m of the lift slope: it goes with the Reynolds number to the power m"),
        field("drag_coefficient", &A::drag_coefficient, "1", non_negative, fixed,
              "Least drag coefficient, at a Reynolds number of 100 000"),
        field("least_drag_lift_coefficient", &A::least_drag_lift_coefficient, "1", any_number,
              fixed, "Lift coefficient of least drag"),
        field("lift_drag", &A::lift_drag, "1", non_negative, fixed,
              "Drag coefficient per square of the lift coefficient beyond that of least drag"),
        field("stall_drag", &A::stall_drag, "1", non_negative, fixed,
              "Drag coefficient that full stall adds, per sine of the angle of attack"),
        field("drag_reynolds_exponent", &A::drag_reynolds_exponent, "1", between(0, 1), fixed,
              "Exponent n of the least drag: it goes with the Reynolds number to the power -n"),
    };
  }
};

}  // namespace montecopter
