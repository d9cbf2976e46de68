#pragma once
/// Incremental nonlinear dynamic inversion. Source: E. Tal and S. Karaman, "Accurate tracking of
/// aggressive quadrotor trajectories using incremental nonlinear dynamic inversion and differential
/// flatness", IEEE Trans. Control Systems Technology 29 (2021) 1203, sections III and IV.
/// Accelerations are differences of velocity and body rate between updates; thrust and moment are
/// those that were commanded, behind a lag in place of a measured rotor speed. The same low-pass is
/// on all four.

#include <array>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/control_view.hpp"
#include "dynamics/controllers/flatness.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/low_pass.hpp"

namespace montecopter {

struct IndiController : LoopTiming {
  static constexpr std::string_view type_name = "indi";
  static constexpr std::string_view doc =
      "Incremental nonlinear dynamic inversion after Tal and Karaman (2021): thrust and moment are "
      "incremented by the difference of commanded and measured accelerations";
  static constexpr LawForm law_form = LawForm::wrench_with_memory;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"attitude_gain_1_s2", "79.0"},
      {"rate_gain_1_s", "15.8"},
      {"motor_time_constant_s", "0.02"},
  });

  /// The nose points to the heading as far as the thrust allows. Body y is across the heading, so
  /// that yaw differs from it by about the product of roll and pitch.
  static constexpr bool y_across_heading = true;
  /// Whether increments belong to the commands that acted when the accelerations were measured,
  /// however late.
  static constexpr bool counts_applied_wrench = true;

  PerAxis position_gain_1_s2 = PerAxis(required);
  PerAxis velocity_gain_1_s = PerAxis(required);
  PerAxis acceleration_gain;
  PerAxis attitude_gain_1_s2 = PerAxis(required);
  PerAxis rate_gain_1_s = PerAxis(required);
  double cutoff_hz = 30.0;
  double motor_time_constant_s = 0.0;

  static constexpr auto fields() {
    using I = IndiController;
    constexpr Vary each = Vary::per_sample;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("position_gain_1_s2", &I::position_gain_1_s2, "s-2", non_negative, each,
                  "Acceleration per position error, NED: K_x"),
            field("velocity_gain_1_s", &I::velocity_gain_1_s, "s-1", non_negative, each,
                  "Acceleration per velocity error, NED: K_v"),
            field("acceleration_gain", &I::acceleration_gain, "1", non_negative, each,
                  "Acceleration per error of the filtered acceleration, NED: K_a"),
            field("attitude_gain_1_s2", &I::attitude_gain_1_s2, "s-2", non_negative, each,
                  "Angular acceleration per error of attitude as a rotation vector, body axes"),
            field("rate_gain_1_s", &I::rate_gain_1_s, "s-1", non_negative, each,
                  "Angular acceleration per error of body rate, body axes: K_Omega"),
            field("cutoff_hz", &I::cutoff_hz, "Hz", positive, Vary::per_batch,
                  "Cut-off of the low-pass on both accelerations and on the commands"),
            field("motor_time_constant_s", &I::motor_time_constant_s, units::time, non_negative,
                  each, "Time constant of the assumed first-order rotor response"),
        });
  }

  std::array<Cutoff, 1> cutoffs() const { return {{{"cutoff_hz", cutoff_hz}}}; }

  template <class S>
  struct Gains {
    Vec3<S> position, velocity, acceleration;  ///< [1/s2], [1/s], [1], NED
    Vec3<S> attitude, rate;                    ///< [1/s2], [1/s], FRD
    LowPassStep<S> filter;
    S fraction;  ///< of the way to what is commanded that the lag leaves in a period
    S per_mass;  ///< [1/kg]

    /// Filter, lag and mass stay.
    friend Gains operator*(const S& factor, const Gains& k) {
      return {factor * k.position, factor * k.velocity, factor * k.acceleration,
              factor * k.attitude, factor * k.rate,     k.filter,
              k.fraction,          k.per_mass};
    }
  };

  template <class S>
  struct Memory {
    LowPass<S> velocity, body_rate;  ///< [m/s], NED; [rad/s], FRD
    LowPass<S> push;                 ///< thrust per mass, NED [m/s2]
    LowPass<S> moment;               ///< FRD [N m]
    Wrench<S> lagged;                ///< commanded wrench behind the modelled lag of the rotors

    void start(const Feedback<S>& x, const KnownVehicle<S>& vehicle) {
      const Rotation<S> R_WB(x.attitude);
      lagged = {vehicle.mass * vehicle.gravity, {S(0.0), S(0.0), S(0.0)}};
      velocity.start(x.velocity);
      body_rate.start(x.body_rate);
      push.start(-vehicle.gravity * axes_of(R_WB).z);
      moment.start(lagged.moment);
    }
    /// Goes on from start(): what has been commanded until now is the trim.
    void hold(const Gains<S>& k, const Feedback<S>& x, const KnownVehicle<S>&, const CommandForm&,
              const HeldTrim<S>& trim) {
      lagged = trim.wrench();
      push.start(-(lagged.thrust * k.per_mass) * axes_of(Rotation<S>(x.attitude)).z);
      moment.start(lagged.moment);
    }
  };

  Gains<double> fold(const KnownModel& known) const {
    const double period_s = known.period_s;
    return {vector_of(position_gain_1_s2),
            vector_of(velocity_gain_1_s),
            vector_of(acceleration_gain),
            vector_of(attitude_gain_1_s2),
            vector_of(rate_gain_1_s),
            {rad_per_turn * cutoff_hz, period_s},
            period_s / (motor_time_constant_s + period_s),
            1.0 / known.vehicle.mass};
  }

  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view,
                          const PastWrenches<S>& past, Memory<S>& memory) {
    const KnownVehicle<S>& vehicle = view.vehicle;
    const Feedback<S>& x = view.x;
    const Reference<S>& d = view.d;
    const Rotation<S> R_WB(x.attitude);
    const BodyAxes<S> axes_W = axes_of(R_WB);
    const LowPassStep<S>& filter = k.filter;
    Wrench<S>& lagged = memory.lagged;
    lagged.thrust = fma(k.fraction, past.applied.thrust - lagged.thrust, lagged.thrust);
    lagged.moment = fma(k.fraction, past.applied.moment - lagged.moment, lagged.moment);
    memory.velocity.follow(x.velocity, filter);
    memory.push.follow(-(lagged.thrust * k.per_mass) * axes_W.z, filter);

    const Vec3<S>& a_measured_W = memory.velocity.rate;
    const Vec3<S> a_c_W = d.acceleration + times(k.position, d.position - x.position) +
                          times(k.velocity, d.velocity - x.velocity) +
                          times(k.acceleration, d.acceleration - a_measured_W);
    const Vec3<S> f_c_W = memory.push.value + (a_c_W - a_measured_W);
    const BodyAxes<S> commanded_B = pointed_along(-f_c_W, d, R_WB);

    // theta_B ends a long chain of dependent operations; what does not depend on it is computed
    // beside it.
    const Turn<S> turn = turn_along(d, vehicle.gravity);
    const Vec3<S> w_d_B = R_WB.inverse(turn.rate);
    const Vec3<S> alpha_d_B = R_WB.inverse(turn.angular_acceleration) - cross(x.body_rate, w_d_B);
    memory.body_rate.follow(x.body_rate, filter);
    memory.moment.follow(lagged.moment, filter);

    const Vec3<S> theta_B = rotation_vector(commanded_B);
    const Vec3<S> alpha_c_B =
        alpha_d_B + times(k.attitude, theta_B) + times(k.rate, w_d_B - x.body_rate);
    return {vehicle.mass * -dot(f_c_W, axes_W.z),
            memory.moment.value + vehicle.inertia * (alpha_c_B - memory.body_rate.rate)};
  }
};

}  // namespace montecopter
