#pragma once
/// Barometer.

#include <array>
#include <optional>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"

namespace montecopter {

/// Pressure and temperature of environment.atmosphere at an altitude that has the errors, as PX4's
/// SIH reconstructs them.
struct Barometer : Timing, ErrorModel<Length, double> {
  static constexpr std::string_view key = "barometer";
  static constexpr std::string_view doc =
      "Pressure and temperature of the atmosphere at the altitude with errors";
  static constexpr std::array<Channel, 3> channels = {{
      {"altitude", ChannelShape::number, "m", "", "altitude that the reading is of"},
      {"pressure", ChannelShape::number, "Pa", "", "reading of the pressure"},
      {"temperature", ChannelShape::number, "K", "", "reading of the temperature"},
  }};

  std::optional<double> pressure_resolution_pa;

  static constexpr auto fields() {
    using B = Barometer;
    return join(Timing::fields(), ErrorModel<Length, double>::fields(),
                FieldList{field("pressure_resolution_pa", &B::pressure_resolution_pa,
                                units::pressure, positive, Vary::per_sample,
                                "One digit of the pressure; default: it is not rounded")});
  }
};

}  // namespace montecopter
