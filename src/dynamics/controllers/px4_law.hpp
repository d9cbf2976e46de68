#pragma once
/// The cascade of PX4's multicopters over lanes. Sources: PX4/PX4-Autopilot, PositionControl,
/// AttitudeControl (after Brescianini and D'Andrea, attitude_error.hpp), RateControl. Here thrust
/// is per mass [m/s2], its z negative upwards, and the weight is known. Torque is the known inertia
/// times an angular acceleration, so that gains are in SI units.
///
/// Px4Controller::wrench() makes a Px4Cascade for each update, which ControlLaw calls. It first
/// filters velocity and body rate, and computes the velocity set-point from position, and
/// acceleration from velocity. The limits of thrust and tilt and the integral of the velocity error
/// follow. Then it computes the attitude set-point, the body rate set-point from the attitude
/// error, and angular acceleration from body rate error and its integral. Set-points enter at a
/// later stage of this. The integrals in an update come from the updates before.
///
/// Divisors are `least` at least, so that quotients stay finite where a numerator is 0 or select()
/// drops them.
///
/// Memory: Px4Memory, two integrals and the filters, in the room of ControlLoop. Px4Gains are a
/// part of the row of the sample.

#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/controllers/control_view.hpp"
#include "dynamics/controllers/low_pass.hpp"
#include "dynamics/controllers/rate_filters.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct Px4Gains {
  Vec3<S> position, velocity, velocity_integral, velocity_derivative;
  LowPassStep<S> velocity_filter;
  S speed_horizontal, speed_up, speed_down;
  S tilt_cosine, tilt_sine;
  S thrust_low, thrust_high, thrust_margin;  ///< [m/s2]
  Vec3<S> attitude, rate_limit;              ///< the gain about z is divided by the yaw weight
  S yaw_weight;
  Vec3<S> rate, rate_integral, rate_derivative, integral_limit;
  LowPassStep<S> rate_filter;
  RateFilterGains<S> filters;

  /// Limits, filters and weights stay.
  friend Px4Gains operator*(const S& factor, const Px4Gains& gains) {
    Px4Gains k = gains;
    for (Vec3<S>* gain : {&k.position, &k.velocity, &k.velocity_integral, &k.velocity_derivative,
                          &k.attitude, &k.rate, &k.rate_integral, &k.rate_derivative}) {
      *gain = factor * *gain;
    }
    return k;
  }
};

template <class S>
struct Px4Memory {
  Vec3<S> velocity_integral;  ///< [m/s2], NED
  Vec3<S> rate_integral;      ///< [rad/s2], FRD
  LowPass<S> velocity, body_rate;
  RateFilterMemory<S> filters;

  void start(const Feedback<S>& x, const KnownVehicle<S>&) {
    velocity_integral = rate_integral = {S(0.0), S(0.0), S(0.0)};
    velocity.start(x.velocity);
    body_rate.start(x.body_rate);
    filters.start(x.body_rate);
  }

  /// Goes on from start(): both integrals as they are in a trim, within their limits.
  void hold(const Px4Gains<S>& k, const Feedback<S>& x, const KnownVehicle<S>& vehicle,
            const CommandForm&, const HeldTrim<S>& trim) {
    const S push = trim.command[0] / vehicle.mass;
    Vec3<S> a_W = -push * axes_of(Rotation<S>(x.attitude)).z;
    a_W.z = clamp(a_W.z + vehicle.gravity, -vehicle.gravity, vehicle.gravity);
    velocity_integral = where_integrated(k.velocity_integral, a_W);
    const Vec3<S>& alpha_B = trim.angular_acceleration;
    const Vec3<S>& most = k.integral_limit;
    rate_integral = where_integrated(
        k.rate_integral, {clamp(alpha_B.x, -most.x, most.x), clamp(alpha_B.y, -most.y, most.y),
                          clamp(alpha_B.z, -most.z, most.z)});
    filters.yaw_torque = rate_integral.z;  // of all that is commanded about yaw
  }
};

