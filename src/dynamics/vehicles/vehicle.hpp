#pragma once
/// The list of vehicles. Kernels identify a vehicle by its index here. What the program needs of
/// any is an overload for each (std::visit): one that lacks it does not compile.

#include <variant>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct Vehicle : std::variant<Multirotor, Helicopter> {
  using variant::variant;
};

}  // namespace montecopter
