/// A pulse, and with LACKS_IS_FORCE one that is half added: it does not say whether it is a force
/// or a torque. Compiled by a test, never linked.

#include "dynamics/disturbances/pulse.hpp"

namespace montecopter {

struct ToyPulse {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "A push to the north";
#ifndef LACKS_IS_FORCE
  static constexpr bool is_force = true;
#endif
  static constexpr const char* strength = "force_n";

  std::array<double, 3> force_n = {1.0, 0.0, 0.0};
  double start_s = required;
  double duration_s = required;

  const std::array<double, 3>& push() const { return force_n; }
};

static_assert(require_pulse<ToyPulse>());

}  // namespace montecopter
