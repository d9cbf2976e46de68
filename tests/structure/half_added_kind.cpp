/// Kinds that are half added: an event with LACKS_EFFECT does nothing to a flight, with LACKS_FOLD
/// nobody makes its numbers; a sensor with LACKS_ERRORS has no error model, with LACKS_NUMBERS it
/// takes means of one number, with HIDES_FORCE it reads the force and says that it does not.
/// Compiled by a test, never linked.

#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

struct ToyEvent : PassingTrigger {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "All gains are halved";

  static constexpr auto fields() { return PassingTrigger::fields(); }

  template <class S>
  struct Constants {
    S factor;
  };

#ifndef LACKS_FOLD
  Constants<double> fold(double) const { return {0.5}; }
#endif
#ifdef LACKS_EFFECT
  template <class S>
  static S gain_factor(const Constants<S>& c){
#else
  template <class S>
  static S gain_factor_of(const Constants<S>& c) {
#endif
      return c.factor;
}
};  // namespace montecopter

static_assert(require_event<ToyEvent>());

#ifdef LACKS_ERRORS
struct ToySensor : Timing {
#elif defined(LACKS_NUMBERS)
struct ToySensor : Timing, Averaging, ErrorModel<Length, double> {
#else
struct ToySensor : Timing, ErrorModel<Length, double> {
#endif
  static constexpr std::array<Channel, 1> channels = {{
      {"altitude", ChannelShape::number, "m", "", "the altitude"},
  }};

  template <class S>
  struct Constants {};

  template <class S>
  static std::array<S, 1> ideal(const View<S>& view, const Constants<S>&) {
#ifdef HIDES_FORCE
    return {view.force.specific_force.z};
#else
    return {-view.truth.position.z};
#endif
  }
};

static_assert(require_sensor<ToySensor>());

/// As SensorSuite asks for a reading, whose equation is compiled there.
inline std::array<double, 1> reading(const View<double>& view,
                                     const ToySensor::Constants<double>& c) {
  return ToySensor::ideal(view, c);
}

}  // namespace montecopter
