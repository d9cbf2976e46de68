#pragma once
/// Satellite navigation.

#include <array>
#include <optional>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/placement.hpp"
#include "dynamics/sensors/timing.hpp"
#include "dynamics/sensors/truth.hpp"

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
  static constexpr SensorNeeds needs = {};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  ErrorModel<Length, PerAxis> position;
  ErrorModel<Speed, PerAxis> velocity;

  template <class S>
  struct Constants {
    Vec3<S> antenna;  ///< from the centre of mass [m], body axes
  };

  std::optional<Constants<double>> fold(double) const {
    return Constants<double>{point(position_m)};
  }

  template <class S>
  static std::array<S, 6> ideal(const View<S>& view, const Constants<S>& c) {
    const Vec3<S> p_WS_W = view.truth.position + view.R_WB * c.antenna;
    const Vec3<S> v_WS_W = velocity_of(view, c.antenna);
    return {p_WS_W.x, p_WS_W.y, p_WS_W.z, v_WS_W.x, v_WS_W.y, v_WS_W.z};
  }
  template <class S>
  static std::array<S, 9> read_out(const View<S>& view, const Constants<S>&, const S* r) {
    const Geodesy<S> geodesy{view.models.geodesy, view.around.geodesy};
    const Geodetic<S> place = geodesy.at({r[0], r[1], r[2]});
    return {r[0],
            r[1],
            r[2],
            r[3],
            r[4],
            r[5],
            place.latitude_deg,
            place.longitude_deg,
            place.altitude_m};
  }

  static constexpr auto fields() {
    using G = Gnss;
    return join(Timing::fields(), Location::fields(),
                FieldList{
                    field("position", &G::position, "Errors of the position: north, east, down"),
                    field("velocity", &G::velocity, "Errors of the velocity: north, east, down"),
                });
  }
};

}  // namespace montecopter
