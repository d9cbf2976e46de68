#pragma once
/// The geometric tracking controller on SE(3). Source: T. Lee, M. Leok, N. H. McClamroch,
/// "Geometric Tracking Control of a Quadrotor UAV on SE(3)", CDC 2010, eq. 10-21; numbers of
/// equations below are its. The desired specific force is differentiated twice, so that the desired
/// body rate and its derivative are exact for a vehicle on which only rotors and gravity act.
///
/// ControlLaw (simulate/lanes/) calls wrench() at each update, or, of a continuous controller, at
/// each stage of the integrator, and allocates the wrench to the rotors; `mellinger` has the same
/// keys. The control law has no memory. fold() makes the Gains of a sample, a part of its row, of
/// the keys.

#include <array>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/control_view.hpp"
#include "dynamics/controllers/flatness.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"

namespace montecopter {

struct LeeController : LoopTiming {
  static constexpr std::string_view type_name = "lee";
  static constexpr std::string_view doc =
      "Geometric tracking on SE(3) after Lee, Leok and McClamroch (2010), with the desired body "
      "rate and its derivative in closed form";
  static constexpr LawForm law_form = LawForm::wrench;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"attitude_gain_n_m", "0.8"},
      {"rate_gain_n_m_s", "0.16"},
  });

  /// The nose points to the heading as far as the thrust allows. Body y is across the heading, so
  /// that yaw differs from it by about the product of roll and pitch.
  static constexpr bool y_across_heading = true;

  PerAxis position_gain_1_s2 = PerAxis(required);
  PerAxis velocity_gain_1_s = PerAxis(required);
  std::optional<PerAxis> attitude_gain_n_m, attitude_gain_1_s2;
  std::optional<PerAxis> rate_gain_n_m_s, rate_gain_1_s;

  static constexpr std::array<std::array<std::string_view, 2>, 2> exactly_one_each = {{
      {"attitude_gain_n_m", "attitude_gain_1_s2"},
      {"rate_gain_n_m_s", "rate_gain_1_s"},
  }};

  static constexpr auto fields() {
    using L = LeeController;
    constexpr Vary each = Vary::per_sample;
    return join(LoopTiming::fields(),
                FieldList{
                    field("position_gain_1_s2", &L::position_gain_1_s2, "s-2", non_negative, each,
                          "Acceleration per position error, NED: k_x / m of the paper"),
                    field("velocity_gain_1_s", &L::velocity_gain_1_s, "s-1", non_negative, each,
                          "Acceleration per velocity error, NED: k_v / m"),
                    field("attitude_gain_n_m", &L::attitude_gain_n_m, "N m", non_negative, each,
                          "Moment per attitude error e_R, body axes: k_R"),
                    field("attitude_gain_1_s2", &L::attitude_gain_1_s2, "s-2", non_negative, each,
                          "Angular acceleration per attitude error e_R, body axes: k_R / J, with "
                          "the inertia that the controller knows (instead of attitude_gain_n_m)"),
                    field("rate_gain_n_m_s", &L::rate_gain_n_m_s, "N m s", non_negative, each,
                          "Moment per body rate error, body axes: k_Omega"),
                    field("rate_gain_1_s", &L::rate_gain_1_s, "s-1", non_negative, each,
                          "Angular acceleration per body rate error, body axes: k_Omega / J "
                          "(instead of rate_gain_n_m_s)"),
                });
  }

  template <class S>
  struct Gains {
    Vec3<S> position, velocity;  ///< [1/s2], [1/s], NED
    Vec3<S> attitude, rate;      ///< [N m], [N m s], FRD

    friend Gains operator*(const S& factor, const Gains& k) {
      return {factor * k.position, factor * k.velocity, factor * k.attitude, factor * k.rate};
    }
  };

  std::array<GainPair, 2> gain_pairs() const {
    return {{
        {exactly_one_each[0], {attitude_gain_n_m.has_value(), attitude_gain_1_s2.has_value()}, 80},
        {exactly_one_each[1], {rate_gain_n_m_s.has_value(), rate_gain_1_s.has_value()}, 16},
    }};
  }

  Gains<double> fold(const KnownModel& known) const {
    const Symmetric3<double>& inertia = known.vehicle.inertia;
    return {vector_of(position_gain_1_s2), vector_of(velocity_gain_1_s),
            moments(attitude_gain_n_m, attitude_gain_1_s2, inertia),
            moments(rate_gain_n_m_s, rate_gain_1_s, inertia)};
  }

  /// Thrust and moment, eq. 15 and 16.
  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view) {
    const Rotation<S> R_WB(view.x.attitude);
    const Demand<S> demand = demand_of(k, view, R_WB);
    const TurningAxes<S> c = axes_along(demand.pull, demand.length, view.d);
    const BodyAxes<S> desired_B = {R_WB.inverse(c.axes.x), R_WB.inverse(c.axes.y),
                                   R_WB.inverse(c.axes.z)};
    const auto to_body = [&](const Vec3<S>& a) {
      return fma(a.x, desired_B.x, fma(a.y, desired_B.y, a.z * desired_B.z));
    };
    const Vec3<S>& w_WB_B = view.x.body_rate;
    const Symmetric3<S>& inertia = view.vehicle.inertia;
    const Vec3<S> w_d_B = to_body(c.rate);
    const Vec3<S> alpha_d_B = to_body(c.angular_acceleration) - cross(w_WB_B, w_d_B);
    const Vec3<S> feedback_M_B =
        fma(k.attitude, vee_error(desired_B), times(k.rate, w_WB_B - w_d_B));
    return {demand.thrust, cross(w_WB_B, inertia * w_WB_B) + (inertia * alpha_d_B - feedback_M_B)};
  }

 private:
  /// Gains of moments, as given or from those of angular accelerations; exactly one is there.
  static Vec3<double> moments(const std::optional<PerAxis>& as_moment,
                              const std::optional<PerAxis>& as_acceleration,
                              const Symmetric3<double>& J) {
    if (as_moment) return vector_of(*as_moment);
    const PerAxis& k = *as_acceleration;
    return {k[0] * J.xx, k[1] * J.yy, k[2] * J.zz};
  }

  /// Output of the position loop.
  template <class S>
  struct Demand {
    S thrust;        ///< [N]
    Moving<S> pull;  ///< minus the desired specific force [m/s2]: b_3c points along it
    PullLengths<S> length;
  };

  /// Eq. 12 and 15, with the acceleration and the jerk that the thrust itself causes.
  template <class S>
  static Demand<S> demand_of(const Gains<S>& k, const ControlView<S>& view,
                             const Rotation<S>& R_WB) {
    const Feedback<S>& x = view.x;
    const Reference<S>& d = view.d;
    const BodyAxes<S> axes_W = axes_of(R_WB);
    const auto pull = [&](const Vec3<S>& error, const Vec3<S>& error_rate, const Vec3<S>& ahead) {
      return fma(k.position, error, fma(k.velocity, error_rate, -ahead));
    };
    const Vec3<S> g_W = {S(0.0), S(0.0), view.vehicle.gravity};
    const Vec3<S> e_x_W = x.position - d.position, e_v_W = x.velocity - d.velocity;
    const Vec3<S> p_W = pull(e_x_W, e_v_W, d.acceleration) + g_W;
    const PullLengths<S> length(p_W, d);
    const Vec3<S> b3_dot_W = fnma(x.body_rate.x, axes_W.y, x.body_rate.y * axes_W.x);
    const S push = dot(p_W, axes_W.z);  // f / m
    const Vec3<S> e_a_W = fnma(push, axes_W.z, g_W - d.acceleration);
    const Vec3<S> p_dot_W = pull(e_v_W, e_a_W, d.jerk);
    const S push_rate = dot(p_dot_W, axes_W.z) + dot(p_W, b3_dot_W);
    const Vec3<S> e_j_W = fnma(push_rate, axes_W.z, fnma(push, b3_dot_W, -d.jerk));
    return {view.vehicle.mass * push, {p_W, p_dot_W, pull(e_a_W, e_j_W, d.snap)}, length};
  }
};

}  // namespace montecopter
