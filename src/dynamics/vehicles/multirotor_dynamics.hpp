#pragma once
/// Right-hand side of the multirotor over lanes: docs/models.md 1.1 (core), 1.3 (terms), wind
/// replaced in every drag term. The same source for every S; rotors are summed in order.

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

/// The terms of a vehicle as the kernels know them: at run time, or, for the commonest machine (a
/// quadrotor in principal axes with lagged rotors and quadratic drag), at compile time, which is
/// worth a quarter of the speed. A term that is on with a zero factor adds exact zeros.
struct AnyTerms : MultirotorTerms {
  static constexpr bool known = false;  ///< at compile time
  explicit AnyTerms(const MultirotorTerms& terms) : MultirotorTerms(terms) {}
};
template <bool with_rotor_drag, bool with_noise>
struct UsualTerms {
  static constexpr bool known = true;
  static constexpr bool quadratic_drag = true, quadratic_moment = true, rotor_momentum = true;
  static constexpr bool linear_drag = false, linear_moment = false, full_inertia = false;
  static constexpr bool rotor_drag = with_rotor_drag;
  static constexpr bool force_noise = with_noise, moment_noise = with_noise;

  explicit UsualTerms(const MultirotorTerms&) {}
  static bool suits(const MultirotorTerms& terms) {
    return !terms.linear_drag && !terms.linear_moment && !terms.full_inertia &&
           terms.rotor_momentum && terms.rotor_drag == with_rotor_drag &&
           (terms.force_noise || terms.moment_noise) == with_noise;
  }
};

template <class S_, class Rotors_, class Law_, class Motor_, class Terms_ = AnyTerms>
struct MultirotorDynamics {
  using S = S_;
  using Rotors = Rotors_;
  using Law = Law_;
  using Motor = Motor_;
  using Terms = Terms_;
  static constexpr int actuators = Motor::has_state ? Rotors::capacity : 0;
  using StateType = State<S, actuators>;
  using Constants = MultirotorConstants<S, Rotors::capacity>;

  /// What is held over a step.
  struct Input {
    std::array<S, Rotors::capacity> command;          ///< clamped
    Vec3<S> acceleration = {S(0.0), S(0.0), S(0.0)};  ///< process force / m [m/s2], world
    Vec3<S> spin_up = {S(0.0), S(0.0), S(0.0)};       ///< J^-1 process moment [rad/s2], body
  };

  Rotors rotors;
  Terms terms;
  Constants c;

  /// Number of state components in use.
  int size() const { return rigid_body_size + (Motor::has_state ? rotors.count() : 0); }

  S clamp_command(int i, const S& raw) const { return clamp(raw, c.rotor[i].low, c.rotor[i].high); }

  /// Limits of the actuator states, applied after each step (docs/models.md 1.3).
  void limit(StateType& state) const {
    if constexpr (Motor::has_state) {
      for (int i = 0; i < rotors.count(); ++i) {
        state.actuator(i) = clamp_command(i, state.actuator(i));
      }
    }
  }

  /// x' = f(x, input).
  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    const Push push = rotor_push(state, input, rate);
    rate.set_position(state.velocity());
    rate.set_velocity(acceleration(state, input, push.acceleration));
    rate.set_attitude(half_product(state.attitude(), state.body_rate()));
    rate.set_body_rate(angular_acceleration(state.body_rate(), input, push));
  }

  /// J^-1 M for the process moment.
  Vec3<S> spin_up_of(const Vec3<S>& moment) const { return c.inverse_inertia * moment; }

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
  /// What the rotors do together: accelerations, and their angular momentum h_b with its rate h_b'.
  struct Push {
    Vec3<S> acceleration, spin_up, momentum, momentum_rate;
  };

  /// Sums the rotors and sets the rates of the motors.
  Push rotor_push(const StateType& state, const Input& input, StateType& rate) const {
    const S zero(0.0);
    Push sum = {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
    for (int i = 0; i < rotors.count(); ++i) {
      const FoldedRotor<S>& r = c.rotor[i];
      S speed = input.command[i];
      if constexpr (Motor::has_state) {
        speed = state.actuator(i);
        rate.actuator(i) = (input.command[i] - speed) * r.inverse_lag;
      }
      const S shape = Law::shape(speed);
      add(sum.acceleration, r.acceleration, shape);
      sum.spin_up = fma(shape, r.spin_up, sum.spin_up);
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

  // In both sums below the term that waits for a square root is added last: it is the longest
  // chain.

  Vec3<S> acceleration(const StateType& state, const Input& input, Vec3<S> push) const {
    const Rotation<S> R(state.attitude());
    const Vec3<S> air = state.velocity() - c.wind;
    Vec3<S> a = {S(0.0), S(0.0), c.gravity};
    if (terms.force_noise) a = a + input.acceleration;
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

  /// omega' = J^-1 (M - omega x (J omega + h) - h'), M and h' divided by J at set-up.
  Vec3<S> angular_acceleration(const Vec3<S>& w, const Input& input, const Push& push) const {
    Vec3<S> a = push.spin_up;
    if (terms.moment_noise) a = a + input.spin_up;
    if (terms.linear_moment) a = a - product(c.linear_damping, w);
    a = terms.full_inertia ? a - coupled_momentum(w, push) : less_principal_momentum(a, w, push);
    if (terms.quadratic_moment) a = fnma(sqrt(dot(w, w)), product(c.quadratic_damping, w), a);
    return a;
  }

  /// J^-1 (omega x (J omega + h) + h').
  Vec3<S> coupled_momentum(const Vec3<S>& w, const Push& push) const {
    return c.inverse_inertia * (cross(w, c.inertia * w + push.momentum) + push.momentum_rate);
  }

  /// a less the same in principal axes, by Euler's equations: (Jz - Jy) wy wz + wy hz - wz hy, ...
  Vec3<S> less_principal_momentum(const Vec3<S>& a, const Vec3<S>& w, const Push& push) const {
    const Vec3<S>& h = push.momentum;
    Vec3<S> m = {w.y * fma(c.euler.x, w.z, h.z), w.x * fma(c.euler.y, w.z, -h.z),
                 c.euler.z * (w.x * w.y) + push.momentum_rate.z};
    if constexpr (!Rotors::aligned) {
      m = {fnma(w.z, h.y, m.x) + push.momentum_rate.x, fma(w.z, h.x, m.y) + push.momentum_rate.y,
           fma(w.x, h.y, fnma(w.y, h.x, m.z))};
    }
    return {fnma(c.inverse_inertia.xx, m.x, a.x), fnma(c.inverse_inertia.yy, m.y, a.y),
            fnma(c.inverse_inertia.zz, m.z, a.z)};
  }

  /// Matrix times vector; only the diagonal for a vehicle in principal axes.
  Vec3<S> product(const std::array<S, 9>& m, const Vec3<S>& w) const {
    if (!terms.full_inertia) return {m[0] * w.x, m[4] * w.y, m[8] * w.z};
    return {fma(m[0], w.x, fma(m[1], w.y, m[2] * w.z)), fma(m[3], w.x, fma(m[4], w.y, m[5] * w.z)),
            fma(m[6], w.x, fma(m[7], w.y, m[8] * w.z))};
  }
};

}  // namespace montecopter
