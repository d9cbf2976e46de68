#pragma once
/// The cascade of PX4's multicopters, in SI units. Sources: PX4/PX4-Autopilot,
/// src/modules/mc_pos_control (PositionControl), mc_att_control (AttitudeControl), mc_rate_control
/// (RateControl). Its equations are px4_law.hpp, what the keys are in PX4's parameters
/// docs/scenario/control.md.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/px4_law.hpp"
#include "dynamics/controllers/set_points.hpp"

namespace montecopter {

/// Position and velocity.
struct Px4Position {
  PerAxis position_gain_1_s = PerAxis(required);
  PerAxis velocity_gain_1_s = PerAxis(required);
  PerAxis velocity_integral_gain_1_s2;
  PerAxis velocity_derivative_gain;
  double velocity_cutoff_hz = 5.0;
  double speed_horizontal_m_s = 12.0;
  double speed_up_m_s = 3.0;
  double speed_down_m_s = 1.5;
  double tilt_rad = 0x1.921fb54442d18p-1;
  double thrust_min = 0.12;
  double thrust_max = 1.0;
  double thrust_margin = 0.3;

  static constexpr auto example = std::to_array<ExampleKey>({
      {"position_gain_1_s", "1.0"},
      {"velocity_gain_1_s", "2.0"},
  });

  static constexpr auto fields() {
    using P = Px4Position;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("position_gain_1_s", &P::position_gain_1_s, "s-1", non_negative, each,
              "Velocity per position error, NED"),
        field("velocity_gain_1_s", &P::velocity_gain_1_s, "s-1", non_negative, each,
              "Acceleration per velocity error, NED"),
        field("velocity_integral_gain_1_s2", &P::velocity_integral_gain_1_s2, "s-2", non_negative,
              each, "Acceleration per integral of the velocity error, NED"),
        field("velocity_derivative_gain", &P::velocity_derivative_gain, "1", non_negative, each,
              "Derivative gain on the measured acceleration, NED"),
        field("velocity_cutoff_hz", &P::velocity_cutoff_hz, "Hz", positive, Vary::per_batch,
              "Cut-off of the low-pass in the derivative of velocity"),
        field("speed_horizontal_m_s", &P::speed_horizontal_m_s, units::speed, positive, each,
              "Limit of the horizontal velocity set-point"),
        field("speed_up_m_s", &P::speed_up_m_s, units::speed, positive, each,
              "Limit of the upward velocity set-point"),
        field("speed_down_m_s", &P::speed_down_m_s, units::speed, positive, each,
              "Limit of the downward velocity set-point"),
        field("tilt_rad", &P::tilt_rad, units::angle, between(0.01, 1.5534), each,
              "Limit of the commanded tilt, at most 89 degrees"),
        field("thrust_min", &P::thrust_min, "1", between(0.0, 1.0), each,
              "Lowest commanded thrust, as a fraction of the maximum total thrust of the rotors"),
        field("thrust_max", &P::thrust_max, "1", between(0.01, 1.0), each,
              "Highest commanded thrust, as a fraction of the maximum total thrust of the rotors"),
        field("thrust_margin", &P::thrust_margin, "1", between(0.0, 1.0), each,
              "Thrust reserved for horizontal control before vertical thrust takes priority "
              "(MPC_THR_XY_MARG), as a fraction of the maximum total thrust of the rotors"),
    };
  }

  void fold(const KnownModel& known, Px4Gains<double>& k) const {
    const double full_thrust = known.full_thrust();
    k.position = vector_of(position_gain_1_s), k.velocity = vector_of(velocity_gain_1_s);
    k.velocity_integral = vector_of(velocity_integral_gain_1_s2);
    k.velocity_derivative = vector_of(velocity_derivative_gain);
    k.velocity_filter = {rad_per_turn * velocity_cutoff_hz, known.period_s};
    k.speed_horizontal = speed_horizontal_m_s;
    k.speed_up = speed_up_m_s, k.speed_down = speed_down_m_s;
    sincos(tilt_rad, k.tilt_sine, k.tilt_cosine);
    k.thrust_low = thrust_min * full_thrust;
    k.thrust_high = thrust_max * full_thrust;
    k.thrust_margin = thrust_margin * full_thrust;
  }
};

struct Px4Attitude {
  PerAxis gain_1_s = PerAxis(required);
  double yaw_weight = 0.4;
  PerAxis rate_limit_rad_s =
      PerAxis(0x1.eb7c166fdfe3ap+1, 0x1.eb7c166fdfe3ap+1, 0x1.becde5da115a9p+1);

  static constexpr auto example = std::to_array<ExampleKey>({
      {"gain_1_s", "6.5"},
  });

