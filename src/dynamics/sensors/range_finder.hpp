#pragma once
/// Range finder: ultrasonic, radar or laser.

#include <array>
#include <optional>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"
#include "fields/words.hpp"

namespace montecopter {

enum class RangeMeasure { slant, height };
inline constexpr std::array<ChoiceFor<RangeMeasure>, 2> range_measure_words = {{
    {RangeMeasure::slant, "slant", "the way to the ground along the beam"},
    {RangeMeasure::height, "height",
     "the shortest way to the ground, which a wide cone of sound takes"},
}};
inline constexpr auto range_measures = choices_of(range_measure_words);

/// Distance to the ground of environment.ground (to z = 0 where there is none).
struct RangeFinder : Timing, Location, ErrorModel<Length, double> {
  static constexpr std::string_view key = "range_finder";
  static constexpr std::string_view doc = "Distance to the ground";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::number, "m", "", "reading of the distance to the ground"},
  }};

  std::array<double, 3> axis = {0.0, 0.0, 1.0};
  std::string measures = "slant";
  double min_m = 0.0;
  std::optional<double> max_m;

  static constexpr auto fields() {
    using R = RangeFinder;
    return join(Timing::fields(), Location::fields(), ErrorModel<Length, double>::fields(),
                FieldList{
                    field("axis", &R::axis, "1", between(-1000, 1000), Vary::per_sample,
                          "Direction of the beam, body axes FRD (normalised at set-up)"),
                    field("measures", &R::measures, range_measures, "What it measures"),
                    field("min_m", &R::min_m, units::length, non_negative, Vary::per_sample,
                          "Nearer ground gives no reading"),
                    field("max_m", &R::max_m, units::length, positive, Vary::per_sample,
                          "Farther ground gives no reading; default: however far"),
                });
  }
};

}  // namespace montecopter
