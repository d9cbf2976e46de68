#pragma once
/// Units in which the user may give a quantity: a key ends with one of the suffixes of its family,
/// SI or another. Everything inside, and everything that is written, is SI.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string_view>

#include "core/numerics/angles.hpp"

namespace montecopter {

/// One unit of a quantity. SI value = number * factor / divisor, of which at least one is 1: what
/// is a whole number of parts is divided, which rounds once, so that 9 ms are 0.009 s.
struct Unit {
  std::string_view suffix;  ///< of the key, without the '_' before it
  std::string_view text;    ///< SI: UDUNITS spelling, but for half powers, which it has not
  double factor = 1.0;      ///< exact, or the nearest double
  double divisor = 1.0;

  constexpr double to_si(double number) const { return number * factor / divisor; }
};

/// All units of one quantity; the first is SI.
class UnitFamily {
 public:
  constexpr UnitFamily(std::initializer_list<Unit> units) : size_(units.size()) {
    if (units.size() > capacity) throw std::length_error("more units than UnitFamily::capacity");
    std::size_t i = 0;
    for (const Unit& unit : units) units_.at(i++) = unit;
  }
  constexpr std::span<const Unit> all() const { return {units_.data(), size_}; }
  constexpr const Unit& si() const { return units_[0]; }

