#pragma once
/// The linear-quadratic regulator. Its gains are computed from weights once per sweep point
/// (dynamics/linear/lqr_design.hpp); its equations are lqr_law.hpp.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/control_view.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/lqr_law.hpp"

namespace montecopter {

struct LqrController : LoopTiming {
  static constexpr std::string_view type_name = "lqr";
  static constexpr std::string_view doc =
      "Linear-quadratic regulator for any vehicle, designed for its hover, update rate and delay";
  static constexpr LawForm law_form = LawForm::command;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"position_weight_1_m2", "4.0"},
      {"attitude_weight_1_rad2", "8.0"},
      {"command_weights", "[0.02, 1.0, 1.0, 50.0]"},
  });

  PerAxis position_weight_1_m2 = PerAxis(required);
  PerAxis velocity_weight_s2_m2 = PerAxis(0.0);
  PerAxis attitude_weight_1_rad2 = PerAxis(required);
  PerAxis rate_weight_s2_rad2 = PerAxis(0.0);
  double rotor_speed_weight_s2_rad2 = 0.0;
  PerAxis position_integral_weight_1_m2_s2 = PerAxis(0.0);
  double heading_integral_weight_1_rad2_s2 = 0.0;
  double rotor_speed_integral_weight_1_rad2 = 0.0;
  std::vector<double> command_weights;
  std::optional<double> rotor_speed_rad_s;

  static constexpr auto fields() {
    using L = LqrController;
    constexpr Vary point = Vary::per_batch;  // gains are computed once per sweep point
    return join(
        LoopTiming::fields(),
        FieldList{
            field("position_weight_1_m2", &L::position_weight_1_m2, "m-2", positive, point,
                  "Weight of the squared position error: forward, right, down"),
            field("velocity_weight_s2_m2", &L::velocity_weight_s2_m2, "s2 m-2", non_negative, point,
                  "Weight of the squared velocity error: forward, right, down"),
            field("attitude_weight_1_rad2", &L::attitude_weight_1_rad2, "rad-2", positive, point,
                  "Weight of the squared attitude error as a rotation vector, body axes"),
            field("rate_weight_s2_rad2", &L::rate_weight_s2_rad2, "s2 rad-2", non_negative, point,
                  "Weight of the squared body rate error, body axes"),
            field("rotor_speed_weight_s2_rad2", &L::rotor_speed_weight_s2_rad2, "s2 rad-2",
                  non_negative, point,
                  "Weight of the squared speed error of a helicopter's main rotor"),
            field(
                "position_integral_weight_1_m2_s2", &L::position_integral_weight_1_m2_s2, "m-2 s-2",
                non_negative, point,
                "Weight of the squared time integral of the position error; 0: no integral action"),
            field(
                "heading_integral_weight_1_rad2_s2", &L::heading_integral_weight_1_rad2_s2,
                "rad-2 s-2", non_negative, point,
                "Weight of the squared time integral of the heading error; 0: no integral action"),
            field("rotor_speed_integral_weight_1_rad2", &L::rotor_speed_integral_weight_1_rad2,
                  "rad-2", non_negative, point,
                  "Weight of the squared time integral of a helicopter's rotor speed error; 0: no "
                  "integral action"),
            field("command_weights", &L::command_weights, "", positive, Vary::fixed,
                  "Weights of the squared command deviations from hover: [thrust, moment x, y, z] "
                  "of a multirotor in N and N m, or the five commands of a helicopter"),
            field("rotor_speed_rad_s", &L::rotor_speed_rad_s, "rad s-1", positive, point,
                  "Set-point of a helicopter's main rotor speed; default: the speed of its first "
                  "operating point"),
        });
  }

  template <class S>
  using Gains = LqrGains<S>;
  template <class S>
  using Memory = LqrMemory<S>;

  static constexpr std::string_view noun = "linear-quadratic regulator";
  /// Place for the gains of the synthesis (src/dynamics/linear/).
  static constexpr Gains<double> KnownModel::*designed_gains = &KnownModel::lqr;
  /// Keys about the main rotor, which other vehicles do not have. In a resolved scenario, a weight
  /// of 0 means that it was not given.
  std::array<GivenKey, 3> main_rotor_keys() const {
    return {{
        {"rotor_speed_rad_s", rotor_speed_rad_s.has_value()},
        {"rotor_speed_weight_s2_rad2", rotor_speed_weight_s2_rad2 > 0},
        {"rotor_speed_integral_weight_1_rad2", rotor_speed_integral_weight_1_rad2 > 0},
    }};
  }
  /// Cut-offs: there is no low-pass.
  static constexpr std::array<Cutoff, 0> cutoffs() { return {}; }

  Gains<double> fold(const KnownModel& known) const { return known.*designed_gains; }

  /// Commands at the hover, as the form counts them.
  template <class S>
  static const LqrCommand<S>& hover(const LqrGains<S>& k) {
    return k.hover;
  }

  /// `gain_factor`: factor of the gains by events; null: none. Returns the lanes in which no
  /// command is at a limit.
  template <class S, int rotors>
  static auto command(const LqrGains<S>& k, const S* gain_factor, const ControlView<S>& view,
                      const Actuators<S, rotors>& actuators, LqrMemory<S>& memory, S* commands) {
    return actuators.form.is_wrench()
               ? command_so_many<4>(k, gain_factor, view, actuators, memory, commands)
               : command_so_many<lqr_commands>(k, gain_factor, view, actuators, memory, commands);
  }

 private:
  template <int count, class S, int rotors>
  static auto command_so_many(const LqrGains<S>& k, const S* gain_factor,
                              const ControlView<S>& view, const Actuators<S, rotors>& actuators,
                              LqrMemory<S>& memory, S* commands) {
    const int lag_order = actuators.form.lag_order;
    const LqrTarget<S> target = lqr_target<count>(k, view.d);
    const LqrErrors<S> errors = lqr_errors_of<count>(lag_order, k, view.x, view.d, target, memory);
    LqrCommand<S> deviation =
        gain_factor == nullptr
            ? lqr_wanted<count>(lag_order, k, target, errors)
            : lqr_wanted<count>(lag_order, k, target, scaled(*gain_factor, errors));
    const PendingCommands<S>& pending = view.pending;
    if (pending.any()) {
      lqr_feed_back_pending<count>(view.pending_gains, gain_factor, pending, target, deviation);
    }
    const auto unsaturated = apply<count>(k, actuators, deviation, commands);
    if (pending.any()) pending.exchange(deviation.data());
    lqr_remember<count>(lag_order, k, view.x, view.d, errors, deviation, unsaturated, memory);
    return unsaturated;
  }

  /// K (factor e) = (factor K) e.
  template <class S>
  static LqrErrors<S> scaled(const S& factor, LqrErrors<S> errors) {
    for (S& error : errors) error = factor * error;
    return errors;
  }

  /// Commands the hover plus `deviation` within limits; `deviation` becomes what is applied of it.
  template <int count, class S, int rotors>
  static auto apply(const LqrGains<S>& k, const Actuators<S, rotors>& actuators,
                    LqrCommand<S>& deviation, S* commands) {
    if constexpr (count == 4) {
      return apply_wrench(k, actuators.rotor, deviation, commands);
    } else {
      return apply_servos(k, deviation, commands);
    }
  }
  template <class S, int rotors>
  static auto apply_wrench(const LqrGains<S>& k, const AllocatedRotors<S, rotors>& rotor,
                           LqrCommand<S>& deviation, S* commands) {
    const LqrCommand<S>& at = k.hover;
    Wrench<S> allocated;
    const auto unsaturated = rotor.command(
        {at[0] + deviation[0], {at[1] + deviation[1], at[2] + deviation[2], at[3] + deviation[3]}},
        commands, &allocated);
    deviation = {allocated.thrust - at[0], allocated.moment.x - at[1], allocated.moment.y - at[2],
                 allocated.moment.z - at[3], S(0.0)};
    return unsaturated;
  }
  template <class S>
  static auto apply_servos(const LqrGains<S>& k, LqrCommand<S>& deviation, S* commands) {
    auto unsaturated = S(0.0) == S(0.0);
    for (int i = 0; i < lqr_commands; ++i) {
      const S wanted = k.hover[i] + deviation[i];
      commands[i] = clamp(wanted, k.low[i], k.high[i]);
      deviation[i] = commands[i] - k.hover[i];
      unsaturated = unsaturated & (commands[i] == wanted);
    }
    return unsaturated;
  }
};

}  // namespace montecopter
