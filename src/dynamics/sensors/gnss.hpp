#pragma once
/// Satellite navigation.

#include <array>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"

namespace montecopter {

/// Position and velocity of the antenna, which sits at position_m, with errors north, east and
/// down.
struct Gnss : Timing, Location {
  static constexpr std::string_view key = "gnss";
  static constexpr std::string_view doc = "Position and velocity of an antenna";
  static constexpr std::array<Channel, 5> channels = {{
      {"position", ChannelShape::vector, "m", "NED", "reading of the antenna's position"},
      {"velocity", ChannelShape::vector, "m s-1", "NED",
       "reading of the antenna's velocity over the ground"},
      {"latitude", ChannelShape::number, "degrees_north", "", "latitude of the position read",
       true},
      {"longitude", ChannelShape::number, "degrees_east", "", "longitude of the position read",
       true},
      {"altitude", ChannelShape::number, "m", "", "altitude of the position read"},
  }};

  ErrorModel<Length, PerAxis> position;
  ErrorModel<Speed, PerAxis> velocity;

  static constexpr auto fields() {
    using G = Gnss;
    return join(Timing::fields(), Location::fields(),
                FieldList{
                    field("position", &G::position, "Errors north, east, down"),
                    field("velocity", &G::velocity, "Errors north, east, down"),
                });
  }
};

}  // namespace montecopter
