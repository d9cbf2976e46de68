#pragma once
/// A helicopter folded for the kernels: what is constant over one sample's flight. Vectors are
/// NED/FRD; numbered equations are those of the MARVIN document (docs/models.md 1.6).
///
/// fold_helicopter() (helicopter_setup.cpp) fills HelicopterConstants of each sample, as doubles in
/// the part `vehicle` of its row; Flight gathers the rows of a pack into lanes. HelicopterForm,
/// which all samples share, is made by form_of() (simulate/setup/helicopter_rows.cpp).
///
/// Layout: helicopter_constants_size doubles in the order of the members; FoldedDisc of the main
/// rotor before that of the tail rotor, servos in the order of `helicopter_controls`.

#include <array>

#include "core/numerics/vec3.hpp"
#include "dynamics/vehicles/helicopter.hpp"

namespace montecopter {

/// One rotor's disc, whose blades reach from the radius R1 to R2. C and K are per square of the
/// speed at which the air meets the blades; pi is absorbed.
template <class S>
struct FoldedDisc {
  S lift_0, lift_1;   ///< C_1, C_2: lift at zero pitch, and per pitch
  S drag_0, drag_2;   ///< K_1, K_2: drag at zero pitch, and per pitch^2
  S radii_2;          ///< (R2^2 - R1^2) / 2
  S radii_3;          ///< (R2^3 - R1^3) / 6
  S radii_4;          ///< (R2^4 - R1^4) / 2
  S radii_5;          ///< (R2^5 - R1^5) / 5
  S reversed_radius;  ///< up to which the flow may be reversed: R1, or more for flapping [m]
};

/// Flapping blades and inflow, as flapping_rotor.hpp uses them. Without flapping all are 0.
template <class S>
struct FoldedFlapping {
  S lift_slope;        ///< s: lift per radian of angle of attack, as C_2 is per unit of pitch
  S stiffness;         ///< hub moment per flapping angle, of springs [N m/rad]
  S offset_stiffness;  ///< the same per square of the speed, of hinges off the shaft [kg m2]
  S hub_z;             ///< height of the hub above the centre of mass [m]
  S inflow_gain;       ///< 1 / apparent mass of the air [1/kg]
  S inflow_rate;       ///< 2 rho pi R^2 / apparent mass [1/m]
};

/// Common part of all samples of a batch: lanes stay together.
struct HelicopterForm {
  bool force_noise = false, moment_noise = false;  ///< white process noise
  bool contact = false;                            ///< the ground pushes at the contact points
  bool flapping = false;                           ///< the blades of the main rotor flap

  friend bool operator==(const HelicopterForm&, const HelicopterForm&) = default;
};

template <class S>
struct FoldedServo {
  S low, high;  ///< limits of command and position; infinite where there are none
};

/// All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct HelicopterConstants {
  S inverse_mass;  ///< [1/kg]
  Symmetric3<S> inertia, inverse_inertia;
  FoldedDisc<S> main, tail;
  S inverse_density;      ///< 1 / density of the operating points [m3/kg]
  S hub_x, hub_y;         ///< main rotor hub, forward and left [m]
  S tail_arm, tail_gear;  ///< d_T [m], n_T
  Vec3<S> body_drag;      ///< f_x, f_y, f_z [kg/m]
  S tail_drag;            ///< f_T [kg/m]
  S engine_gain;          ///< torque per throttle [N m]
  S friction;             ///< torque per speed [N m s]
  S inverse_train;        ///< 1 / (J_M + n_T^2 J_T + J_g) [1/(kg m2)]
  S main_inertia;         ///< J_M [kg m2]
  S tail_inertia;         ///< n_T J_T: momentum per speed of the main rotor [kg m2]
  S servo_rate;           ///< 1 / lag [1/s] of servos that move all the time, else 0
  S servo_step_rate;      ///< 1 / lag [1/s] of servos that move after each step, else 0
  std::array<FoldedServo<S>, helicopter_controls.size()> servo;
  S rate_limit;    ///< [rad/s], infinite if there is none
  S force_noise;   ///< standard deviation [m/s2]
  S moment_noise;  ///< standard deviation [N m]
  FoldedFlapping<S> flapping;
  S hover2_per_thrust;  ///< square of the induced velocity in hover per thrust [m/kg]
};

/// Number of doubles of a folded helicopter.
inline constexpr int helicopter_constants_size =
    static_cast<int>(sizeof(HelicopterConstants<double>) / sizeof(double));

}  // namespace montecopter
