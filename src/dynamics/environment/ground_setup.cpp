#include "dynamics/environment/ground_setup.hpp"

namespace montecopter {

double ground_z(const Ground& ground) {
  return std::visit(
      [](const auto& g) {
        if constexpr (requires { g.height_m; }) return 0.0 - g.height_m;  // no -0
        return 0.0;
      },
      ground);
}

}  // namespace montecopter
