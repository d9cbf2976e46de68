/// Sensors, and what is half added of them: LACKS_READ_OUT reads out more numbers than it measures
/// and does not say how; LACKS_CHANNEL names fewer than it reads out, LACKS_CHANNELS none at all;
/// LACKS_FIELDS cannot be read from a scenario; LACKS_FOLD does not say what is folded of its
/// parameters, LACKS_IDEAL not what it reads; LACKS_COUPLING does not say by what the specific
/// force is coupled in, LACKS_FORCED not how; LACKS_ERRORS has no error model; LACKS_CLOCK times
/// turns and does not read them; LACKS_NEEDS does not say what has to be there for it, LACKS_LIMITS
/// not between which numbers there are readings. HIDES_FORCE reads the force and says that it does
/// not. Compiled by a test, never linked.

#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

#ifdef LACKS_ERRORS
struct ToySensor : Timing {
#else
struct ToySensor : Timing, ErrorModel<Length, double> {
#endif
  static constexpr std::string_view key = "toy";
  static constexpr std::string_view doc = "The altitude and its double";
#if defined(LACKS_CHANNEL)
  static constexpr std::array<Channel, 1> channels = {{
    {"altitude", ChannelShape::number, "m", "", "the altitude"},
  }};
#elif !defined(LACKS_CHANNELS)
  static constexpr std::array<Channel, 2> channels = {{
      {"double", ChannelShape::number, "m", "", "twice the altitude"},
      {"altitude", ChannelShape::number, "m", "", "the altitude"},
  }};
#endif
#ifndef LACKS_NEEDS
  static constexpr SensorNeeds needs = {};
#endif
#ifndef LACKS_LIMITS
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }
#endif

  double coupling = 0.0;

#ifndef LACKS_COUPLING
  static constexpr std::string_view force_key = "coupling";
  bool couples_force() const { return coupling != 0; }
#endif

  template <class S>
  struct Constants {
    S coupling;
  };

#ifndef LACKS_FOLD
  std::optional<Constants<double>> fold(double) const { return Constants<double>{coupling}; }
#endif

#ifndef LACKS_IDEAL
  template <class S>
  static std::array<S, 1> ideal(const View<S>& view, const Constants<S>&) {
#ifdef HIDES_FORCE
    return {view.force.specific_force.z};
#else
    return {-view.truth.position.z};
#endif
  }
#endif
#ifndef LACKS_FORCED
  template <class S>
  static std::array<S, 1> ideal_under_force(const ForceView<S>& view, const Constants<S>& c) {
    return {c.coupling * view.force.specific_force.z - view.truth.position.z};
  }
#endif
#ifndef LACKS_READ_OUT
  template <class S>
  static std::array<S, 2> read_out(const View<S>&, const Constants<S>&, const S* numbers) {
    return {S(2.0) * numbers[0], numbers[0]};
  }
#endif

#ifndef LACKS_FIELDS
  static constexpr auto fields() {
    return FieldList{field("coupling", &ToySensor::coupling, "1", any_number, Vary::per_sample,
                           "Altitude per specific force")};
  }
#endif
};

struct ToyTachometer : Timing {
  static constexpr std::string_view key = "toy_tachometer";
  static constexpr std::string_view doc = "The speed of each rotor at the start of its turn";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::per_rotor, "rad s-1", "", "the speed of each rotor"},
  }};
  static constexpr SensorNeeds needs = {.rotor_speeds = true};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  double time_noise_s = 0.0;

  template <class S>
  struct Constants {
    S step;
  };
  std::optional<Constants<double>> fold(double step_s) const { return Constants<double>{step_s}; }

  template <class S>
  struct Clock {
    S speed;

    static Clock start(const S& speed) { return {speed}; }
    void advance(const Constants<S>&, const S& now) { speed = now; }
#ifndef LACKS_CLOCK
    S read(const Constants<S>&, const Draws<S>&, const RandomStream&, bool, std::uint64_t) const {
      return speed;
    }
#endif
  };
};

static_assert(require_sensor<ToySensor>() + require_sensor<ToyTachometer>() == 2);

/// As SensorSuite asks for a reading, whose equation is compiled there.
inline std::array<double, 1> reading(const View<double>& view,
                                     const ToySensor::Constants<double>& c) {
  return ToySensor::ideal(view, c);
}

}  // namespace montecopter
