#pragma once
/// Barometer.

#include <array>
#include <optional>
#include <string_view>

#include "core/numerics/elementary.hpp"
#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

/// Pressure and temperature of environment.atmosphere at an altitude that has the errors, as PX4's
/// SIH reconstructs them.
struct Barometer : Timing, ErrorModel<Length, double> {
  static constexpr std::string_view key = "barometer";
  static constexpr std::string_view doc =
      "Pressure and temperature of the atmosphere at the altitude with errors";
  static constexpr std::array<Channel, 3> channels = {{
      {"altitude", ChannelShape::number, "m", "", "altitude of the reading"},
      {"pressure", ChannelShape::number, "Pa", "", "reading of the pressure"},
      {"temperature", ChannelShape::number, "K", "", "reading of the temperature"},
  }};
  static constexpr SensorNeeds needs = {.changing_pressure = true};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  std::optional<double> pressure_resolution_pa;

  template <class S>
  struct Constants {
    S pressure_resolution;  ///< 0: pressures are not rounded
  };

  std::optional<Constants<double>> fold(double) const {
    return Constants<double>{pressure_resolution_pa.value_or(0.0)};
  }

  template <class S>
  static std::array<S, 1> ideal(const View<S>& view, const Constants<S>&) {
    return {view.world().altitude(view.truth.position.z)};
  }
  /// Inlined into one function, so that the compiler drops the density, which is not read out.
  template <class S>
  [[gnu::flatten]] static std::array<S, 3> read_out(const View<S>& view, const Constants<S>& c,
                                                    const S* readings) {
    const Air<S> air = view.world().air_at(readings[0]);
    return {readings[0], rounded(air.pressure_pa, c.pressure_resolution), air.temperature_k};
  }

  static constexpr auto fields() {
    using B = Barometer;
    return join(Timing::fields(), ErrorModel<Length, double>::fields(),
                FieldList{field("pressure_resolution_pa", &B::pressure_resolution_pa,
                                units::pressure, positive, Vary::per_sample,
                                "Resolution of the pressure; default: not rounded")});
  }

 private:
  template <class S>
  static S rounded(const S& pressure, const S& resolution) {
    if (all(resolution == S(0.0))) return pressure;
    const S digit = max(resolution, S(0x1p-1000));  // finite quotients in lanes without one
    return select(S(0.0) < resolution, round_to_even(pressure / digit) * digit, pressure);
  }
};

}  // namespace montecopter