  static constexpr auto fields() {
    using A = Px4Attitude;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("gain_1_s", &A::gain_1_s, "s-1", non_negative, each,
              "Body rate per error of attitude, body axes"),
        field("yaw_weight", &A::yaw_weight, "1", between(0.0, 1.0), each,
              "Fraction of the yaw error that is used; the gain about z compensates for it"),
        field("rate_limit_rad_s", &A::rate_limit_rad_s, units::angular_rate, positive, each,
              "Limit of the body rate set-point, body axes"),
    };
  }

  void fold(Px4Gains<double>& k) const {
    k.attitude = vector_of(gain_1_s), k.rate_limit = vector_of(rate_limit_rad_s);
    k.yaw_weight = yaw_weight;
    if (yaw_weight > 1e-4) k.attitude.z /= yaw_weight;  // as PX4's setProportionalGain()
  }
};

struct Px4Rate {
  PerAxis gain_1_s = PerAxis(required);
  PerAxis integral_gain_1_s2;
  PerAxis derivative_gain;
  PerAxis integral_limit_rad_s2 = PerAxis(30.0);
  double cutoff_hz = 30.0;
  std::int64_t derivative_order = 2;
  double gyro_cutoff_hz = 0.0;
  double notch_hz = 0.0, notch_bandwidth_hz = 20.0;
  double second_notch_hz = 0.0, second_notch_bandwidth_hz = 20.0;
  double gyro_rate_hz = 0.0;
  double yaw_torque_cutoff_hz = 0.0;

  static constexpr auto example = std::to_array<ExampleKey>({
      {"gain_1_s", "20.0"},
  });

  /// See TypeSchema::says_nothing. Keys that came later change neither text nor hash of scenarios
  /// without them.
  bool says_nothing(std::string_view key) const {
    return (key == "derivative_order" && derivative_order == 2) ||
           (key == "gyro_cutoff_hz" && gyro_cutoff_hz == 0) ||
           (key == "notch_hz" && notch_hz == 0) ||
           (key == "notch_bandwidth_hz" && notch_bandwidth_hz == 20) ||
           (key == "second_notch_hz" && second_notch_hz == 0) ||
           (key == "second_notch_bandwidth_hz" && second_notch_bandwidth_hz == 20) ||
           (key == "gyro_rate_hz" && gyro_rate_hz == 0) ||
           (key == "yaw_torque_cutoff_hz" && yaw_torque_cutoff_hz == 0);
  }

  static constexpr auto fields() {
    using R = Px4Rate;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("gain_1_s", &R::gain_1_s, "s-1", non_negative, each,
              "Angular acceleration per error of body rate, body axes"),
        field("integral_gain_1_s2", &R::integral_gain_1_s2, "s-2", non_negative, each,
              "Angular acceleration per integral of the body rate error, body axes"),
        field("derivative_gain", &R::derivative_gain, "1", non_negative, each,
              "Derivative gain on the measured angular acceleration, body axes"),
        field("integral_limit_rad_s2", &R::integral_limit_rad_s2, "rad s-2", non_negative, each,
              "Limit of the integral term, body axes"),
        field("cutoff_hz", &R::cutoff_hz, "Hz", positive, Vary::per_batch,
              "Cut-off of the low-pass in the derivative of body rate"),
        field("derivative_order", &R::derivative_order, "1", between(1, 2), Vary::fixed,
              "Order of the low-pass in the derivative of body rate: 2 as in PX4 before 1.13, 1 "
              "since"),
        field("gyro_cutoff_hz", &R::gyro_cutoff_hz, "Hz", non_negative, Vary::per_batch,
              "Cut-off of the second-order low-pass on the body rate (IMU_GYRO_CUTOFF); 0: none"),
        field("notch_hz", &R::notch_hz, "Hz", non_negative, Vary::per_batch,
              "Centre of the notch on the body rate (IMU_GYRO_NF0_FRQ); 0: none"),
        field("notch_bandwidth_hz", &R::notch_bandwidth_hz, "Hz", positive, Vary::per_batch,
              "Bandwidth of the first notch, between its -3 dB points"),
        field("second_notch_hz", &R::second_notch_hz, "Hz", non_negative, Vary::per_batch,
              "Centre of a second notch on the body rate (IMU_GYRO_NF1_FRQ); 0: none"),
        field("second_notch_bandwidth_hz", &R::second_notch_bandwidth_hz, "Hz", positive,
              Vary::per_batch, "Bandwidth of the second notch, between its -3 dB points"),
        field("gyro_rate_hz", &R::gyro_rate_hz, "Hz", non_negative, Vary::per_batch,
              "Gyroscope rate at which PX4 computes notches, low-pass and derivative, which sets "
              "their lag; 0: the controller's rate, and a second-order derivative by the backward "
              "Euler rule"),
        field("yaw_torque_cutoff_hz", &R::yaw_torque_cutoff_hz, "Hz", non_negative, Vary::per_batch,
              "Cut-off of the first-order low-pass on the commanded yaw acceleration "
              "(MC_YAW_TQ_CUTOFF); 0: none"),
    };
  }

  RateFilterKeys filters() const {
    return {
        .notches = {{{notch_hz, notch_bandwidth_hz}, {second_notch_hz, second_notch_bandwidth_hz}}},
        .low_pass_hz = gyro_cutoff_hz,
        .derivative_order = derivative_order == 1 ? 1
                            : gyro_rate_hz > 0    ? 2
                                                  : 0,
        .derivative_hz = cutoff_hz,
        .yaw_torque_hz = yaw_torque_cutoff_hz};
  }

  void fold(const KnownModel& known, Px4Gains<double>& k) const {
    k.rate = vector_of(gain_1_s), k.rate_integral = vector_of(integral_gain_1_s2);
    k.rate_derivative = vector_of(derivative_gain);
    k.integral_limit = vector_of(integral_limit_rad_s2);
    k.rate_filter = {rad_per_turn * cutoff_hz, known.period_s};
    const double gyro_s = gyro_rate_hz > 0 ? 1 / gyro_rate_hz : known.period_s;
    k.filters = montecopter::fold(filters(), gyro_s, known.period_s);
  }
};

