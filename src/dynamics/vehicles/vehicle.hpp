#pragma once
/// The list of vehicles. Kernels identify a vehicle by its index here. For each query of the
/// program there is an overload per vehicle (std::visit): a vehicle without it does not compile.
///
/// A kind x has these files. The keys are in x.hpp, the contents of a row and a plan in
/// x_constants.hpp, and the way from keys to constants in x_setup.hpp. The right-hand side is
/// x_dynamics.hpp, with the members that flights need. README.md beside it, "How to add a kind of
/// vehicle".

#include <variant>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct Vehicle : std::variant<Multirotor, Helicopter> {
  using variant::variant;
};

}  // namespace montecopter
