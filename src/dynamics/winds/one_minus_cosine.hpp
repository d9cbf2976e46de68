#pragma once
/// Discrete gust V = to_m_s (1 - cos(pi x / d)) / 2 after x = airspeed (t - start) metres of it:
/// MIL-F-8785C 3.7.1.3, which holds after x = d, and CS-25.341 (FAR 25.341), whose gust ends after
/// 2 d.

#include <array>
#include <string>
#include <string_view>

#include "core/fields/words.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/winds/velocity.hpp"

namespace montecopter {

enum class GustShape { full, held };
inline constexpr std::array<ChoiceFor<GustShape>, 2> gust_words = {{
    {GustShape::full, "full", "falls again over length_m: CS-25.341"},
    {GustShape::held, "held", "stays at its peak: MIL-F-8785C"},
}};
inline constexpr auto gust_shapes = choices_of(gust_words);

struct OneMinusCosineGust : WindVelocity {
  static constexpr std::string_view type_name = "one_minus_cosine";
  static constexpr std::string_view doc =
      "Discrete gust to_m_s (1 - cos(pi x / length_m)) / 2, x = airspeed_m_s (t - start_s)";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"length_m", "10.0"},
  });

  double start_s = 0.0;
  double length_m = required;
  double airspeed_m_s = required;
  std::string shape = "full";

  static constexpr auto fields() {
    using W = OneMinusCosineGust;
    return FieldList{
        field("to_m_s", &W::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Peak velocity of the air, NED"),
        field("start_s", &W::start_s, "s", any_number, Vary::per_sample, "Start time"),
        field("length_m", &W::length_m, "m", positive, Vary::per_sample,
              "Length over which the gust rises"),
        field("airspeed_m_s", &W::airspeed_m_s, "m s-1", positive, Vary::per_sample,
              "Speed at which the gust passes the vehicle"),
        field("shape", &W::shape, gust_shapes, "Shape after the rise"),
    };
  }

  /// The air is held over a step.
  void check_step(double step_s, Problems& problems) const;

  WindStrength strongest(double) const { return at_most_to(); }

  template <class S>
  struct Constants {
    Vec3<S> to;                   ///< to_m_s: velocity of the air [m/s], NED
    S start, lengths_per_s, end;  ///< end in lengths
  };

  Constants<double> fold(double) const {
    return {to(), start_s, airspeed_m_s / length_m,
            is_word(gust_words, shape, GustShape::held) ? 1.0 : 2.0};
  }

  /// (1 - cos(pi y)) / 2 = sin^2(pi y / 2), which does not cancel.
  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    const S y = clamp((S(at.time_s) - c.start) * c.lengths_per_s, S(0.0), c.end);
    S sine, cosine;
    sincos_turns(S(0.25) * y, sine, cosine);
    return (sine * sine) * c.to;
  }
};

}  // namespace montecopter
