#pragma once
/// Rotor law and motor of a vehicle's rotors as the kernels know them: as types for the commonest
/// pairs, or by their index in the closed lists. All rotors of a vehicle have the same.
/// MultirotorDynamics has one as a member and asks it once per evaluation of the right-hand side;
/// kernels choose its type by suits(), once per call (simulate/kernels/).

#include <type_traits>

#include "dynamics/alternatives.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// Both offer with_law(use) and with_motor(use), which call use.template operator()<Type>(). Loops
/// over the rotors stand inside the call, so that a choice that is not a type yet is made once.
template <class Law, class Motor>
struct KnownPropulsion {
  static constexpr bool known = true;                  ///< at compile time
  static constexpr bool is_short = !Motor::lags_load;  ///< its loads, to compute
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
  static constexpr bool electric() { return is_electric<Motor>; }
  static constexpr int effectiveness() { return effectiveness_of<Motor>(); }
  static constexpr bool one_shape() { return Law::proportional && !Motor::lags_load; }
  static constexpr bool in_plane() { return InPlane<Law>; }

  template <class Use>
  static void with_law(Use use) {
    use.template operator()<Law>();
  }
  template <class Use>
  static void with_motor(Use use) {
    use.template operator()<Motor>();
  }
};

class AnyPropulsion {
 public:
  static constexpr bool known = false, is_short = false;
  static constexpr int most_states = most_motor_states;

  static bool suits(int, int) { return true; }
  AnyPropulsion(int law, int motor) : law_(law), motor_(motor) {
    bool proportional = false;
    with_law([&]<class L>() { proportional = L::proportional, in_plane_ = InPlane<L>; });
    with_motor([&]<class M>() {
      states_ = M::states, lags_load_ = M::lags_load, electric_ = is_electric<M>;
      effectiveness_ = effectiveness_of<M>();
    });
    one_shape_ = proportional && !lags_load_;
  }
  int states() const { return states_; }
  bool lags_load() const { return lags_load_; }
  /// Whether the motors turn by the current that their voltage drives.
  bool electric() const { return electric_; }
  /// Index of the coefficient of the motor that is the fraction of a load that lags.
  int effectiveness() const { return effectiveness_; }
  bool one_shape() const { return one_shape_; }
  /// Whether the rotors have forces in the planes of their discs.
  bool in_plane() const { return in_plane_; }

  template <class Use>
  void with_law(Use use) const {
    with_alternative<RotorLaw>(law_, use);
  }
  template <class Use>
  void with_motor(Use use) const {
    with_alternative<Motor>(motor_, use);
  }

 private:
  int law_, motor_, states_ = 0, effectiveness_ = 0;
  bool lags_load_ = false, electric_ = false, one_shape_ = false, in_plane_ = false;
};

}  // namespace montecopter
