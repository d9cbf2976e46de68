#pragma once
/// Law and motor of a vehicle's rotors as the kernels know them: as types for the commonest pairs,
/// or by their place in the closed lists. All rotors of a vehicle have the same.

#include <cstddef>
#include <type_traits>
#include <variant>

#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// Calls use.template operator()<T>() for the alternative of that index of a closed list.
template <class Variant, std::size_t i = 0, class Use>
void with_alternative(int index, Use use) {
  if constexpr (i < std::variant_size_v<Variant>) {
    if (index == static_cast<int>(i)) {
      use.template operator()<std::variant_alternative_t<i, Variant>>();
    } else {
      with_alternative<Variant, i + 1>(index, use);
    }
  }
}

/// The load that a law gives; one that is proportional gives its shape twice.
template <class Law, class S>
Load<S> load_of(const FoldedRotor<S>& rotor, const S& input, const S& axial_m_s,
                const PerformanceTable& table) {
  if constexpr (Law::proportional) {
    const S shape = Law::shape(input);
    return {shape, shape};
  } else {
    return Law::load(rotor.law, input, axial_m_s, table);
  }
}

/// The rates of a motor's states; those that it does not have are zero.
template <class Motor, class S>
std::array<S, most_motor_states> rates_of(const FoldedRotor<S>& rotor,
                                          const std::array<S, most_motor_states>& target,
                                          const std::array<S, most_motor_states>& state) {
  std::array<S, most_motor_states> all = {S(0.0), S(0.0)};
  if constexpr (Motor::states > 0) {
    const auto rates = Motor::rates(rotor.motor, target, state);
    for (int k = 0; k < Motor::states; ++k) all[k] = rates[k];
  }
  return all;
}

template <class Law, class Motor>
struct KnownPropulsion {
  static constexpr int most_states = Motor::states;

  constexpr KnownPropulsion(int, int) {}
  static bool suits(int law, int motor) {
    bool same = false;
    with_alternative<RotorLaw>(law, [&]<class L>() { same = std::is_same_v<L, Law>; });
    with_alternative<montecopter::Motor>(
        motor, [&]<class M>() { same = same && std::is_same_v<M, Motor>; });
    return same;
  }
  static constexpr int states() { return Motor::states; }
  static constexpr bool lags_load() { return Motor::lags_load; }
  static constexpr bool one_shape() { return Law::proportional && !Motor::lags_load; }

  template <class S>
  static Load<S> load(const FoldedRotor<S>& rotor, const S& input, const S& axial_m_s,
                      const PerformanceTable& table) {
    return load_of<Law>(rotor, input, axial_m_s, table);
  }
  template <class S>
  static std::array<S, most_motor_states> rates(const FoldedRotor<S>& rotor,
                                                const std::array<S, most_motor_states>& target,
                                                const std::array<S, most_motor_states>& state) {
    return rates_of<Motor>(rotor, target, state);
  }
};

class AnyPropulsion {
 public:
  static constexpr int most_states = most_motor_states;

  static bool suits(int, int) { return true; }
  AnyPropulsion(int law, int motor) : law_(law), motor_(motor) {
    bool proportional = false;
    with_alternative<RotorLaw>(law, [&]<class L>() { proportional = L::proportional; });
    with_alternative<Motor>(motor,
                            [&]<class M>() { states_ = M::states, lags_load_ = M::lags_load; });
    one_shape_ = proportional && !lags_load_;
  }
  int states() const { return states_; }
  bool lags_load() const { return lags_load_; }
  bool one_shape() const { return one_shape_; }

  template <class S>
  Load<S> load(const FoldedRotor<S>& rotor, const S& input, const S& axial_m_s,
               const PerformanceTable& table) const {
    Load<S> load;
    with_alternative<RotorLaw>(
        law_, [&]<class L>() { load = load_of<L>(rotor, input, axial_m_s, table); });
    return load;
  }
  template <class S>
  std::array<S, most_motor_states> rates(const FoldedRotor<S>& rotor,
                                         const std::array<S, most_motor_states>& target,
                                         const std::array<S, most_motor_states>& state) const {
    std::array<S, most_motor_states> rates;
    with_alternative<Motor>(motor_, [&]<class M>() { rates = rates_of<M>(rotor, target, state); });
    return rates;
  }

 private:
  int law_, motor_, states_ = 0;
  bool lags_load_ = false, one_shape_ = false;
};

}  // namespace montecopter
