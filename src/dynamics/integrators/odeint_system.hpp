#pragma once
/// The vehicle as Boost.Odeint sees it: an array of numbers and one function. The function is
/// called through a pointer, so that Odeint's methods are compiled once per number type and size,
/// not once per vehicle.

#include <array>
#include <cstddef>
#include <variant>

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

/// The same for packs of one lane, over doubles.
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

/// Calls use(method) for the method that the variant holds (std::visit may throw).
template <class Use, class... Methods>
void with_method(std::variant<Methods...>& methods, Use use) {
  (void)((std::get_if<Methods>(&methods) && (use(*std::get_if<Methods>(&methods)), true)) || ...);
}

}  // namespace montecopter
