#pragma once
/// Euler as PX4's simulator in hardware (SIH) steps since 2022. The motors advance first, by
/// explicit Euler. Then the rigid body advances by explicit Euler with the new motor states. The
/// attitude turns by the exact rotation of the old body rate held over the step, q <- q (x) exp(h
/// omega / 2).

#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/integrators/stepping.hpp"
#include "dynamics/state.hpp"

namespace montecopter {

template <class Vehicle>
struct EulerExp {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  /// The rates that the body starts its step with: the motors have advanced already.
  static void start_rate(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                         const StateType& state, StateType& rate) {
    StateType driven;
    drive(vehicle, h, input, state, driven);
    vehicle.derivative(driven, input, rate);
  }

  /// The state after h seconds with the input held, quaternion normalised. `next` may be `state`.
  static void step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const StateType& state, StateType& next) {
    if constexpr (Vehicle::known_terms) {
      flat(vehicle, h, input, state, next);  // the compile time is spent where it pays
    } else {
      motors_then_body(vehicle, h, input, state, next);
    }
  }

 private:
  /// The step with every call inlined: of the first derivative, only the motors are computed then.
  [[gnu::flatten]] static void flat(const Vehicle& vehicle, double h,
                                    const typename Vehicle::Input& input, const StateType& state,
                                    StateType& next) {
    motors_then_body(vehicle, h, input, state, next);
  }

  /// The state with the motors a step ahead.
  static void drive(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                    const StateType& state, StateType& driven) {
    const S dt(h);
    const int n = vehicle.size();
    StateType rate;
    if (n > rigid_body_size) vehicle.derivative(state, input, rate);
    for (int i = 0; i < rigid_body_size; ++i) driven.x[i] = state.x[i];
    for (int i = rigid_body_size; i < n; ++i) driven.x[i] = fma(dt, rate.x[i], state.x[i]);
  }

  static void motors_then_body(const Vehicle& vehicle, double h,
                               const typename Vehicle::Input& input, const StateType& state,
                               StateType& next) {
    const S dt(h), half(0.5 * h);
    const int n = vehicle.size();
    StateType rate, driven;
    drive(vehicle, h, input, state, driven);
    vehicle.derivative(driven, input, rate);
    const Vec3<S> w_WB_B = driven.body_rate();
    const Quat<S> turn = quaternion_exp<S>({half * w_WB_B.x, half * w_WB_B.y, half * w_WB_B.z});
    for (int i = 0; i < rigid_body_size; ++i) next.x[i] = fma(dt, rate.x[i], driven.x[i]);
    for (int i = rigid_body_size; i < n; ++i) next.x[i] = driven.x[i];
    next.set_attitude(product(driven.attitude(), turn));
    next.normalise_attitude();
  }
};

struct EulerExpIntegrator {
  static constexpr std::string_view name = "euler_exp";
  static constexpr std::string_view doc =
      "Motors first, then explicit Euler with the exponential of the body rate (PX4's SIH of 2022)";
  static constexpr Stepping stepping = Stepping::lanes;
  static constexpr int order = 1;
  static constexpr int evaluations = 2;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.0;
  static double stable_angle(double zeta) { return euler_stable_angle(zeta); }
  static constexpr bool allocates = false;
  template <class Vehicle>
  using Scheme = EulerExp<Vehicle>;
};

}  // namespace montecopter