/// One update of the cascade. Trajectories enter at from_trajectory(); set-points of acceleration,
/// attitude and body rate at from_acceleration(), from_attitude() and from_body_rate().
template <class S>
class Px4Cascade {
 public:
  Px4Cascade(const Px4Gains<S>& gains, const ControlView<S>& view, const PastWrenches<S>& past,
             Px4Memory<S>& memory)
      : k_(gains),
        vehicle_(view.vehicle),
        x_(view.x),
        period_(view.period),
        unallocated_(past.unallocated),
        memory_(memory),
        body_rate_(memory_.filters.filtered(x_.body_rate, k_.filters)) {
    memory_.velocity.follow(x_.velocity, k_.velocity_filter);
    memory_.body_rate.follow(body_rate_, k_.rate_filter);
    slope_ = memory_.filters.differentiated(body_rate_, memory_.body_rate.rate, k_.filters);
  }

  Wrench<S> from_trajectory(const Reference<S>& d) {
    const Vec3<S> e_v_W = commanded_velocity(d) - x_.velocity;
    const Vec3<S> a_c_W = d.acceleration + times(k_.velocity, e_v_W) + memory_.velocity_integral -
                          times(k_.velocity_derivative, memory_.velocity.rate);
    const Vec3<S> f_c_W = limited_thrust(a_c_W);
    integrate(e_v_W, a_c_W, f_c_W);
    return point_thrust(f_c_W, d.heading_sine, d.heading_cosine, d.heading_rate);
  }

  Wrench<S> from_acceleration(const Vec3<S>& a_c_W, const S& heading) {
    S sine, cosine;
    sincos(heading, sine, cosine);
    return point_thrust(limited_thrust(a_c_W), sine, cosine, S(0.0));
  }

  /// Collective thrust [N].
  Wrench<S> from_attitude(const Quat<S>& q_WB_c, const S& thrust, const S& heading_rate) {
    const Vec3<S> e_theta_B = tilt_first(rotation_between(x_.attitude, q_WB_c), k_.yaw_weight);
    return from_attitude_error(e_theta_B, thrust, Rotation<S>(x_.attitude), heading_rate);
  }

  Wrench<S> from_body_rate(const Vec3<S>& w_c_B, const S& thrust) {
    const Vec3<S> e_w_B = w_c_B - body_rate_;
    Vec3<S> alpha_c_B =
        times(k_.rate, e_w_B) + memory_.rate_integral - times(k_.rate_derivative, slope_);
    alpha_c_B.z = memory_.filters.commanded_yaw(alpha_c_B.z, k_.filters);
    integrate_rate(e_w_B);
    return {thrust, vehicle_.inertia * alpha_c_B};
  }

 private:
  /// Far below any speed [m/s], thrust [m/s2], gain [1/s] or tilt that means something.
  static constexpr double least = 1e-9;

  Wrench<S> from_attitude_error(const Vec3<S>& e_theta_B, const S& thrust, const Rotation<S>& R_WB,
                                const S& heading_rate) {
    const Vec3<S> down_B = {R_WB.zx, R_WB.zy, R_WB.zz};
    const Vec3<S> w_c_B = fma(heading_rate, down_B, times(k_.attitude, e_theta_B));
    return from_body_rate(limit(w_c_B, k_.rate_limit), thrust);
  }

  static Vec3<S> limit(const Vec3<S>& a, const Vec3<S>& most) {
    return {clamp(a.x, -most.x, most.x), clamp(a.y, -most.y, most.y), clamp(a.z, -most.z, most.z)};
  }