 private:
  static constexpr std::size_t capacity = 5;
  std::array<Unit, capacity> units_{};
  std::size_t size_;
};

namespace units {

// Parts of a degree [rad], rounded to the nearest double.
inline constexpr double degree_per_hour = 0x1.455a5b2ff8f9dp-18;              // pi / 648000
inline constexpr double degree_per_root_hour = 0x1.3104b57cf96a3p-12;         // pi / 10800
inline constexpr double degree_per_hour_root_hour = 0x1.5b0b0beee770ep-24;    // pi / 38880000
inline constexpr double degree_per_standard_gravity = 0x1.d28c5d93b26d1p-10;  // pi / 1765.197
// Standard gravity is 9.80665 m s-2 by definition (3rd CGPM, 1901).
inline constexpr double milli_g = 9.80665e-3;
inline constexpr double micro_g = 9.80665e-6;

inline constexpr UnitFamily angular_rate = {
    {"rad_s", "rad s-1"},
    {"deg_s", "degree s-1", rad_per_deg},
    {"deg_h", "degree h-1", degree_per_hour},
};
/// Amplitude density of white noise. degree h-0.5 (angle random walk): a root hour is 60 root
/// seconds.
inline constexpr UnitFamily angular_rate_density = {
    {"rad_s_sqrt_hz", "rad s-1 Hz-0.5"},
    {"deg_s_sqrt_hz", "degree s-1 Hz-0.5", rad_per_deg},
    {"deg_h_sqrt_hz", "degree h-1 Hz-0.5", degree_per_hour},
    {"deg_sqrt_h", "degree h-0.5", degree_per_root_hour},
};
/// Growth of a random walk. The amplitude density of its derivative is the same number:
/// rad s-2 Hz-0.5 = rad s-1 s-0.5.
inline constexpr UnitFamily angular_rate_walk = {
    {"rad_s_sqrt_s", "rad s-1 s-0.5"},
    {"rad_s2_sqrt_hz", "rad s-2 Hz-0.5"},
    {"deg_s_sqrt_s", "degree s-1 s-0.5", rad_per_deg},
    {"deg_h_sqrt_h", "degree h-1 h-0.5", degree_per_hour_root_hour},
};

inline constexpr UnitFamily acceleration = {
    {"m_s2", "m s-2"},
    {"mg", "milli-g", milli_g},
    {"ug", "micro-g", micro_g},
};
/// m s-1 h-0.5: velocity random walk.
inline constexpr UnitFamily acceleration_density = {
    {"m_s2_sqrt_hz", "m s-2 Hz-0.5"},
    {"mg_sqrt_hz", "milli-g Hz-0.5", milli_g},
    {"ug_sqrt_hz", "micro-g Hz-0.5", micro_g},
    {"m_s_sqrt_h", "m s-1 h-0.5", 1.0, 60.0},
};
inline constexpr UnitFamily acceleration_walk = {
    {"m_s2_sqrt_s", "m s-2 s-0.5"},
    {"m_s3_sqrt_hz", "m s-3 Hz-0.5"},
    {"mg_sqrt_s", "milli-g s-0.5", milli_g},
    {"ug_sqrt_s", "micro-g s-0.5", micro_g},
};

inline constexpr UnitFamily magnetic_field = {
    {"t", "T"},
    {"ut", "uT", 1.0, 1e6},
    {"nt", "nT", 1.0, 1e9},
    {"gauss", "gauss", 1.0, 1e4},
    {"mgauss", "milligauss", 1.0, 1e7},
};
inline constexpr UnitFamily magnetic_field_density = {
    {"t_sqrt_hz", "T Hz-0.5"},
    {"ut_sqrt_hz", "uT Hz-0.5", 1.0, 1e6},
    {"nt_sqrt_hz", "nT Hz-0.5", 1.0, 1e9},
    {"gauss_sqrt_hz", "gauss Hz-0.5", 1.0, 1e4},
    {"mgauss_sqrt_hz", "milligauss Hz-0.5", 1.0, 1e7},
};
inline constexpr UnitFamily magnetic_field_walk = {
    {"t_sqrt_s", "T s-0.5"},
    {"ut_sqrt_s", "uT s-0.5", 1.0, 1e6},
    {"nt_sqrt_s", "nT s-0.5", 1.0, 1e9},
    {"gauss_sqrt_s", "gauss s-0.5", 1.0, 1e4},
    {"mgauss_sqrt_s", "milligauss s-0.5", 1.0, 1e7},
};

inline constexpr UnitFamily angle = {{"rad", "rad"}, {"deg", "degree", rad_per_deg}};
inline constexpr UnitFamily length = {{"m", "m"}, {"mm", "mm", 1.0, 1e3}};
inline constexpr UnitFamily length_density = {{"m_sqrt_hz", "m Hz-0.5"}};
inline constexpr UnitFamily length_walk = {{"m_sqrt_s", "m s-0.5"}};
inline constexpr UnitFamily speed = {{"m_s", "m s-1"}};
inline constexpr UnitFamily speed_density = {{"m_s_sqrt_hz", "m s-1 Hz-0.5"}};
inline constexpr UnitFamily speed_walk = {{"m_s_sqrt_s", "m s-1 s-0.5"}};
inline constexpr UnitFamily time = {
    {"s", "s"},
    {"ms", "ms", 1.0, 1e3},
    {"us", "us", 1.0, 1e6},
};
inline constexpr UnitFamily pressure = {
    {"pa", "Pa"},
    {"hpa", "hPa", 100.0},
    {"mbar", "mbar", 100.0},
};
inline constexpr UnitFamily charge = {
    {"a_s", "A s"},
    {"a_h", "A h", 3600.0},
    {"ma_h", "mA h", 3.6},
};
/// Speed of an electric motor per volt.
inline constexpr UnitFamily speed_constant = {
    {"rad_s_v", "rad s-1 V-1"}, {"rpm_v", "rpm V-1", 0x1.acee9f37bebd6p-4},  // pi / 30
};
/// Change of a gyroscope's reading with acceleration.
inline constexpr UnitFamily g_sensitivity = {
    {"rad_s_m_s2", "rad s m-1"},
    {"deg_s_g", "degree s-1 per g", degree_per_standard_gravity},
};

}  // namespace units

/// The closed list.
inline constexpr std::array<const UnitFamily*, 21> unit_families = {
    &units::angular_rate,
    &units::angular_rate_density,
    &units::angular_rate_walk,
    &units::acceleration,
    &units::acceleration_density,
    &units::acceleration_walk,
    &units::magnetic_field,
    &units::magnetic_field_density,
    &units::magnetic_field_walk,
    &units::angle,
    &units::length,
    &units::length_density,
    &units::length_walk,
    &units::speed,
    &units::speed_density,
    &units::speed_walk,
    &units::time,
    &units::pressure,
    &units::charge,
    &units::speed_constant,
    &units::g_sensitivity,
};

/// The part of a key before its unit: "bias_" of "bias_rad_s". Empty if it does not end with that
/// suffix.
constexpr std::string_view stem_of(std::string_view key, std::string_view suffix) {
  if (key.size() < suffix.size() + 2 || key.substr(key.size() - suffix.size()) != suffix) return {};
  const std::string_view stem = key.substr(0, key.size() - suffix.size());
  return stem.back() == '_' ? stem : std::string_view();
}

/// Whether two keys give the same quantity, in one unit or in two: they share the stem, and their
/// suffixes belong to one family. Paths are no keys.
constexpr bool same_quantity(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (a.find('.') != std::string_view::npos) return false;
  for (const UnitFamily* family : unit_families) {
    for (const Unit& unit : family->all()) {
      const std::string_view stem = stem_of(a, unit.suffix);
      if (stem.empty()) continue;
      for (const Unit& other : family->all()) {
        if (stem_of(b, other.suffix) == stem) return true;
      }
    }
  }
  return false;
}

}  // namespace montecopter
