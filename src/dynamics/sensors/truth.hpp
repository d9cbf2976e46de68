#pragma once
/// The true quantities that sensors measure, and what a sensor is shown of them.

#include <array>
#include <limits>

#include "core/numerics/vec3.hpp"
#include "dynamics/environment/geodesy.hpp"
#include "dynamics/environment/world.hpp"
#include "dynamics/rotors/max_rotors.hpp"

namespace montecopter {

/// The reading of a sensor without a measurement.
inline constexpr double nothing_to_read = std::numeric_limits<double>::quiet_NaN();

/// True motion of the vehicle at one time.
template <class S>
struct TrueMotion {
  Vec3<S> position, velocity;  ///< of the centre of mass [m], [m/s], NED
  Quat<S> attitude;            ///< body to world
  Vec3<S> body_rate;           ///< [rad/s], FRD
  Vec3<S> wind;                ///< velocity of the air over the ground [m/s], NED
};

/// Forces on the vehicle. Computed only where a sensor that is due reads them, because it takes the
/// derivative of the state.
template <class S>
struct TrueForce {
  Vec3<S> specific_force;        ///< at the centre of mass [m/s2], FRD
  Vec3<S> angular_acceleration;  ///< derivative of the body rate [rad/s2], FRD
};

template <class S>
struct Truth : TrueMotion<S>, TrueForce<S> {
  std::array<S, max_rotors> rotor_speed;  ///< [rad/s]; only where a sensor times rotors
};

/// Constants of the true world over a flight. All members are S.
template <class S>
struct Scene {
  WorldConstants<S> world;
  GeodesyConstants<S> geodesy;
  Vec3<S> magnetic_field;     ///< [T], NED
  S ground_z;                 ///< below the origin [m]
  S slope_north, slope_east;  ///< rise of the ground per metre [1]

  /// z of the ground below or above a position [m].
  S ground_z_at(const Vec3<S>& p_W) const {
    return fnma(slope_north, p_W.x, fnma(slope_east, p_W.y, ground_z));
  }
};

/// Types of its models.
struct SceneModels {
  WorldModels world;
  GeodesyModel geodesy = GeodesyModel::wgs84;
};

/// The truth at one time for a sensor that does not read forces, with the attitude as a matrix.
template <class S>
struct View {
  const TrueMotion<S>& truth;
  const Rotation<S>& R_WB;
  const Scene<S>& around;
  const SceneModels& models;

  World<S> world() const { return {models.world, around.world}; }
};

/// A view for sensors that read forces. A sensor declares that by asking for this view, and has
/// forces nowhere else.
template <class S>
struct ForceView : View<S> {
  const TrueForce<S>& force;
};

/// Velocity over the ground [m/s] of a point S of the body, NED.
template <class S>
Vec3<S> velocity_of(const View<S>& view, const Vec3<S>& r_BS_B) {
  return view.truth.velocity + view.R_WB * cross(view.truth.body_rate, r_BS_B);
}

/// R^T (v' - g) [m/s2] of a point S of the body, body axes: f + omega' x r + omega x (omega x r).
template <class S>
Vec3<S> specific_force_of(const ForceView<S>& view, const Vec3<S>& r_BS_B) {
  const Vec3<S>& w_WB_B = view.truth.body_rate;
  return view.force.specific_force + cross(view.force.angular_acceleration, r_BS_B) +
         cross(w_WB_B, cross(w_WB_B, r_BS_B));
}

}  // namespace montecopter
