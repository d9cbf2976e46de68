/// A ground, and those that are half added: with LACKS_EFFECT it has a height and does nothing
/// there, with LACKS_STOP it stops vehicles and does not say what accelerometers measure of that.
/// Compiled by a test, never linked.

#include "dynamics/environment/ground.hpp"

namespace montecopter {

struct ToyGround : GroundHeight {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Mud, in which vehicles stick";
  static constexpr bool pushes = false;
#ifdef LACKS_EFFECT
  static constexpr bool stops_vehicles = false;
#else
  static constexpr bool stops_vehicles = true;
#endif
#ifndef LACKS_STOP
  static double measured_stop_1_s(double) { return 0.0; }
#endif
};

static_assert(require_ground<ToyGround>());

}  // namespace montecopter
