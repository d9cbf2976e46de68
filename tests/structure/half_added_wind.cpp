/// Winds, and what is half added of them: LACKS_VELOCITY varies and does not say how, LACKS_STEADY
/// does not vary and does not say what it is, LACKS_STRENGTH does not say how strong it is,
/// LACKS_COLUMNS has rows and does not say of what, LACKS_PACE and LACKS_HEIGHT do not say whether
/// their pace and their height are checked. Compiled by a test, never linked.

#include "dynamics/winds/wind.hpp"

namespace montecopter {

struct ToyWind : WindVelocity {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Blows as long as there is time";
#ifndef LACKS_PACE
  static constexpr bool has_checked_pace = false;
#endif
#ifndef LACKS_HEIGHT
  static constexpr bool has_checked_height = false;
#endif

  template <class S>
  struct Constants {
    Vec3<S> to;
  };

  Constants<double> fold(double) const { return {to()}; }
#ifndef LACKS_STRENGTH
  WindStrength strongest(double) const { return at_most_to(); }
#endif
#ifndef LACKS_VELOCITY
  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    return S(at.time_s) * c.to;
  }
#endif
};

struct SteadyToyWind {
  static constexpr std::string_view type_name = "steady_toy";
  static constexpr std::string_view doc = "Blows to the north";
  static constexpr bool has_checked_pace = false;
  static constexpr bool has_checked_height = false;
  static constexpr bool varies = false;

  std::array<double, 3> to_m_s = {1.0, 0.0, 0.0};

#ifndef LACKS_STEADY
  const std::array<double, 3>& velocity_m_s() const { return to_m_s; }
#endif
  WindStrength strongest(double) const { return {to_m_s, "to_m_s", "to_m_s"}; }
};

struct MeasuredToyWind {
  static constexpr std::string_view type_name = "measured_toy";
  static constexpr std::string_view doc = "Blows as the first row says";
  static constexpr bool has_checked_pace = false;
  static constexpr bool has_checked_height = false;
  static constexpr bool varies = true;
  static constexpr const char* strength = "scale";
  static constexpr std::array<std::string_view, 3> header = {"north_m_s", "east_m_s", "down_m_s"};
#ifndef LACKS_COLUMNS
  static constexpr std::size_t columns = header.size();
#endif
  static constexpr const char* row_doc = "the velocity of the air";
  static constexpr bool ascends = false;

  std::vector<std::vector<double>> rows;
  std::string file;
  double scale = 1.0;

  template <class S>
  struct Constants {
    S scale;
  };

  bool is_still() const { return scale == 0; }
  bool is_sound() const { return true; }
  Constants<double> fold(double) const { return {scale}; }
  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    const double* to = at.series.numbers;
    return c.scale * Vec3<S>{S(to[0]), S(to[1]), S(to[2])};
  }
};

static_assert(require_wind<ToyWind>() + require_wind<SteadyToyWind>() +
                  require_wind<MeasuredToyWind>() ==
              3);

}  // namespace montecopter
