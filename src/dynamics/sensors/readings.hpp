#pragma once
/// What each kind of sensor reads, over lanes: docs/models.md 1.8. SensorSuite (simulate/lanes/)
/// calls ideal() at the step at which a reading is measured, applies the errors (errors.hpp) and
/// calls read_out(); rotor speeds are measured by its clocks (rotor_clock.hpp). Constants are made
/// by simulate/setup/sensor_rows.cpp, as flat arrays of doubles. A kind is a template with
///   axes, groups       numbers that have errors, and how many error models they share
///   outputs            numbers that it reads out
///   reads_force        whether what it reads depends on the specific force
///   Constants          of one sample: errors, one of each group, and what else it needs
///   ideal(...)         the numbers without errors; NaN where there is nothing to read
///   ideal_under_force(...)  the same with the specific force; only where that may be coupled in
///   read_out(...)      from the numbers with errors to the outputs; only where those are not the
///                      same

#include <array>

#include "dynamics/sensors/errors.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

/// Whether a reading depends on the specific force and the angular acceleration, which Truth has
/// only where they are asked for.
enum class ReadsForce {
  never,
  if_coupled,  ///< by what couples it into a sample's sensors: Sensor::couples_force()
  always,
};

template <class S>
struct Matrix3 {
  Vec3<S> x, y, z;  ///< rows

  friend Vec3<S> operator*(const Matrix3& m, const Vec3<S>& a) {
    return {dot(m.x, a), dot(m.y, a), dot(m.z, a)};
  }
};

/// Sums of a sensor that averages, since the reading before: of each axis, over so many steps.
template <class S>
struct ReadingSums {
  std::array<S, 3> sum;
  S steps;
};

/// The truth that a sensor measures at one time, with the attitude as a matrix.
template <class S>
struct View {
  const Truth<S>& truth;
  const Rotation<S>& R_WB;
  const Scene<S>& around;
  const SceneModels& models;

  World<S> world() const { return {models.world, around.world}; }
};

/// Velocity over the ground [m/s] of a point S of the body, NED.
template <class S>
Vec3<S> velocity_of(const View<S>& view, const Vec3<S>& r_BS_B) {
  return view.truth.velocity + view.R_WB * cross(view.truth.body_rate, r_BS_B);
}

/// R^T (v' - g) [m/s2] of a point S of the body, body axes: f + omega' x r + omega x (omega x r).
template <class S>
Vec3<S> specific_force_of(const Truth<S>& truth, const Vec3<S>& r_BS_B) {
  const Vec3<S>& w_WB_B = truth.body_rate;
  return truth.specific_force + cross(truth.angular_acceleration, r_BS_B) +
         cross(w_WB_B, cross(w_WB_B, r_BS_B));
}

template <class S>
struct AccelerometerReading {
  static constexpr int axes = 3, groups = 1, outputs = 3;
  static constexpr ReadsForce reads_force = ReadsForce::always;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Matrix3<S> to_axes;  ///< body axes to S, the sensor's axes as they are
    Vec3<S> position;    ///< from the centre of mass [m], body axes
  };

  static std::array<S, 3> ideal(const View<S>& view, const Constants& c) {
    const Vec3<S> f_S = c.to_axes * specific_force_of(view.truth, c.position);
    return {f_S.x, f_S.y, f_S.z};
  }
};

template <class S>
struct GyroscopeReading {
  static constexpr int axes = 3, groups = 1, outputs = 3;
  static constexpr ReadsForce reads_force = ReadsForce::if_coupled;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Matrix3<S> to_axes;
    Matrix3<S> g_sensitivity;  ///< angular rate per specific force, body axes to S [rad/s per m/s2]
  };

  static std::array<S, 3> ideal(const View<S>& view, const Constants& c) {
    return rates(c.to_axes * view.truth.body_rate);
  }
  /// The same with the errors by specific force (g-sensitivity).
  static std::array<S, 3> ideal_under_force(const View<S>& view, const Constants& c) {
    return rates(c.to_axes * view.truth.body_rate + c.g_sensitivity * view.truth.specific_force);
  }

 private:
  static std::array<S, 3> rates(const Vec3<S>& w_WB_S) { return {w_WB_S.x, w_WB_S.y, w_WB_S.z}; }
};

template <class S>
struct MagnetometerReading {
  static constexpr int axes = 3, groups = 1, outputs = 3;
  static constexpr ReadsForce reads_force = ReadsForce::never;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Matrix3<S> to_axes;
  };

  static std::array<S, 3> ideal(const View<S>& view, const Constants& c) {
    const Vec3<S> b_S = c.to_axes * view.R_WB.inverse(view.around.magnetic_field);
    return {b_S.x, b_S.y, b_S.z};
  }
};

