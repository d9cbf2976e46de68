#pragma once
/// Right-hand side of the multirotor over lanes: models.md 1.1 (core), 1.3 (terms), wind replaced
/// in every drag term. The same source for every S; rotors are summed in order.

#include "dynamics/state.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// Number and pose of the rotors as the kernels distinguish them: a fixed number of rotors that all
/// push along body z, or any poses and up to `capacity` rotors counted at run time. Zero products
/// are exact, so an aligned vehicle flies the same through either.
template <int number>
struct AlignedRotors {
  static constexpr int capacity = number;
  static constexpr bool aligned = true;
  constexpr AlignedRotors(int) {}
  static constexpr int count() { return number; }
};
template <int most>
struct AnyRotors {
  static constexpr int capacity = most;
  static constexpr bool aligned = false;
  int number;
  constexpr AnyRotors(int n) : number(n) {}
  constexpr int count() const { return number; }
};

template <class S_, class Rotors_, class Law_, class Motor_>
struct MultirotorDynamics {
  using S = S_;
  using Rotors = Rotors_;
  using Law = Law_;
  using Motor = Motor_;
  static constexpr int actuators = Motor::has_state ? Rotors::capacity : 0;
  using StateType = State<S, actuators>;
  using Constants = MultirotorConstants<S, Rotors::capacity>;

  /// What is held over a step.
  struct Input {
    std::array<S, Rotors::capacity> command;  ///< clamped
    Vec3<S> force = {S(0.0), S(0.0), S(0.0)};   ///< process force per mass [m/s2], world
    Vec3<S> moment = {S(0.0), S(0.0), S(0.0)};  ///< process moment [N m], body
  };

  Rotors rotors;
  MultirotorTerms terms;
  Constants c;

  /// Number of state components in use.
  int size() const { return rigid_body_size + (Motor::has_state ? rotors.count() : 0); }

  S clamp_command(int i, const S& raw) const {
    return clamp(raw, c.rotor[i].low, c.rotor[i].high);
  }

  /// Limits of the actuator states, applied after each step (models.md 1.3, 003).
  void limit(StateType& state) const {
    if constexpr (Motor::has_state) {
      for (int i = 0; i < rotors.count(); ++i) {
        state.actuator(i) = clamp_command(i, state.actuator(i));
      }
    }
  }

  /// x' = f(x, input).
  [[gnu::always_inline]] void derivative(const StateType& state, const Input& input,
                                         StateType& rate) const {
    const Wrench wrench = rotor_wrench(state, input, rate);
    rate.set_position(state.velocity());
    rate.set_velocity(acceleration(state, input, wrench.force_per_mass));
    rate.set_attitude(half_product(state.attitude(), state.body_rate()));
    rate.set_body_rate(angular_acceleration(state.body_rate(), input, wrench));
  }

  /// Specific force in body axes, R^T (v' - g) [m/s2]: what an ideal accelerometer at the centre of
  /// mass reads. It contains the process force of the step that starts here.
  Vec3<S> specific_force(const StateType& state, const Input& input) const {
    StateType rate;
    derivative(state, input, rate);
    Vec3<S> a = rate.velocity();
    a.z = a.z - c.gravity;
    return Rotation<S>(state.attitude()).inverse(a);
  }

 private:
  struct Wrench {
    Vec3<S> force_per_mass, moment, momentum, momentum_rate;
  };

