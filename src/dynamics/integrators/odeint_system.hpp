#pragma once
/// The vehicle as Boost.Odeint sees it: an array of numbers and one function. The function is
/// called through a pointer, so that Odeint's methods are compiled once per number type and size,
/// not once per vehicle.

#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/algebra/default_operations.hpp>
#include <boost/numeric/odeint/util/resizer.hpp>
#include <cstddef>

namespace montecopter {

/// x' = f(x) over arrays of n numbers, of which the first `used` are in use; the others stay.
template <class Number, std::size_t n>
struct OdeintSystem {
  using Array = std::array<Number, n>;

  const void* vehicle;
  const void* input;
  int used;
  void (*derivative)(const void* vehicle, const void* input, const Array& x, Array& rate);

  void operator()(const Array& x, Array& rate, double) const {
    derivative(vehicle, input, x, rate);
  }
};

/// One of Odeint's methods over arrays, which never change their size.
template <class Array, template <class...> class Stepper>
using OverArrays =
    Stepper<Array, double, Array, double, boost::numeric::odeint::array_algebra,
            boost::numeric::odeint::default_operations, boost::numeric::odeint::never_resizer>;

template <class Vehicle>
inline constexpr std::size_t state_capacity = sizeof(typename Vehicle::StateType) /
                                              sizeof(typename Vehicle::S);

/// The system of a vehicle with its input held, for Odeint over packs.
template <class Vehicle>
auto packed_system(const Vehicle& vehicle, const typename Vehicle::Input& input) {
  using State = typename Vehicle::StateType;
  using System = OdeintSystem<typename Vehicle::S, state_capacity<Vehicle>>;
  using Array = typename System::Array;
  const auto derivative = [](const void* of, const void* with, const Array& x, Array& rate) {
    const State state{x};
    State change{};
    static_cast<const Vehicle*>(of)->derivative(
        state, *static_cast<const typename Vehicle::Input*>(with), change);
    rate = change.x;
  };
  return System{&vehicle, &input, vehicle.size(), derivative};
}

/// The system for packs of one lane, over doubles.
template <class Vehicle>
auto single_system(const Vehicle& vehicle, const typename Vehicle::Input& input) {
  using S = typename Vehicle::S;
  using State = typename Vehicle::StateType;
  using System = OdeintSystem<double, state_capacity<Vehicle>>;
  using Array = typename System::Array;
  const auto derivative = [](const void* of, const void* with, const Array& x, Array& rate) {
    State state, change{};
    for (std::size_t i = 0; i < x.size(); ++i) state.x[i] = S(x[i]);
    static_cast<const Vehicle*>(of)->derivative(
        state, *static_cast<const typename Vehicle::Input*>(with), change);
    for (std::size_t i = 0; i < x.size(); ++i) rate[i] = change.x[i].lane(0);
  };
  return System{&vehicle, &input, vehicle.size(), derivative};
}

}  // namespace montecopter
