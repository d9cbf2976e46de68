#pragma once
/// The general multirotor form, which suits any plan of a multirotor.

#include "dynamics/vehicles/multirotor_dynamics.hpp"

namespace montecopter {

/// Up to 16 rotors in any pose.
template <class S, class Terms = AllTerms>
using AnyMultirotor = MultirotorDynamics<S, AnyRotors<max_rotors>, AnyPropulsion, Terms>;

}  // namespace montecopter
