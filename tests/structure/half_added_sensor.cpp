/// A sensor, and some that are half added: LACKS_READ_OUT reads out more numbers than it measures
/// and does not say how; LACKS_CHANNEL names fewer than it reads out; LACKS_FORCE does not say
/// whether it reads the specific force, LACKS_COUPLING not by what and LACKS_FORCED not how;
/// LACKS_ERRORS has no error model.
/// Compiled by a test, never linked.

#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

#ifdef LACKS_ERRORS
struct ToySensor : Timing {
#else
struct ToySensor : Timing, ErrorModel<Length, double> {
#endif
  static constexpr std::string_view key = "toy";
  static constexpr std::string_view doc = "The altitude and its double";
#ifdef LACKS_CHANNEL
  static constexpr std::array<Channel, 1> channels = {
    {
#else
  static constexpr std::array<Channel, 2> channels = {{
      {"double", ChannelShape::number, "m", "", "twice the altitude"},
#endif
      {"altitude", ChannelShape::number, "m", "", "the altitude"},
    }
  };

#ifndef LACKS_COUPLING
  static constexpr std::string_view force_key = "coupling";
  bool couples_force() const { return coupling != 0; }
#endif

  double coupling = 0.0;
};

template <class S>
struct ToyReading {
  static constexpr int axes = 1, groups = 1, outputs = 2;
#ifndef LACKS_FORCE
  static constexpr ReadsForce reads_force = ReadsForce::if_coupled;
#endif
  struct Constants {
    std::array<ErrorConstants<S, axes>, groups> errors;
  };

  static std::array<S, 1> ideal(const View<S>& view, const Constants&) {
    return {-view.truth.position.z};
  }
#ifndef LACKS_FORCED
  static std::array<S, 1> ideal_under_force(const View<S>& view, const Constants&) {
    return {view.truth.specific_force.z - view.truth.position.z};
  }
#endif
#ifndef LACKS_READ_OUT
  static std::array<S, 2> read_out(const View<S>&, const Constants&, const S* readings) {
    return {S(2.0) * readings[0], readings[0]};
  }
#endif
};

template <class S>
ToyReading<S> reading_of(const ToySensor&);

static_assert(require_sensor<ToySensor>() == 1);

}  // namespace montecopter
