/// Grounds, and those that are half added. LACKS_EFFECT has a height and does nothing there,
/// LACKS_STOP stops vehicles and does not say what accelerometers measure of that, LACKS_RULE not
/// which vehicles. Of one that pushes, LACKS_FORCE has no law, LACKS_FOLD does not say with which
/// constants, LACKS_LINEAR not what steps have to suit; LACKS_HEIGHT does not say where it is;
/// LACKS_PUSH has a law and does not push. Compiled by a test, never linked.

#include "dynamics/grounds/ground.hpp"

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
#ifndef LACKS_RULE
  template <class S, int actuators>
  static auto is_held(const State<S, actuators>& state, const State<S, actuators>&,
                      const S& ground_z) {
    return ground_z < state.x[2];
  }
#endif
#ifndef LACKS_STOP
  static double stop_gain_1_s(double) { return 0.0; }
#endif
};

#ifdef LACKS_HEIGHT
struct PushingToyGround {
  static constexpr auto fields() { return FieldList{}; }
#else
struct PushingToyGround : GroundHeight {
#endif
  static constexpr std::string_view type_name = "pushing_toy";
  static constexpr std::string_view doc = "Springs without damping";
#ifdef LACKS_PUSH
  static constexpr bool pushes = false;
#else
  static constexpr bool pushes = true;
#endif
  static constexpr bool stops_vehicles = false;

  double stiffness_n_m = 1.0;

  template <class S>
  struct Constants {
    S stiffness;
  };

#ifndef LACKS_FOLD
  Constants<double> fold() const { return {stiffness_n_m}; }
#endif
#ifndef LACKS_LINEAR
  LinearContact linear() const { return {stiffness_n_m, 0.0}; }
#endif
#ifndef LACKS_FORCE
  template <class S>
  static Vec3<S> force(const Constants<S>& c, const S& depth, const Vec3<S>&) {
    return {S(0.0), S(0.0), -(c.stiffness * max(depth, S(0.0)))};
  }
#endif
};

static_assert(require_ground<ToyGround>() + require_ground<PushingToyGround>() == 2);

}  // namespace montecopter
