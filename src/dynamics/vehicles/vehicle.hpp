#pragma once
/// The list of vehicles. Kernels identify a vehicle by its index here. For each query of the
/// program there is an overload per vehicle (std::visit): a vehicle without it does not compile.
///
/// Files of a kind x: x.hpp has the keys, x_constants.hpp the contents of a row and a plan, and
/// x_setup.hpp the way from the one to the other. The right-hand side is x_dynamics.hpp, with the
/// members that flights need. README.md beside it, "How to add a kind of vehicle".

#include <variant>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct Vehicle : std::variant<Multirotor, Helicopter> {
  using variant::variant;
};

}  // namespace montecopter
