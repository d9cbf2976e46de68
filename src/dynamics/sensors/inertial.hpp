#pragma once
/// Accelerometer and gyroscope.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/timing.hpp"
#include "fields/words.hpp"

namespace montecopter {

enum class ReadingKind { instantaneous, averaged };
inline constexpr std::array<ChoiceFor<ReadingKind>, 2> reading_words = {{
    {ReadingKind::instantaneous, "instantaneous",
     "the value at the start of a step, with the forces that begin there"},
    {ReadingKind::averaged, "averaged",
     "the mean since the previous reading, as an integrating sensor measures it"},
}};
inline constexpr auto reading_kinds = choices_of(reading_words);

/// Whether readings are of an instant or of the time since the reading before.
struct Averaging {
  std::optional<std::string> readings;

  /// For a period of so many steps.
  bool averages(std::int64_t every) const {
    return readings ? is_word(reading_words, readings, ReadingKind::averaged) : every > 1;
  }

  static constexpr auto fields() {
    return FieldList{field("readings", &Averaging::readings, reading_kinds,
                           "What a reading shows; default: \"averaged\" if the period is longer "
                           "than a step, else \"instantaneous\"")};
  }
};

/// Reads the specific force where it sits: a + omega' x r + omega x (omega x r).
struct Accelerometer : Timing, Averaging, Alignment, Location, ErrorModel<Acceleration, PerAxis> {
  static constexpr std::string_view key = "accelerometer";
  static constexpr std::string_view doc = "Specific force, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "m s-2", "sensor axes", "reading of the specific force"},
  }};

  bool registers = false;

  static constexpr auto fields() {
    using A = Accelerometer;
    return join(Timing::fields(), Averaging::fields(), Location::fields(), Alignment::fields(),
                ErrorModel<Acceleration, PerAxis>::fields(),
                FieldList{field("registers", &A::registers,
                                "Record the high and low bytes of the 16-bit registers, too")});
  }
};

struct Gyroscope : Timing, Averaging, Alignment, ErrorModel<AngularRate, PerAxis> {
  static constexpr std::string_view key = "gyroscope";
  static constexpr std::string_view doc = "Angular rate, three axes";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::vector, "rad s-1", "sensor axes", "reading of the angular rate"},
  }};

  std::array<double, 9> g_sensitivity_rad_s_m_s2 = {};
  bool registers = false;

  static constexpr std::string_view force_key = "g_sensitivity";
  bool couples_force() const {
    for (const double g : g_sensitivity_rad_s_m_s2) {
      if (g != 0) return true;
    }
    return false;
  }

  static constexpr auto fields() {
    using G = Gyroscope;
    return join(
        Timing::fields(), Averaging::fields(), Alignment::fields(),
        ErrorModel<AngularRate, PerAxis>::fields(),
        FieldList{
            field("g_sensitivity_rad_s_m_s2", &G::g_sensitivity_rad_s_m_s2, units::g_sensitivity,
                  any_number, Vary::per_sample,
                  "Matrix (row-major) of what the axes read of the specific force at the centre of "
                  "mass; one number: that times the unit matrix, three: the diagonal"),
            field("registers", &G::registers,
                  "Record the high and low bytes of the 16-bit registers, too"),
        });
  }
};

}  // namespace montecopter
