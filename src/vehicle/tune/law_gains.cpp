#include "vehicle/tune/law_gains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/base/text.hpp"
#include "dynamics/alternatives.hpp"

namespace montecopter {
namespace {

constexpr double velocity_apart = 3, position_apart = 2, yaw_apart = 3;
constexpr double yaw_integral_apart = 20, velocity_integral_apart = 8;

/// A number as written: printed and examined values are equal.
double rounded(double value) { return parse_double(fmt::format("{:.4g}", value)).value_or(value); }
PerAxis rounded(double x, double y, double z) { return {rounded(x), rounded(y), rounded(z)}; }
PerAxis alike(double all) { return PerAxis(rounded(all)); }

/// Gains of a cascade: [1/s] of each loop relative to the inner one.
struct Cascade {
  double roll_pitch, yaw;                   ///< angular acceleration per body rate
  double attitude, yaw_attitude;            ///< body rate per angle
  double velocity, position;                ///< acceleration per velocity, velocity per distance
  double rate_integral, velocity_integral;  ///< below these, integrals act

  explicit Cascade(const Pace& pace) {
    roll_pitch = pace.rad_s * (1 + pace.derivative), yaw = pace.yaw_rad_s;
    attitude = pace.rad_s / pace.attitude_apart, yaw_attitude = yaw / yaw_apart;
    velocity = pace.outer * attitude / velocity_apart, position = velocity / position_apart;
    rate_integral = pace.rad_s / pace.integral_apart;
    velocity_integral = velocity / velocity_integral_apart;
  }
  PerAxis rate() const { return rounded(roll_pitch, roll_pitch, yaw); }
  PerAxis rate_sum() const {
    const double each = roll_pitch * rate_integral;
    return rounded(each, each, yaw * yaw / yaw_integral_apart);
  }
  PerAxis angle() const { return rounded(attitude, attitude, yaw_attitude); }
  PerAxis angle_and_rate() const {
    const double each = roll_pitch * attitude;
    return rounded(each, each, yaw * yaw_attitude);
  }
};

PerAxis derivative_of(const Pace& pace) { return rounded(pace.derivative, pace.derivative, 0); }

/// A cut-off that the update rate allows.
double within_updates(double cutoff_hz, const LoopTiming& timing) {
  return std::min(cutoff_hz, 0.25 * timing.rate_hz.hz());
}

/// PX4's default body rate gains in normalised torque: P, I, D, and the limit of the integral.
struct Px4Rates {
  std::array<double, 3> p = {0.15, 0.15, 0.2}, i = {0.2, 0.2, 0.1}, d = {0.003, 0.003, 0};
  double integral_limit = 0.3, cutoff_hz = 30;
};

PerAxis times(const std::array<double, 3>& of, const Eigen::Vector3d& authority) {
  return {of[0] * authority.x(), of[1] * authority.y(), of[2] * authority.z()};
}

void set_gains(LeeController& law, const Cascade& k, const LawSettings&, const Pace&) {
  law.position_gain_1_s2 = alike(k.velocity * k.position);
  law.velocity_gain_1_s = alike(k.velocity);
  law.attitude_gain_n_m = law.rate_gain_n_m_s = std::nullopt;
  law.attitude_gain_1_s2 = k.angle_and_rate(), law.rate_gain_1_s = k.rate();
}

void set_gains(Px4Controller& law, const Cascade& k, const LawSettings& settings,
               const Pace& pace) {
  Px4Position& position = law.position;
  position.position_gain_1_s = alike(k.position), position.velocity_gain_1_s = alike(k.velocity);
  position.velocity_integral_gain_1_s2 = alike(k.velocity * k.velocity_integral);
  position.velocity_derivative_gain = PerAxis();
  position.thrust_min =
      std::min(position.thrust_min, rounded(0.5 * settings.hover_thrust_fraction));
  position.velocity_cutoff_hz = within_updates(position.velocity_cutoff_hz, settings.timing);
  law.attitude.gain_1_s = k.angle();
  law.body_rate.gain_1_s = k.rate(), law.body_rate.integral_gain_1_s2 = k.rate_sum();
  law.body_rate.derivative_gain = derivative_of(pace);
  law.body_rate.cutoff_hz = rounded(pace.cutoff_hz);
}

void set_gains(IndiController& law, const Cascade& k, const LawSettings& settings,
               const Pace& pace) {
  law.position_gain_1_s2 = alike(k.velocity * k.position);
  law.velocity_gain_1_s = alike(k.velocity);
  law.acceleration_gain = PerAxis();
  law.attitude_gain_1_s2 = k.angle_and_rate(), law.rate_gain_1_s = k.rate();
  law.cutoff_hz = rounded(pace.cutoff_hz);
  law.motor_time_constant_s = rounded(settings.motor_lag_s);
}

void set_gains(RateController& law, const Cascade& k, const LawSettings& settings,
               const Pace& pace) {
  law.gain_1_s = k.rate(), law.integral_gain_1_s2 = k.rate_sum();
  law.derivative_gain = derivative_of(pace), law.cutoff_hz = rounded(pace.cutoff_hz);
  if (law.set_points.rows.empty()) law.set_points.rows = {{0, 0, 0, 0, rounded(settings.weight_n)}};
}

template <class C>
C timed_like(const Controller& own, const LawSettings& settings) {
  C law = std::holds_alternative<C>(own) ? std::get<C>(own) : C();
  static_cast<LoopTiming&>(law) = settings.timing;
  return law;
}

template <class C>
Controller law_like(const Controller& own, const LawSettings& settings, const Pace& pace) {
  C law = timed_like<C>(own, settings);
  set_gains(law, Cascade(pace), settings, pace);
  return law;
}

/// Calls use.template operator()<C>() for the control law of this name.
template <class Use>
void with_tuned_law(std::string_view law, Use use) {
  const auto at = std::find(tuned_laws.begin(), tuned_laws.end(), law);
  if (at == tuned_laws.end()) throw std::logic_error(fmt::format("no gains of the law {}", law));
  with_alternative<TunedLaw>(static_cast<int>(at - tuned_laws.begin()), use);
}

}  // namespace

bool law_has_memory(std::string_view law) {
  bool memory = false;
  with_tuned_law(law, [&]<class C>() { memory = C::law_form == LawForm::wrench_with_memory; });
  return memory;
}

bool follows_only_body_rates(std::string_view law) {
  bool only = false;
  with_tuned_law(law, [&]<class C>() {
    if constexpr (FollowsSetPoints<C>) only = C::follows_only_body_rates;
  });
  return only;
}

FreeNumbers free_numbers(std::string_view law) {
  if (law == Px4Controller::type_name) return {true, true, true, true};
  if (law == RateController::type_name) return {false, true, true, true};
  if (law == IndiController::type_name) return {true, false, true, false};
  return {true, false, false, false};
}

Controller px4_defaults(std::string_view law, const Controller& own, const LawSettings& settings,
                        const Eigen::Vector3d& authority) {
  constexpr Px4Rates px4;
  const double cutoff_hz = within_updates(px4.cutoff_hz, settings.timing);
  if (follows_only_body_rates(law)) {
    auto rate = timed_like<RateController>(own, settings);
    rate.gain_1_s = times(px4.p, authority), rate.integral_gain_1_s2 = times(px4.i, authority);
    rate.derivative_gain = times(px4.d, authority), rate.cutoff_hz = cutoff_hz;
    if (rate.set_points.rows.empty()) rate.set_points.rows = {{0, 0, 0, 0, settings.weight_n}};
    return rate;
  }
  Px4Controller cascade;
  static_cast<LoopTiming&>(cascade) = settings.timing;
  Px4Position& position = cascade.position;  // the remaining keys are PX4's defaults
  position.position_gain_1_s = PerAxis(0.95, 0.95, 1.0);
  position.velocity_gain_1_s = PerAxis(1.8, 1.8, 4.0);
  position.velocity_integral_gain_1_s2 = PerAxis(0.4, 0.4, 2.0);
  position.velocity_derivative_gain = PerAxis(0.2, 0.2, 0.0);
  position.velocity_cutoff_hz = within_updates(position.velocity_cutoff_hz, settings.timing);
  position.thrust_min = std::min(position.thrust_min, 0.5 * settings.hover_thrust_fraction);
  cascade.attitude.gain_1_s = PerAxis(6.5, 6.5, 2.8);
  cascade.body_rate.gain_1_s = times(px4.p, authority);
  cascade.body_rate.integral_gain_1_s2 = times(px4.i, authority);
  cascade.body_rate.derivative_gain = times(px4.d, authority);
  cascade.body_rate.integral_limit_rad_s2 =
      times({px4.integral_limit, px4.integral_limit, px4.integral_limit}, authority);
  cascade.body_rate.cutoff_hz = cutoff_hz;
  return cascade;
}

Controller law_of_pace(std::string_view law, const Controller& own, const LawSettings& settings,
                       const Pace& pace) {
  Controller tuned;
  with_tuned_law(law, [&]<class C>() { tuned = law_like<C>(own, settings, pace); });
  return tuned;
}

}  // namespace montecopter