  /// Sums the rotors and sets the rates of the motors.
  Wrench rotor_wrench(const StateType& state, const Input& input, StateType& rate) const {
    const S zero(0.0);
    Wrench sum = {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
    for (int i = 0; i < rotors.count(); ++i) {
      const FoldedRotor<S>& r = c.rotor[i];
      S speed = input.command[i];
      if constexpr (Motor::has_state) {
        speed = state.actuator(i);
        rate.actuator(i) = (input.command[i] - speed) * r.inverse_lag;
      }
      const S shape = Law::shape(speed);
      add(sum.force_per_mass, r.force_per_mass, shape);
      sum.moment = fma(shape, r.moment, sum.moment);
      if constexpr (Motor::has_state) {
        if (terms.rotor_momentum) {
          add(sum.momentum, r.momentum, speed);
          add(sum.momentum_rate, r.momentum, rate.actuator(i));
        }
      }
    }
    return sum;
  }

  /// sum += s column; only z where all rotors push along z.
  void add(Vec3<S>& sum, const Vec3<S>& column, const S& s) const {
    if constexpr (Rotors::aligned) {
      sum.z = fma(s, column.z, sum.z);
    } else {
      sum = fma(s, column, sum);
    }
  }

  // In both sums below the term that waits for a square root is added last: it is the longest chain.

  Vec3<S> acceleration(const StateType& state, const Input& input, Vec3<S> push) const {
    const Rotation<S> R(state.attitude());
    const Vec3<S> air = state.velocity() - c.wind;
    Vec3<S> a = {S(0.0), S(0.0), c.gravity};
    if (terms.force_noise) a = a + input.force;
    if (terms.linear_drag) a = fnma(c.linear_drag, air, a);
    if (terms.rotor_drag) {
      const Vec3<S> air_B = R.inverse(air);
      push = {fnma(c.rotor_drag.x, air_B.x, push.x), fnma(c.rotor_drag.y, air_B.y, push.y),
              fnma(c.rotor_drag.z, air_B.z, push.z)};
    }
    if (Rotors::aligned && !terms.rotor_drag) {
      a = {fma(R.xz, push.z, a.x), fma(R.yz, push.z, a.y), fma(R.zz, push.z, a.z)};
    } else {
      a = {fma(R.xx, push.x, fma(R.xy, push.y, fma(R.xz, push.z, a.x))),
           fma(R.yx, push.x, fma(R.yy, push.y, fma(R.yz, push.z, a.y))),
           fma(R.zx, push.x, fma(R.zy, push.y, fma(R.zz, push.z, a.z)))};
    }
    if (terms.quadratic_drag) a = fnma(c.quadratic_drag * sqrt(dot(air, air)), air, a);
    return a;
  }

  Vec3<S> angular_acceleration(const Vec3<S>& w, const Input& input, const Wrench& wrench) const {
    Vec3<S> momentum = terms.full_inertia
                           ? c.inertia * w
                           : Vec3<S>{c.inertia.xx * w.x, c.inertia.yy * w.y, c.inertia.zz * w.z};
    Vec3<S> net = wrench.moment;
    if (terms.rotor_momentum) {
      if constexpr (Rotors::aligned) {
        momentum.z = momentum.z + wrench.momentum.z;
        net.z = net.z - wrench.momentum_rate.z;
      } else {
        momentum = momentum + wrench.momentum;
        net = net - wrench.momentum_rate;
      }
    }
    if (terms.moment_noise) net = net + input.moment;
    if (terms.linear_moment) net = fnma(c.linear_moment, w, net);
    net = {fma(w.z, momentum.y, fnma(w.y, momentum.z, net.x)),
           fma(w.x, momentum.z, fnma(w.z, momentum.x, net.y)),
           fma(w.y, momentum.x, fnma(w.x, momentum.y, net.z))};
    if (terms.quadratic_moment) net = fnma(sqrt(dot(w, w)), aero_moment_times(w), net);
    if (terms.full_inertia) return c.inverse_inertia * net;
    return {c.inverse_inertia.xx * net.x, c.inverse_inertia.yy * net.y,
            c.inverse_inertia.zz * net.z};
  }

  Vec3<S> aero_moment_times(const Vec3<S>& w) const {
    const auto& C = c.aero_moment;
    if (!terms.full_inertia) return {C[0] * w.x, C[4] * w.y, C[8] * w.z};
    return {fma(C[0], w.x, fma(C[1], w.y, C[2] * w.z)), fma(C[3], w.x, fma(C[4], w.y, C[5] * w.z)),
            fma(C[6], w.x, fma(C[7], w.y, C[8] * w.z))};
  }
};

}  // namespace montecopter
