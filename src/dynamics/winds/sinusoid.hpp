#pragma once
/// Sinusoidal wind.

#include <string_view>

#include "core/numerics/elementary.hpp"
#include "dynamics/step_start.hpp"
#include "dynamics/winds/velocity.hpp"

namespace montecopter {

struct SinusoidWind : WindVelocity {
  static constexpr std::string_view type_name = "sinusoid";
  static constexpr std::string_view doc =
      "to_m_s sin(2 pi f (t - start_s) + phase), zero before start_s";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"frequency_hz", "0.5"},
  });

  double frequency_hz = required;
  double phase_rad = 0.0;
  double start_s = 0.0;

  static constexpr auto fields() {
    using W = SinusoidWind;
    return FieldList{
        field("to_m_s", &W::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Amplitude of the velocity of the air, NED"),
        field("frequency_hz", &W::frequency_hz, "Hz", positive, Vary::per_sample, "Frequency f"),
        field("phase_rad", &W::phase_rad, units::angle, any_number, Vary::per_sample,
              "Phase at start_s"),
        field("start_s", &W::start_s, "s", any_number, Vary::per_sample, "Start time"),
    };
  }

  /// The air is held over a step.
  void check_step(double step_s, Problems& problems) const;

  WindStrength strongest(double) const { return at_most_to(); }

  template <class S>
  struct Constants {
    Vec3<S> to;                 ///< to_m_s: velocity of the air [m/s], NED
    S frequency, phase, start;  ///< phase in turns
  };

  Constants<double> fold(double) const {
    return {to(), frequency_hz, phase_rad / (4.0 * elementary::half_pi_high), start_s};
  }

  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    const S t(at.time_s), since = t - c.start;
    const S turns = fma(c.frequency, since, c.phase);
    S sine, cosine;
    sincos_turns(turns - round_to_even(turns), sine, cosine);
    return select(starts_before(t, c.start), S(0.0), sine) * c.to;
  }
};

}  // namespace montecopter
