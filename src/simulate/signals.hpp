#pragma once
/// What is recorded of a pack of samples: its signals at a step.

#include "dynamics/vehicles/specific_force.hpp"
#include "simulate/control_loop.hpp"
#include "simulate/discharge.hpp"
#include "simulate/estimation.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

/// A flight at a step, at its start.
template <class Vehicle>
struct SignalSource {
  using S = typename Vehicle::S;

  const Vehicle& vehicle;
  const typename Vehicle::StateType& state;
  const typename Vehicle::Input& input;
  std::int64_t step;
  double time_s;
  const ControlLoop<S>& loop;
  Estimation<S>& estimation;
  const Discharge<S>& discharge;
};

/// Puts the components of a signal into `values` and returns how many there are. `felt_rate` sets
/// x' as sensors feel it.
template <class Vehicle, class FeltRate>
int read_signal(const SignalSource<Vehicle>& from, Signal signal, FeltRate felt_rate,
                typename Vehicle::S* values) {
  using S = typename Vehicle::S;
  const auto copy = [&](int first, int n) {
    for (int k = 0; k < n; ++k) values[k] = from.state.x[first + k];
    return n;
  };
  switch (signal) {
    case Signal::position:
      return copy(0, 3);
    case Signal::velocity:
      return copy(3, 3);
    case Signal::attitude:
      return copy(6, 4);
    case Signal::body_rate:
      return copy(10, 3);
    case Signal::command:
      for (int k = 0; k < from.vehicle.controls(); ++k) values[k] = from.input.command[k];
      return from.vehicle.controls();
    case Signal::specific_force: {
      typename Vehicle::StateType rate;
      felt_rate(rate);
      const Vec3<S> f = specific_force(from.vehicle, from.state, rate);
      values[0] = f.x, values[1] = f.y, values[2] = f.z;
      return 3;
    }
    case Signal::rotor_speed:
      for (int k = 0; k < from.vehicle.rotor_count(); ++k)
        values[k] = from.vehicle.rotor_speed(k, from.state);
      return from.vehicle.rotor_count();
    case Signal::servo:
      if constexpr (requires { from.vehicle.servo(0, from.state); }) {
        for (int k = 0; k < from.vehicle.controls(); ++k)
          values[k] = from.vehicle.servo(k, from.state);
      }
      return from.vehicle.controls();
    case Signal::rotor_thrust:
    case Signal::rotor_torque:
      for (int k = 0; k < from.vehicle.rotor_count(); ++k) {
        const Load<S> load = from.vehicle.rotor_load(k, from.state, from.input);
        values[k] = signal == Signal::rotor_thrust ? load.thrust : load.torque;
      }
      return from.vehicle.rotor_count();
    case Signal::wind: {
      const Vec3<S> air = from.vehicle.wind();
      values[0] = air.x, values[1] = air.y, values[2] = air.z;
      return 3;
    }
    case Signal::position_reference:
    case Signal::velocity_reference: {
      const Reference<S> d = from.loop.reference(from.time_s);
      const Vec3<S> v = signal == Signal::position_reference ? d.position : d.velocity;
      values[0] = v.x, values[1] = v.y, values[2] = v.z;
      return 3;
    }
    case Signal::position_estimate:
    case Signal::velocity_estimate:
    case Signal::attitude_estimate:
    case Signal::accelerometer_bias_estimate:
    case Signal::gyroscope_bias_estimate:
    case Signal::wind_estimate:
      return from.estimation.read(signal, from.step, values);
    case Signal::battery_voltage:
    case Signal::battery_current:
    case Signal::state_of_charge:
      return from.discharge.read(signal, values);
  }
  return 0;
}

/// Stores a signal of the lanes that are traced, in a row of theirs. Lanes that have ended, and
/// what cannot be computed from a finite state because it overflows, are stored as the one NaN.
template <class S, class Flying>
void store_trace(Signal signal, std::int64_t row, const S* values, int numbers,
                 const Flying& flying, LaneIo* lanes, int count) {
  alignas(64) double numbers_of_lanes[max_rotors][Lanes<S>::width];
  for (int k = 0; k < numbers; ++k) {
    select(flying & (values[k] == values[k]), values[k], S(stored_nan)).store(numbers_of_lanes[k]);
  }
  for (int i = 0; i < count; ++i) {
    double* trace = lanes[i].traces[static_cast<int>(signal)];
    if (trace == nullptr) continue;
    for (int k = 0; k < numbers; ++k) trace[row * numbers + k] = numbers_of_lanes[k][i];
  }
}

}  // namespace montecopter
