#pragma once
/// Airspeed by a Pitot tube.

#include <array>
#include <string>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"
#include "fields/words.hpp"

namespace montecopter {

enum class AirspeedIndication { true_speed, equivalent };
inline constexpr std::array<ChoiceFor<AirspeedIndication>, 2> airspeed_words = {{
    {AirspeedIndication::true_speed, "true", "true airspeed"},
    {AirspeedIndication::equivalent, "equivalent",
     "the speed that has the same dynamic pressure in air of 1.225 kg/m3"},
}};
inline constexpr auto airspeed_indications = choices_of(airspeed_words);

/// Speed of the air that comes in along an axis; none from behind.
struct AirspeedSensor : Timing, Location, ErrorModel<Speed, double> {
  static constexpr std::string_view key = "airspeed";
  static constexpr std::string_view doc = "Airspeed along the axis of a pitot tube";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::number, "m s-1", "", "reading of the airspeed"},
  }};

  std::array<double, 3> axis = {1.0, 0.0, 0.0};
  std::string indicates = "true";

  static constexpr auto fields() {
    using A = AirspeedSensor;
    return join(
        Timing::fields(), Location::fields(), ErrorModel<Speed, double>::fields(),
        FieldList{
            field("axis", &A::axis, "1", between(-1000, 1000), Vary::per_sample,
                  "Direction into which the tube points, body axes FRD (normalised at set-up)"),
            field("indicates", &A::indicates, airspeed_indications, "Which speed it reads"),
        });
  }
};

}  // namespace montecopter
