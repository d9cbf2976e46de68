#pragma once
/// Range finder: ultrasonic, radar or laser.

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/fields/words.hpp"
#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/placement.hpp"
#include "dynamics/sensors/timing.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

enum class RangeMeasure { slant, height };
inline constexpr std::array<ChoiceFor<RangeMeasure>, 2> range_measure_words = {{
    {RangeMeasure::slant, "slant", "the distance to the ground along the beam"},
    {RangeMeasure::height, "height",
     "the shortest distance to the ground, as with a wide cone of sound"},
}};
inline constexpr auto range_measures = choices_of(range_measure_words);

/// Distance to the ground of environment.ground (to z = 0 where there is none).
struct RangeFinder : Timing, Location, ErrorModel<Length, double> {
  static constexpr std::string_view key = "range_finder";
  static constexpr std::string_view doc = "Distance to the ground";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::number, "m", "", "reading of the distance to the ground"},
  }};
  static constexpr SensorNeeds needs = {};

  std::array<double, 3> axis = {0.0, 0.0, 1.0};
  std::string measures = "slant";
  double min_m = 0.0;
  std::optional<double> max_m;

  template <class S>
  struct Constants {
    Vec3<S> position, axis;  ///< from the centre of mass [m]; of the beam; body axes
    S height;                ///< 1: measures the height, 0: along the beam
    S least, most;
  };

  std::optional<Constants<double>> fold(double) const {
    const auto beam = direction_along(axis);
    const double most = max_m.value_or(std::numeric_limits<double>::max());
    if (!beam || !(min_m < most)) return std::nullopt;
    const bool is_height = is_word(range_measure_words, measures, RangeMeasure::height);
    return Constants<double>{point(position_m), *beam, is_height ? 1.0 : 0.0, min_m, most};
  }

  std::optional<ReadingLimits> reading_limits() const {
    return ReadingLimits{"distance", "min_m", "max_m", min_m, max_m, "m"};
  }

  /// Beams that do not point downwards meet no ground.
  template <class S>
  static std::array<S, 1> ideal(const View<S>& view, const Constants<S>& c) {
    const Vec3<S> p_W = view.truth.position + view.R_WB * c.position, beam = view.R_WB * c.axis;
    const S height = view.around.ground_z_at(p_W) - p_W.z;
    // Height that the beam loses over the ground per metre.
    const S downwards =
        fma(view.around.slope_north, beam.x, fma(view.around.slope_east, beam.y, beam.z));
    const auto meets = S(0.0) < downwards;
    const S cosine = select(S(0.0) < c.height, S(1.0), select(meets, downwards, S(1.0)));
    const S range = height / cosine;
    const S within = select(c.least > range, S(nothing_to_read), range);
    return {select(meets, select(range > c.most, S(nothing_to_read), within), S(nothing_to_read))};
  }

  static constexpr auto fields() {
    using R = RangeFinder;
    return join(Timing::fields(), Location::fields(), ErrorModel<Length, double>::fields(),
                FieldList{
                    field("axis", &R::axis, "1", between(-1000, 1000), Vary::per_sample,
                          "Direction of the beam, body axes FRD (normalised at set-up)"),
                    field("measures", &R::measures, range_measures, "Measured distance"),
                    field("min_m", &R::min_m, units::length, non_negative, Vary::per_sample,
                          "Shortest distance; nearer ground gives no reading"),
                    field("max_m", &R::max_m, units::length, positive, Vary::per_sample,
                          "Longest distance; farther ground gives no reading; default: no limit"),
                });
  }
};

}  // namespace montecopter
