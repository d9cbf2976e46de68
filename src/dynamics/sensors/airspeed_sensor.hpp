#pragma once
/// Airspeed by a Pitot tube.

#include <array>
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

enum class AirspeedIndication { true_speed, equivalent };
inline constexpr std::array<ChoiceFor<AirspeedIndication>, 2> airspeed_words = {{
    {AirspeedIndication::true_speed, "true", "true airspeed"},
    {AirspeedIndication::equivalent, "equivalent",
     "the speed with the same dynamic pressure in air of 1.225 kg/m3"},
}};
inline constexpr auto airspeed_indications = choices_of(airspeed_words);

/// Speed of the air that comes in along an axis; none from behind.
struct AirspeedSensor : Timing, Location, ErrorModel<Speed, double> {
  static constexpr std::string_view key = "airspeed";
  static constexpr std::string_view doc = "Airspeed along the axis of a pitot tube";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::number, "m s-1", "", "reading of the airspeed"},
  }};
  static constexpr SensorNeeds needs = {};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  std::array<double, 3> axis = {1.0, 0.0, 0.0};
  std::string indicates = "true";

  template <class S>
  struct Constants {
    Vec3<S> position, axis;  ///< from the centre of mass [m]; along which it measures; body axes
    S equivalent;            ///< 1: the equivalent airspeed, 0: the true one
  };

  std::optional<Constants<double>> fold(double) const {
    const auto along = direction_along(axis);
    if (!along) return std::nullopt;
    const bool is_equivalent = is_word(airspeed_words, indicates, AirspeedIndication::equivalent);
    return Constants<double>{point(position_m), *along, is_equivalent ? 1.0 : 0.0};
  }

  static constexpr double reference_density_kg_m3 = 1.225;

  template <class S>
  static std::array<S, 1> ideal(const View<S>& view, const Constants<S>& c) {
    const Vec3<S> v_AS_W = velocity_of(view, c.position) - view.truth.wind;
    const S speed = max(dot(c.axis, view.R_WB.inverse(v_AS_W)), S(0.0));
    const S density = view.world().air(view.truth.position.z).density_kg_m3;
    const S ratio = sqrt(density * S(1.0 / reference_density_kg_m3));
    return {select(S(0.0) < c.equivalent, speed * ratio, speed)};
  }

  static constexpr auto fields() {
    using A = AirspeedSensor;
    return join(Timing::fields(), Location::fields(), ErrorModel<Speed, double>::fields(),
                FieldList{
                    field("axis", &A::axis, "1", between(-1000, 1000), Vary::per_sample,
                          "Direction of the tube, body axes FRD (normalised at set-up)"),
                    field("indicates", &A::indicates, airspeed_indications, "Indicated speed"),
                });
  }
};

}  // namespace montecopter