/// Altitude, pressure and temperature.
template <class S>
struct BarometerReading {
  static constexpr int axes = 1, groups = 1, outputs = 3;
  static constexpr ReadsForce reads_force = ReadsForce::never;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    S pressure_resolution;  ///< 0: pressures are not rounded
  };

  static std::array<S, 1> ideal(const View<S>& view, const Constants&) {
    return {view.world().altitude(view.truth.position.z)};
  }
  /// Inlined into one function, so that the compiler drops the density, which is not read out.
  [[gnu::flatten]] static std::array<S, 3> read_out(const View<S>& view, const Constants& c,
                                                    const S* readings) {
    const Air<S> air = view.world().air_at(readings[0]);
    return {readings[0], rounded(air.pressure_pa, c.pressure_resolution), air.temperature_k};
  }

 private:
  static S rounded(const S& pressure, const S& resolution) {
    if (all(resolution == S(0.0))) return pressure;
    const S digit = max(resolution, S(0x1p-1000));  // finite quotients in lanes without one
    return select(S(0.0) < resolution, round_to_even(pressure / digit) * digit, pressure);
  }
};

/// Position and velocity NED, then latitude, longitude and altitude.
template <class S>
struct GnssReading {
  static constexpr int axes = 3, groups = 2, outputs = 9;
  static constexpr ReadsForce reads_force = ReadsForce::never;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Vec3<S> antenna;  ///< from the centre of mass [m], body axes
  };

  static std::array<S, 6> ideal(const View<S>& view, const Constants& c) {
    const Vec3<S> p_WS_W = view.truth.position + view.R_WB * c.antenna;
    const Vec3<S> v_WS_W = velocity_of(view, c.antenna);
    return {p_WS_W.x, p_WS_W.y, p_WS_W.z, v_WS_W.x, v_WS_W.y, v_WS_W.z};
  }
  static std::array<S, 9> read_out(const View<S>& view, const Constants&, const S* r) {
    const Geodesy<S> geodesy{view.models.geodesy, view.around.geodesy};
    const Geodetic<S> place = geodesy.at({r[0], r[1], r[2]});
    return {r[0],
            r[1],
            r[2],
            r[3],
            r[4],
            r[5],
            place.latitude_deg,
            place.longitude_deg,
            place.altitude_m};
  }
};

template <class S>
struct RangeReading {
  static constexpr int axes = 1, groups = 1, outputs = 1;
  static constexpr ReadsForce reads_force = ReadsForce::never;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Vec3<S> position, axis;  ///< from the centre of mass [m]; of the beam; body axes
    S height;                ///< 1: measures the height, 0: along the beam
    S least, most;
  };

  /// Beams that do not point downwards meet no ground.
  static std::array<S, 1> ideal(const View<S>& view, const Constants& c) {
    const S height = view.around.ground_z - (view.truth.position + view.R_WB * c.position).z;
    const S downwards = (view.R_WB * c.axis).z;
    const auto meets = S(0.0) < downwards;
    const S cosine = select(S(0.0) < c.height, S(1.0), select(meets, downwards, S(1.0)));
    const S range = height / cosine;
    const S within = select(c.least > range, S(nothing_to_read), range);
    return {select(meets, select(range > c.most, S(nothing_to_read), within), S(nothing_to_read))};
  }
};

template <class S>
struct AirspeedReading {
  static constexpr int axes = 1, groups = 1, outputs = 1;
  static constexpr ReadsForce reads_force = ReadsForce::never;
  static constexpr double reference_density_kg_m3 = 1.225;
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
    Vec3<S> position, axis;  ///< from the centre of mass [m]; along which it measures; body axes
    S equivalent;            ///< 1: the equivalent airspeed, 0: the true one
  };

  static std::array<S, 1> ideal(const View<S>& view, const Constants& c) {
    const Vec3<S> v_AS_W = velocity_of(view, c.position) - view.truth.wind;
    const S speed = max(dot(c.axis, view.R_WB.inverse(v_AS_W)), S(0.0));
    const S density = view.world().air(view.truth.position.z).density_kg_m3;
    const S ratio = sqrt(density * S(1.0 / reference_density_kg_m3));
    return {select(S(0.0) < c.equivalent, speed * ratio, speed)};
  }
};

}  // namespace montecopter
