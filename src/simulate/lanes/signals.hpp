#pragma once
/// Signals of a pack of samples at a step, for recording.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/numerics/euler_angles.hpp"
#include "dynamics/vehicles/load_terms.hpp"
#include "dynamics/vehicles/specific_force.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/lanes/battery_state.hpp"
#include "simulate/lanes/control_loop.hpp"
#include "simulate/lanes/estimation.hpp"

namespace montecopter {

/// Whether the signals from `first` on are these terms in the order of their enumeration, each in
/// body axes and then in world axes.
template <class Term, std::size_t n>
consteval bool are_signals_of(std::string_view prefix, const std::array<TermName<Term>, n>& terms,
                              int first) {
  const auto is_named = [&](int place, std::string_view term, std::string_view suffix) {
    const std::string_view name = signal_list[static_cast<std::size_t>(place)].name;
    return name.size() == prefix.size() + term.size() + suffix.size() && name.starts_with(prefix) &&
           name.substr(prefix.size()).starts_with(term) && name.ends_with(suffix);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const int place = first + 2 * static_cast<int>(i);
    if (terms[i].term != static_cast<Term>(i)) return false;
    if (!is_named(place, terms[i].name, "_body")) return false;
    if (!is_named(place + 1, terms[i].name, "_world")) return false;
  }
  return true;
}

/// Reads the signals of a flight at the start of a step. Each row of `signal_list` has a function
/// of(), overloaded by its name. A row of shape number needs an S, a vector or angles a Vec3<S>,
/// and a quaternion a Quat<S>. For signals with a component per rotor or control, of() gives one
/// component. `MeasuredRate` is a function that sets x' as sensors measure it. `FindLoads` adds all
/// terms of forces and moments: the last rows of the list, read by their place.
template <class Vehicle, class MeasuredRate, class FindLoads>
class SignalReader {
 public:
  using S = typename Vehicle::S;
  static constexpr int first_load = signal_count - load_signals;
  static_assert(are_signals_of("force_", force_term_names, first_load) &&
                are_signals_of("moment_", moment_term_names, first_load + 2 * force_terms));

  const Vehicle& vehicle;
  const typename Vehicle::StateType& state;
  const typename Vehicle::Input& input;
  std::int64_t step;
  double time_s;
  const ControlLoop<S>& loop;
  Estimation<S>& estimation;
  const BatteryState<S>& battery;
  MeasuredRate measured_rate;
  FindLoads find_loads;
  std::optional<LoadTerms<S>> loads = {};  ///< set at the first request

  /// Puts the components of the signal at a place of `signal_list` into `values` and returns their
  /// number.
  [[gnu::noinline]] int read(int place, S* values) {
    if (place >= first_load) return store(load(place - first_load), values);
    return read_one_of(place, values, std::make_index_sequence<first_load>());
  }

 private:
  Vec3<S> of(Named<"position">) { return state.position(); }
  Vec3<S> of(Named<"velocity">) { return state.velocity(); }
  Quat<S> of(Named<"attitude">) { return state.attitude(); }
  Vec3<S> of(Named<"body_rate">) { return state.body_rate(); }
  S of(Named<"rotor_speed">, int rotor) { return vehicle.rotor_speed(rotor, state); }
  S of(Named<"command">, int control) { return input.command[control]; }
  Vec3<S> of(Named<"specific_force">) {
    typename Vehicle::StateType rate;
    measured_rate(rate);
    return specific_force(vehicle, state, rate);
  }
  S of(Named<"rotor_thrust">, int rotor) { return load_of(rotor).thrust; }
  S of(Named<"rotor_torque">, int rotor) { return load_of(rotor).torque; }
  S of(Named<"servo">, int control) {
    if constexpr (Vehicle::has_servos) {
      return vehicle.servo(control, state);
    } else {
      return S(stored_nan);  // never traced, see no_servo()
    }
  }
  Vec3<S> of(Named<"wind">) { return vehicle.wind(); }
  Vec3<S> of(Named<"position_reference">) { return loop.reference(time_s).position; }
  Vec3<S> of(Named<"velocity_reference">) { return loop.reference(time_s).velocity; }
  Vec3<S> of(Named<"position_estimate">) { return estimation.at(step).position; }
  Vec3<S> of(Named<"velocity_estimate">) { return estimation.at(step).velocity; }
  Quat<S> of(Named<"attitude_estimate">) { return estimation.at(step).attitude; }
  Vec3<S> of(Named<"accelerometer_bias_estimate">) {
    return estimation.at(step).accelerometer_bias;
  }
  Vec3<S> of(Named<"gyroscope_bias_estimate">) { return estimation.at(step).gyroscope_bias; }
  Vec3<S> of(Named<"wind_estimate">) { return estimation.wind(); }
  S of(Named<"battery_voltage">) { return battery.voltage(); }
  S of(Named<"battery_current">) { return battery.current(); }
  S of(Named<"state_of_charge">) { return battery.state_of_charge(); }
  S of(Named<"battery_temperature">) { return battery.temperature(); }

