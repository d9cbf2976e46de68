#pragma once
/// A multirotor folded for the kernels: the constants of one sample's flight, in NED/FRD.
///
/// The constants of each sample, MultirotorConstants, are filled by fold_multirotor()
/// (multirotor_setup.cpp), as doubles in the part `vehicle` of its row. Flight gathers the rows of
/// a pack into lanes; events change them there (EventEffects). MultirotorForm, which all samples
/// share, is made by form_of() (simulate/setup/multirotor_rows.cpp) and chooses the kernel's types.
///
/// Layout: the numbers of the body, then one FoldedRotor after another, so that a row with room for
/// `capacity` rotors has multirotor_constants_size(capacity) doubles. No padding: all are of S.

#include <array>

#include "core/numerics/vec3.hpp"
#include "dynamics/motors/motor.hpp"
#include "dynamics/rotors/inflow_table.hpp"
#include "dynamics/rotors/rotor_law.hpp"
#include "dynamics/vehicles/response_surface_constants.hpp"
#include "dynamics/vehicles/rotor_flow_words.hpp"

namespace montecopter {

/// Terms of a vehicle: the same for all samples of a batch, so that lanes stay together.
struct MultirotorTerms {
  bool quadratic_drag = false;
  bool linear_drag = false;
  bool rotor_drag = false;
  bool quadratic_moment = false;
  bool translational_lift = false;
  bool linear_moment = false;
  bool velocity_moment = false;
  bool full_inertia =
      false;  ///< products of inertia, or an aero moment matrix that is not diagonal
  bool rotor_momentum = false;
  bool rotor_density = false;  ///< loads of the rotors are proportional to the air density
  bool force_noise = false;
  bool moment_noise = false;
  bool rate_limit = false;
  bool gravity_varies = false;  ///< with the altitude
  bool air_varies = false;      ///< with the altitude, and some force depends on its density
  bool contact = false;         ///< the ground pushes at the contact points
  bool stop = false;            ///< the ground stops the vehicle
  bool surface = false;         ///< identified forces and moments (SurfaceForm)
  bool wreck_drag = false;      ///< drag that events give a wreck (WreckDrag)
  bool interference = false;    ///< rotors lose thrust in the wakes of others
  GroundEffect ground_effect = GroundEffect::none;

  /// Whether the load of a rotor depends on the ground or on other rotors.
  bool rotor_flow() const { return interference || ground_effect != GroundEffect::none; }

  friend bool operator==(const MultirotorTerms&, const MultirotorTerms&) = default;
};

/// One rotor folded into columns, in body axes, already divided by mass or inertia. Where thrust
/// and torque are multiples of one shape, `angular_acceleration` holds both moments and the columns
/// are per unit of that shape. Otherwise they are per N and N m. They also are where the load
/// depends on the ground or on other rotors.
template <class S>
struct FoldedRotor {
  Vec3<S> acceleration;          ///< n / m
  Vec3<S> angular_acceleration;  ///< J^-1 (r x n), or J^-1 (k_T r x n - s k_Q n)
  Vec3<S> momentum;              ///< s n J_r [N m s per rad/s], or per sqrt(N) where the load lags
  MotorCoefficients<S> motor;
  S low, high;                        ///< limits of the command
  S state_low, state_high;            ///< limits of the motor's state
  Vec3<S> drag_angular_acceleration;  ///< -J^-1 s n [1/(kg m2)]
  Load<S> unit;                       ///< [N] and [N m] that one unit of shape means
  LawCoefficients<S> law;
  Vec3<S> hub, axis;  ///< r [m] and n, body
  S radius;           ///< [m]; 0: unknown
  S disc;             ///< 2 rho pi R^2, thrust over the squared induced velocity in hover [kg/m]
};

/// Common part of all samples of a batch: lanes stay together.
struct MultirotorForm {
  int law = 0;           ///< index in RotorLaw
  int motor = 0;         ///< index in Motor
  int motor_states = 0;  ///< state variables per motor
  bool aligned = false;  ///< all rotors push along body z
  int rotors = 0;
  int capacity = 0;  ///< rotors that a row of constants has room for
  MultirotorTerms terms;
  PerformanceTable table;                     ///< of rotor laws that have one
  const InflowTable* inflow_table = nullptr;  ///< of those that have this one
  SurfaceForm surface;                        ///< of vehicles that have one

  friend bool operator==(const MultirotorForm&, const MultirotorForm&) = default;
};

/// All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S, int rotors>
struct MultirotorConstants {
  S quadratic_drag, linear_drag;  ///< per mass [1/m], [1/s]
  S drag_area;                    ///< per mass, times density the same as quadratic_drag [m2/kg]
  Vec3<S> rotor_drag;             ///< [1/s], body
  Symmetric3<S> inertia, inverse_inertia;
  Vec3<S> euler;                       ///< (Jz - Jy, Jx - Jz, Jy - Jx), for a diagonal tensor
  std::array<S, 9> quadratic_damping;  ///< J^-1 C, row-major [1]
  std::array<S, 9> linear_damping;     ///< J^-1 B, row-major [1/s]
  std::array<S, 9> velocity_moment;    ///< J^-1 A, row-major [1/(m s)]
  S translational_lift;                ///< [1/m]
  S body_lift;                         ///< Kb of the ground effect [1]
  S rate_limit;                        ///< [rad/s]
  S force_noise;                       ///< standard deviation [m/s2]
  S moment_noise;                      ///< standard deviation [N m]
  std::array<FoldedRotor<S>, rotors> rotor;
};

/// Number of doubles of a folded multirotor with room for so many rotors.
constexpr int multirotor_constants_size(int rotors) {
  return static_cast<int>(sizeof(MultirotorConstants<double, 1>) / sizeof(double)) +
         (rotors - 1) * static_cast<int>(sizeof(FoldedRotor<double>) / sizeof(double));
}

}  // namespace montecopter
