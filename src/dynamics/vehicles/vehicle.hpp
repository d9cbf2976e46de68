#pragma once
/// The list of vehicles. Kernels identify a vehicle by its index here. What the program needs of
/// any is an overload for each (std::visit): one that lacks it does not compile.
///
/// Files of a kind x: x.hpp has the keys, x_constants.hpp what a row and a plan hold, x_setup.hpp
/// the way from the one to the other, x_dynamics.hpp the right-hand side, which has what
/// flights ask for. README.md beside it, "How to add a kind of vehicle".

#include <variant>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct Vehicle : std::variant<Multirotor, Helicopter> {
  using variant::variant;
};

}  // namespace montecopter