  Vec3<S> of(Named<"euler_angles">) { return angles(state.attitude()); }
  Vec3<S> of(Named<"air_relative_velocity">) {
    return Rotation<S>(state.attitude()).inverse(state.velocity() - vehicle.wind());
  }
  S of(Named<"airspeed">) {
    const Vec3<S> v_AB_W = state.velocity() - vehicle.wind();
    return sqrt(dot(v_AB_W, v_AB_W));
  }
  Vec3<S> of(Named<"position_error">) { return state.position() - loop.reference(time_s).position; }
  Vec3<S> of(Named<"acceleration_reference">) { return loop.reference(time_s).acceleration; }
  Vec3<S> of(Named<"jerk_reference">) { return loop.reference(time_s).jerk; }
  Vec3<S> of(Named<"snap_reference">) { return loop.reference(time_s).snap; }
  S of(Named<"thrust_fraction">) { return vehicle.thrust_fraction(state, input); }
  S of(Named<"motor_current">, int rotor) {
    if constexpr (requires { vehicle.motor_current(rotor, state, input); })
      return vehicle.motor_current(rotor, state, input);
    return S(stored_nan);  // never traced, see no_electric_motor()
  }
  S of(Named<"motor_loss">) {
    S sum(0.0);
    if constexpr (requires { vehicle.motor_loss(0, state, input); }) {
      for (int i = 0; i < vehicle.rotor_count(); ++i)
        sum = sum + vehicle.motor_loss(i, state, input);
    }
    return sum;
  }

  S of(Named<"longitudinal_flapping">) { return flapping(0); }
  S of(Named<"lateral_flapping">) { return flapping(1); }
  S of(Named<"induced_velocity">) { return flapping(2); }

  /// One of the `flapping_states`; never traced without them, see no_flapping().
  S flapping(int i) const {
    if constexpr (requires { vehicle.flapping(i, state); }) return vehicle.flapping(i, state);
    return S(stored_nan);
  }

  Load<S> load_of(int rotor) const { return vehicle.rotor_load(rotor, state, input); }

  [[gnu::noinline]] static Vec3<S> angles(const Quat<S>& attitude) {
    return euler_angles(attitude);
  }

  /// A term of forces and moments. All terms are computed at once.
  const Vec3<S>& load(int signal) {
    if (!loads) {
      loads.emplace(state.attitude());
      find_loads(*loads);
    }
    return loads->at(signal);
  }

  template <std::size_t... i>
  [[gnu::always_inline]] int read_one_of(int place, S* values, std::index_sequence<i...>) {
    int numbers = 0;
    (void)((place == static_cast<int>(i) && (numbers = put<i>(values), true)) || ...);
    return numbers;
  }

  static int store(const Vec3<S>& v, S* values) {
    values[0] = v.x, values[1] = v.y, values[2] = v.z;
    return 3;
  }

  /// Checks that each function returns the shape of its row.
  template <std::size_t place>
  int put(S* values) {
    constexpr SignalShape shape = signal_list[place].shape;
    const SignalAt<static_cast<int>(place)> name;
    if constexpr (shape == SignalShape::number) {
      values[0] = of(name);
      return 1;
    } else if constexpr (shape == SignalShape::vector || shape == SignalShape::angles) {
      return store(of(name), values);
    } else if constexpr (shape == SignalShape::quaternion) {
      const Quat<S> q = of(name);
      values[0] = q.w, values[1] = q.x, values[2] = q.y, values[3] = q.z;
      return 4;
    } else {
      const bool is_per_rotor = shape == SignalShape::per_rotor;
      const int parts = is_per_rotor ? vehicle.rotor_count() : vehicle.controls();
      for (int k = 0; k < parts; ++k) values[k] = of(name, k);
      return parts;
    }
  }
};

}  // namespace montecopter