struct Px4Controller : LoopTiming {
  static constexpr std::string_view type_name = "px4";
  static constexpr std::string_view doc =
      "The cascade of PX4: position P, velocity PID, tilt before yaw, rate PID, with its limits "
      "and "
      "anti-windup";
  static constexpr LawForm law_form = LawForm::wrench_with_memory;

  Px4Position position;
  Px4Attitude attitude;
  Px4Rate body_rate;
  std::optional<SetPointTable> set_points;

  static constexpr auto fields() {
    using P = Px4Controller;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("position", &P::position,
                  "Position and velocity loops: from position to thrust and attitude"),
            field("attitude", &P::attitude, "Attitude loop: from attitude to body rate"),
            field("body_rate", &P::body_rate, "Body rate loop: from body rate to moment"),
            field("set_points", &P::set_points, "Set-points to follow instead of a trajectory"),
        });
  }

  static constexpr bool follows_only_body_rates = false;
  const SetPointTable* set_point_table() const { return set_points ? &*set_points : nullptr; }
  std::array<LimitPair, 1> limit_pairs() const {
    return {{{"thrust", "position.thrust_min", "position.thrust_max", position.thrust_min,
              position.thrust_max}}};
  }
  std::array<Cutoff, 8> cutoffs() const {
    const double gyro_hz = body_rate.gyro_rate_hz;
    return {
        {{"position.velocity_cutoff_hz", position.velocity_cutoff_hz},
         {"body_rate.cutoff_hz", body_rate.cutoff_hz},
         {"body_rate.yaw_torque_cutoff_hz", body_rate.yaw_torque_cutoff_hz},
         {"body_rate.notch_hz", body_rate.notch_hz},
         {"body_rate.second_notch_hz", body_rate.second_notch_hz},
         {"body_rate.gyro_cutoff_hz", body_rate.gyro_cutoff_hz, gyro_hz},
         {"body_rate.notch_bandwidth_hz", body_rate.notch_bandwidth_hz, gyro_hz},
         {"body_rate.second_notch_bandwidth_hz", body_rate.second_notch_bandwidth_hz, gyro_hz}}};
  }
  /// Rate of its filters, if it differs from the rate of its updates.
  Cutoff filter_rate() const { return {"body_rate.gyro_rate_hz", body_rate.gyro_rate_hz}; }

  template <class S>
  using Gains = Px4Gains<S>;
  template <class S>
  using Memory = Px4Memory<S>;

  Gains<double> fold(const KnownModel& known) const {
    Gains<double> k;
    position.fold(known, k);
    attitude.fold(k);
    body_rate.fold(known, k);
    return k;
  }

  template <class S>
  static Wrench<S> wrench(const Px4Gains<S>& k, const ControlView<S>& view,
                          const PastWrenches<S>& past, Px4Memory<S>& memory) {
    Px4Cascade<S> cascade(k, view, past, memory);
    const double* row = view.set_point.row;
    if (row == nullptr) return cascade.from_trajectory(view.d);
    const Vec3<S> first = {S(row[0]), S(row[1]), S(row[2])};
    switch (view.set_point.kind) {
      case SetPointKind::acceleration:
        return cascade.from_acceleration(first, S(row[3]));
      case SetPointKind::attitude: {
        const Quat<S> q_WB_c = {S(row[0]), S(row[1]), S(row[2]), S(row[3])};
        return cascade.from_attitude(normalised(q_WB_c), S(row[4]), S(0.0));
      }
      case SetPointKind::body_rate:
        break;
    }
    return cascade.from_body_rate(first, S(row[3]));
  }
};

}  // namespace montecopter
