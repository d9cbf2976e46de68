#pragma once
/// Magnetometer.

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

/// Reads environment.magnetic_field. Iron of the vehicle: hard as bias, soft as scale_error and
/// cross_axis.
struct Magnetometer : Timing, Alignment, ErrorModel<FluxDensity, PerAxis> {
  static constexpr std::string_view key = "magnetometer";
  static constexpr std::string_view doc = "Magnetic field, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "T", "sensor axes", "reading of the magnetic field"},
  }};
  static constexpr SensorNeeds needs = {.magnetic_field = true};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  bool registers = false;

  template <class S>
  struct Constants {
    Matrix3<S> to_axes;  ///< body axes to S, the sensor's axes as they are
  };

  std::optional<Constants<double>> fold(double) const {
    const auto axes = fold_axes(*this);
    if (!axes) return std::nullopt;
    return Constants<double>{axes->real};
  }

  template <class S>
  static std::array<S, 3> ideal(const View<S>& view, const Constants<S>& c) {
    const Vec3<S> b_S = c.to_axes * view.R_WB.inverse(view.around.magnetic_field);
    return {b_S.x, b_S.y, b_S.z};
  }

  static constexpr auto fields() {
    using M = Magnetometer;
    return join(
        Timing::fields(), Alignment::fields(), ErrorModel<FluxDensity, PerAxis>::fields(),
        FieldList{
            field("registers", &M::registers,
                  "Whether the high and low bytes of the 16-bit registers are recorded as well")});
  }
};

}  // namespace montecopter