  /// Velocity set-point within its limits: the part that comes from the position error has priority
  /// over the velocity of the reference.
  Vec3<S> commanded_velocity(const Reference<S>& d) const {
    const Vec3<S> v_to_W = times(k_.position, d.position - x_.position);
    const Vec3<S>& v_ahead_W = d.velocity;
    const S most = k_.speed_horizontal;
    const S to2 = fma(v_to_W.x, v_to_W.x, v_to_W.y * v_to_W.y),
            ahead2 = fma(v_ahead_W.x, v_ahead_W.x, v_ahead_W.y * v_ahead_W.y);
    const S sum_x = v_to_W.x + v_ahead_W.x, sum_y = v_to_W.y + v_ahead_W.y;
    const S z = clamp(v_to_W.z + v_ahead_W.z, -k_.speed_up, k_.speed_down);
    const auto fits = fma(sum_x, sum_x, sum_y * sum_y) < most * most;
    if (all(fits)) return {sum_x, sum_y, z};  // the same bits, sooner
    const auto full = to2 > most * most;
    const S shorten = most / max(sqrt(to2), S(least));
    const S inverse = S(1.0) / max(sqrt(ahead2), S(least));
    const S ux = inverse * v_ahead_W.x, uy = inverse * v_ahead_W.y;
    const S m = fma(ux, v_to_W.x, uy * v_to_W.y);
    const S s = sqrt(max(fma(m, m, fma(most, most, -to2)), S(0.0))) - m;
    const auto pick = [&](const S& sum, const S& along, const S& u) {
      return select(fits, sum, select(full, shorten * along, fma(s, u, along)));
    };
    return {pick(sum_x, v_to_W.x, ux), pick(sum_y, v_to_W.y, uy), z};
  }

  /// Thrust per mass for an acceleration, within the limits of tilt and thrust.
  Vec3<S> limited_thrust(const Vec3<S>& a_c_W) const {
    const S zero(0.0);
    const Vec3<S> f_W = {a_c_W.x, a_c_W.y, a_c_W.z - vehicle_.gravity};
    const S length2 = dot(f_W, f_W), low2 = k_.thrust_low * k_.thrust_low,
            most2 = k_.thrust_high * k_.thrust_high,
            steepest2 = (k_.tilt_cosine * k_.tilt_cosine) * length2;
    const auto free =
        (low2 < length2) & (length2 < most2) & (f_W.z < zero) & (steepest2 < f_W.z * f_W.z);
    if (all(free)) return f_W;  // the same bits, sooner
    return select(free, f_W, within_limits(f_W, most2));
  }

  /// The thrust within the limits if it is outside of them; `most2`: square of the greatest.
  Vec3<S> within_limits(const Vec3<S>& f_W, const S& most2) const {
    const S zero(0.0);
    const Vec3<S> up_W = limited_tilt(unit(f_W));
    const S length = max(f_W.z / up_W.z, k_.thrust_low);
    const S horizontal = length * sqrt(fma(up_W.x, up_W.x, up_W.y * up_W.y));
    const S margin = min(horizontal, k_.thrust_margin);
    const S z = max(length * up_W.z, -sqrt(max(fnma(margin, margin, most2), zero)));
    const S left = sqrt(max(fnma(z, z, most2), zero));
    const S fraction = select(horizontal > left, left / max(horizontal, S(least)), S(1.0));
    return {fraction * length * up_W.x, fraction * length * up_W.y, z};
  }

  /// A unit vector whose tilt against the vertical is limited.
  Vec3<S> limited_tilt(const Vec3<S>& up_W) const {
    if (all(k_.tilt_cosine < -up_W.z)) return up_W;  // the same bits, sooner
    const S level = sqrt(fma(up_W.x, up_W.x, up_W.y * up_W.y));
    const auto none = level < S(least);
    const S inverse = k_.tilt_sine / select(none, S(1.0), level);
    const auto steep = -up_W.z < k_.tilt_cosine;
    return {select(steep, select(none, k_.tilt_sine, inverse * up_W.x), up_W.x),
            select(steep, inverse * up_W.y, up_W.y), select(steep, -k_.tilt_cosine, up_W.z)};
  }

