#pragma once
/// The list of vehicles. Kernels know a vehicle by its place here. What the program asks of any is
/// an overload for each (std::visit): one that lacks an answer does not compile.

#include <variant>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct Vehicle : std::variant<Multirotor, Helicopter> {
  using variant::variant;
};

}  // namespace montecopter
