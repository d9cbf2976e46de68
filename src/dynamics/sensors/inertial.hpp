#pragma once
/// Accelerometer and gyroscope.

#include <array>
#include <optional>
#include <string_view>

#include "dynamics/sensors/averaging.hpp"
#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/placement.hpp"
#include "dynamics/sensors/timing.hpp"
#include "dynamics/sensors/truth.hpp"

namespace montecopter {

/// Reads the specific force where it sits: a + omega' x r + omega x (omega x r).
struct Accelerometer : Timing, Averaging, Alignment, Location, ErrorModel<Acceleration, PerAxis> {
  static constexpr std::string_view key = "accelerometer";
  static constexpr std::string_view doc = "Specific force, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "m s-2", "sensor axes", "reading of the specific force"},
  }};
  static constexpr SensorNeeds needs = {};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  bool registers = false;

  template <class S>
  struct Constants {
    Matrix3<S> to_axes;  ///< body axes to S, the sensor's axes as they are
    Vec3<S> position;    ///< from the centre of mass [m], body axes
  };

  std::optional<Constants<double>> fold(double) const {
    const auto axes = fold_axes(*this);
    if (!axes) return std::nullopt;
    return Constants<double>{axes->real, point(position_m)};
  }

  template <class S>
  static std::array<S, 3> ideal(const ForceView<S>& view, const Constants<S>& c) {
    const Vec3<S> f_S = c.to_axes * specific_force_of(view, c.position);
    return {f_S.x, f_S.y, f_S.z};
  }

  static constexpr auto fields() {
    using A = Accelerometer;
    return join(
        Timing::fields(), Averaging::fields(), Location::fields(), Alignment::fields(),
        ErrorModel<Acceleration, PerAxis>::fields(),
        FieldList{
            field("registers", &A::registers,
                  "Whether the high and low bytes of the 16-bit registers are recorded as well")});
  }
};

/// Reads the body rate, and errors by the specific force (g-sensitivity) where it has any.
struct Gyroscope : Timing, Averaging, Alignment, ErrorModel<AngularRate, PerAxis> {
  static constexpr std::string_view key = "gyroscope";
  static constexpr std::string_view doc = "Angular rate, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "rad s-1", "sensor axes", "reading of the angular rate"},
  }};
  static constexpr SensorNeeds needs = {};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  std::array<double, 9> g_sensitivity_rad_s_m_s2 = {};
  bool registers = false;

  static constexpr std::string_view force_key = "g_sensitivity";
  bool couples_force() const {
    for (const double g : g_sensitivity_rad_s_m_s2) {
      if (g != 0) return true;
    }
    return false;
  }

  template <class S>
  struct Constants {
    Matrix3<S> to_axes;        ///< body axes to S, the sensor's axes as they are
    Matrix3<S> g_sensitivity;  ///< angular rate per specific force, body axes to S [rad/s per m/s2]
  };

  std::optional<Constants<double>> fold(double) const {
    const auto axes = fold_axes(*this);
    if (!axes) return std::nullopt;
    return Constants<double>{axes->real, matrix(g_sensitivity_rad_s_m_s2) * axes->mounted};
  }

  template <class S>
  static std::array<S, 3> ideal(const View<S>& view, const Constants<S>& c) {
    return rates(c.to_axes * view.truth.body_rate);
  }
  template <class S>
  static std::array<S, 3> ideal_under_force(const ForceView<S>& view, const Constants<S>& c) {
    return rates(c.to_axes * view.truth.body_rate + c.g_sensitivity * view.force.specific_force);
  }

  static constexpr auto fields() {
    using G = Gyroscope;
    return join(
        Timing::fields(), Averaging::fields(), Alignment::fields(),
        ErrorModel<AngularRate, PerAxis>::fields(),
        FieldList{
            field("g_sensitivity_rad_s_m_s2", &G::g_sensitivity_rad_s_m_s2, units::g_sensitivity,
                  any_number, Vary::per_sample,
                  "Sensitivity to the specific force at the centre of mass, a row-major matrix; "
                  "one number: times the unit matrix, three: the diagonal"),
            field("registers", &G::registers,
                  "Whether the high and low bytes of the 16-bit registers are recorded as well"),
        });
  }

 private:
  template <class S>
  static std::array<S, 3> rates(const Vec3<S>& w_WB_S) {
    return {w_WB_S.x, w_WB_S.y, w_WB_S.z};
  }
};

}  // namespace montecopter
