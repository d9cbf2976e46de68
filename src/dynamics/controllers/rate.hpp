#pragma once
/// The body rate controller of FlightGoggles. Source: mit-aera/FlightGoggles (commit 6842078), the
/// multicopter node (low-pass, PID on angular acceleration, inertia) and its default parameters;
/// defaults here are those.

#include <array>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/control_view.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/low_pass.hpp"
#include "dynamics/controllers/set_points.hpp"

namespace montecopter {

struct RateController : LoopTiming {
  static constexpr std::string_view type_name = "rate";
  static constexpr std::string_view doc =
      "FlightGoggles' body rate PID behind a second-order low-pass; follows set-points of body "
      "rate and thrust";
  static constexpr LawForm law_form = LawForm::wrench_with_memory;

  PerAxis gain_1_s = PerAxis(9.0);
  PerAxis integral_gain_1_s2 = PerAxis(3.0);
  PerAxis derivative_gain = PerAxis(0.3);
  PerAxis integral_limit_rad = PerAxis(1000.0);
  double cutoff_hz = 30.0;
  SetPointTable set_points;

  static constexpr auto fields() {
    using R = RateController;
    constexpr Vary each = Vary::per_sample;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("gain_1_s", &R::gain_1_s, "s-1", non_negative, each,
                  "Angular acceleration per error of the filtered body rate, body axes"),
            field("integral_gain_1_s2", &R::integral_gain_1_s2, "s-2", non_negative, each,
                  "Angular acceleration per integral of the filtered body rate error, body axes"),
            field("derivative_gain", &R::derivative_gain, "1", non_negative, each,
                  "Derivative gain on the filtered angular acceleration, body axes"),
            field("integral_limit_rad", &R::integral_limit_rad, units::angle, non_negative, each,
                  "Limit of the integral of the filtered body rate error, body axes"),
            field("cutoff_hz", &R::cutoff_hz, "Hz", positive, Vary::per_batch,
                  "Cut-off of the low-pass on the body rate"),
            field("set_points", &R::set_points, "Set-points to follow: body rates and thrust"),
        });
  }

  static constexpr bool follows_only_body_rates = true;
  const SetPointTable* set_point_table() const { return &set_points; }
  std::array<Cutoff, 1> cutoffs() const { return {{{"cutoff_hz", cutoff_hz}}}; }

  template <class S>
  struct Gains {
    Vec3<S> rate, integral, derivative, integral_limit;
    LowPassStep<S> filter;

    /// Limit and filter stay.
    friend Gains operator*(const S& factor, const Gains& k) {
      return {factor * k.rate, factor * k.integral, factor * k.derivative, k.integral_limit,
              k.filter};
    }
  };

  template <class S>
  struct Memory {
    LowPass<S> body_rate;
    Vec3<S> integral;  ///< of the error of the body rate [rad], FRD

    void start(const Feedback<S>& x, const KnownVehicle<S>&) {
      body_rate.start(x.body_rate);
      integral = {S(0.0), S(0.0), S(0.0)};
    }
    /// Goes on from start(): the integral as it is in a trim, within its limit.
    void hold(const Gains<S>& k, const Feedback<S>&, const KnownVehicle<S>&, const CommandForm&,
              const HeldTrim<S>& trim) {
      const auto along = [](const S& gain, const S& alpha, const S& most) {
        const S needed = alpha / select(gain > S(0.0), gain, S(1.0));
        return clamp(needed, -most, most);
      };
      const Vec3<S>&alpha_B = trim.angular_acceleration, &most = k.integral_limit;
      integral = where_integrated(k.integral, {along(k.integral.x, alpha_B.x, most.x),
                                               along(k.integral.y, alpha_B.y, most.y),
                                               along(k.integral.z, alpha_B.z, most.z)});
    }
  };

  Gains<double> fold(const KnownModel& known) const {
    return {vector_of(gain_1_s),
            vector_of(integral_gain_1_s2),
            vector_of(derivative_gain),
            vector_of(integral_limit_rad),
            {rad_per_turn * cutoff_hz, known.period_s}};
  }

  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view, const PastWrenches<S>&,
                          Memory<S>& memory) {
    const double* row = view.set_point.row;  // body rate, thrust
    const Vec3<S> w_c_B = {S(row[0]), S(row[1]), S(row[2])};
    memory.body_rate.follow(view.x.body_rate, k.filter);
    const Vec3<S> e_w_B = w_c_B - memory.body_rate.value;
    const Vec3<S> sum = fma(view.period, e_w_B, memory.integral);
    const Vec3<S>& most = k.integral_limit;
    memory.integral = {clamp(sum.x, -most.x, most.x), clamp(sum.y, -most.y, most.y),
                       clamp(sum.z, -most.z, most.z)};
    const Vec3<S> alpha_c_B = times(k.rate, e_w_B) + times(k.integral, memory.integral) -
                              times(k.derivative, memory.body_rate.rate);
    return {S(row[3]), view.vehicle.inertia * alpha_c_B};
  }
};

}  // namespace montecopter
