#pragma once
/// Classical Runge-Kutta of order 4, with the input held over the step:
///
///   k1 = f(x), k2 = f(x + h/2 k1), k3 = f(x + h/2 k2), k4 = f(x + h k3)
///   x + h/6 (k1 + 2 k2 + 2 k3 + k4)
///
/// A stage that counts twice is added twice, which leaves the multipliers to the equations. Stage
/// quaternions are not normalised (multicopterDynamicsSim does so and is only second order in
/// attitude, docs/models.md 1.3); that of the result is, once. Flight::advance() calls step() and
/// applies the limits of the states afterwards. Continuous controllers are given the time of each
/// stage (at_stage()). Three states live on the stack: `rate`, the next `stage`, and the `sum` so
/// far.

#include <array>
#include <cstddef>
#include <utility>

#include "dynamics/integrators/stepping.hpp"

namespace montecopter {

struct StepControl;

template <class Vehicle>
struct Rk4 {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  explicit Rk4(const StepControl&) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds.
  static bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const StateType& state, StateType& next) {
    if constexpr (Vehicle::known_terms) {
      flat(vehicle, h, input, state, next);  // the compile time is spent where it pays
    } else {
      stages(vehicle, h, input, state, next);
    }
    return true;
  }

 private:
  /// The step with every call inlined.
  [[gnu::flatten]] static void flat(const Vehicle& vehicle, double h,
                                    const typename Vehicle::Input& input, const StateType& state,
                                    StateType& next) {
    stages(vehicle, h, input, state, next);
  }

  /// Whether the density of the air of two stages is found at once. The velocity at a stage gives
  /// the height at the next one.
  static constexpr bool finds_density = [] {
    if constexpr (requires { Vehicle::finds_density_ahead; }) return Vehicle::finds_density_ahead;
    return false;
  }();

  static void stages(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                     const StateType& state, StateType& next) {
    const S sixth(h / 6.0), half(0.5 * h), whole(h);
    StateType rate, stage, sum;
    // States are copied element by element: g++ copies whole ones by `rep movs`.
    const auto evaluate = [&](bool first, double ahead_s, const StateType& at, const S& ahead) {
      if constexpr (requires { vehicle.at_stage(ahead_s); }) vehicle.at_stage(ahead_s);
      find_rate(vehicle, at, input, rate);
      for_each_component(vehicle, [&](int i) {
        sum.x[i] = first ? rate.x[i] : (sum.x[i] + rate.x[i]) + rate.x[i];
        stage.x[i] = fma(ahead, rate.x[i], state.x[i]);
      });
    };
    S density[2];
    if constexpr (finds_density) {
      vehicle.find_densities(state.x[2], fma(half, state.x[5], state.x[2]), density);
      vehicle.set_density(&density[0]);
      evaluate(true, 0.0, state, half);
      vehicle.set_density(&density[1]);
      evaluate(false, 0.5 * h, stage, half);
      vehicle.find_densities(stage.x[2], fma(whole, stage.x[5], state.x[2]), density);
      vehicle.set_density(&density[0]);
      evaluate(false, 0.5 * h, stage, whole);
      vehicle.set_density(&density[1]);
    } else if constexpr (Vehicle::known_parts) {
      // In a loop, g++ moves every constant of the vehicle to the stack before it, in each step: a
      // quarter of the time.
      evaluate(true, 0.0, state, half);
      evaluate(false, 0.5 * h, stage, half);
      evaluate(false, 0.5 * h, stage, whole);
    } else {  // no slower where the parts are known at run time, and sooner compiled
#pragma GCC unroll 1
      for (int k = 0; k < 3; ++k) {
        const bool first = k == 0;
        evaluate(first, first ? 0.0 : 0.5 * h, first ? state : stage, k < 2 ? half : whole);
      }
    }
    if constexpr (requires { vehicle.at_stage(h); }) vehicle.at_stage(h);
    find_rate(vehicle, stage, input, rate);
    if constexpr (finds_density) vehicle.set_density(nullptr);
    for_each_component(vehicle,
                       [&](int i) { next.x[i] = fma(sixth, sum.x[i] + rate.x[i], state.x[i]); });
    next.normalise_attitude();
  }

  /// A long derivative is a function of its own: inlined four times it takes 1.2 of its time.
  [[gnu::always_inline]] static void find_rate(const Vehicle& vehicle, const StateType& at,
                                               const typename Vehicle::Input& input,
                                               StateType& rate) {
    if constexpr (Vehicle::has_long_derivative) {
      call(vehicle, at, input, rate);
    } else {
      vehicle.derivative(at, input, rate);
    }
  }
  [[gnu::noinline]] static void call(const Vehicle& vehicle, const StateType& at,
                                     const typename Vehicle::Input& input, StateType& rate) {
    vehicle.derivative(at, input, rate);
  }

  /// Calls use(i) for the components of the state that are in use. By itself g++ makes straight
  /// code of up to 17: in a loop the 21 of second-order motors take longer by a half.
  template <class Use>
  static void for_each_component(const Vehicle& vehicle, Use use) {
    if constexpr (Vehicle::known_terms) {
      [&]<std::size_t... i>(std::index_sequence<i...>) { (use(static_cast<int>(i)), ...); }
      (std::make_index_sequence<std::tuple_size_v<decltype(StateType::x)>>());
    } else {
      for (int i = 0; i < vehicle.size(); ++i) use(i);
    }
  }
};

struct Rk4Integrator {
  static constexpr std::string_view name = "rk4";
  static constexpr std::string_view doc = "Classical Runge-Kutta";
  static constexpr Stepping stepping = Stepping::lanes;
  static constexpr int order = 4;
  static constexpr int evaluations = 4;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.785;
  static double stable_angle(double zeta) {
    return StableAngles{{2.829, 2.849, 2.883, 2.951, 2.836, 2.624, 2.699, 2.784}}.at(zeta);
  }
  static constexpr bool allocates = false;
  template <class Vehicle>
  using Scheme = Rk4<Vehicle>;
};

}  // namespace montecopter
