#pragma once
/// Magnetometer.

#include <array>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"

namespace montecopter {

/// Reads environment.magnetic_field. Iron of the vehicle: hard as bias, soft as scale_error and
/// cross_axis.
struct Magnetometer : Timing, Alignment, ErrorModel<FluxDensity, PerAxis> {
  static constexpr std::string_view key = "magnetometer";
  static constexpr std::string_view doc = "Magnetic field, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "T", "sensor axes", "reading of the magnetic field"},
  }};

  bool registers = false;

  static constexpr auto fields() {
    using M = Magnetometer;
    return join(Timing::fields(), Alignment::fields(), ErrorModel<FluxDensity, PerAxis>::fields(),
                FieldList{field("registers", &M::registers,
                                "Record the high and low bytes of the 16-bit registers, too")});
  }
};

}  // namespace montecopter