  /// Integral of the velocity error with anti-windup: vertically the error is not integrated while
  /// the thrust is at its limit, horizontally the integral is drawn back (tracking anti-windup; L.
  /// Rundqwist, "Anti-reset windup for PID controllers", IFAC World Congress 1990).
  void integrate(Vec3<S> e_v_W, const Vec3<S>& a_c_W, const Vec3<S>& f_c_W) {
    const S zero(0.0);
    const S lift = a_c_W.z - vehicle_.gravity;
    const auto stuck_low = (lift > -k_.thrust_low) & (e_v_W.z > zero);
    const auto stuck_high = (lift < -k_.thrust_high) & (e_v_W.z < zero);
    e_v_W.z = select(stuck_low, zero, select(stuck_high, zero, e_v_W.z));
    const auto cut =
        fma(a_c_W.x, a_c_W.x, a_c_W.y * a_c_W.y) > fma(f_c_W.x, f_c_W.x, f_c_W.y * f_c_W.y);
    const S back =
        select(cut & (k_.velocity.x > zero), S(2.0) / max(k_.velocity.x, S(least)), zero);
    e_v_W.x = fnma(back, a_c_W.x - f_c_W.x, e_v_W.x);
    e_v_W.y = fnma(back, a_c_W.y - f_c_W.y, e_v_W.y);
    Vec3<S>& sum = memory_.velocity_integral;
    sum = fma(period_, times(k_.velocity_integral, e_v_W), sum);
    sum.z = clamp(sum.z, -vehicle_.gravity, vehicle_.gravity);
  }

  /// `sine` and `cosine` are those of the heading. The body points against the force, down where
  /// there is none, and its nose to the heading, seen from above.
  Wrench<S> point_thrust(const Vec3<S>& f_c_W, const S& sine, const S& cosine,
                         const S& heading_rate) {
    const Rotation<S> R_WB(x_.attitude);
    const S thrust = sqrt(dot(f_c_W, f_c_W));
    Vec3<S> p_W = -f_c_W;
    S pull = thrust;
    const auto points = S(1e-6) < thrust;  // [m/s2]; a smaller force has no direction
    if (!all(points)) p_W.z = select(points, p_W.z, S(1.0)), pull = select(points, pull, S(1.0));
    const Vec3<S> nose_W = {cosine * p_W.z, sine * p_W.z, -fma(cosine, p_W.x, sine * p_W.y)};
    const Vec3<S> x_B = inverse_length(nose_W) * R_WB.inverse(nose_W);
    const Vec3<S> z_B = inverse_of_length(pull) * R_WB.inverse(p_W);
    return from_attitude_error(tilt_first(BodyAxes<S>{x_B, cross(z_B, x_B), z_B}, k_.yaw_weight),
                               vehicle_.mass * thrust, R_WB, heading_rate);
  }

  /// Integral of the error of the body rate: by a factor that falls to 0 at 400 degrees per second,
  /// and not in directions in which rotors saturate.
  void integrate_rate(const Vec3<S>& e_w_B) {
    constexpr double full_rad_s = 0x1.becde5da115a9p+2;  // 400 degrees per second
    const auto next = [&](const S& sum, const S& gain, const S& e, const S& missing,
                          const S& most) {
      // What is less of a moment than that of `least` rad/s2 is the rounding of the allocation.
      const S zero(0.0), tiny = S(least) * vehicle_.inertia.xx;
      S free = select(missing > tiny, min(e, zero), e);
      free = select(missing < -tiny, max(free, zero), free);
      const S part = free * S(1.0 / full_rad_s);
      const S fraction = max(fnma(part, part, S(1.0)), zero);
      return clamp(fma(fraction * gain * period_, free, sum), -most, most);
    };
    Vec3<S>& sum = memory_.rate_integral;
    sum = {next(sum.x, k_.rate_integral.x, e_w_B.x, unallocated_.x, k_.integral_limit.x),
           next(sum.y, k_.rate_integral.y, e_w_B.y, unallocated_.y, k_.integral_limit.y),
           next(sum.z, k_.rate_integral.z, e_w_B.z, unallocated_.z, k_.integral_limit.z)};
  }

  const Px4Gains<S>& k_;
  const KnownVehicle<S>& vehicle_;
  const Feedback<S>& x_;
  S period_;
  Vec3<S> unallocated_;
  Px4Memory<S>& memory_;
  Vec3<S> body_rate_, slope_;  ///< behind the filters of the gyroscope [rad/s, rad/s2], FRD
};

}  // namespace montecopter
