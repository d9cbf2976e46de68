#pragma once
/// Gains of the body rate in the numbers of Betaflight's settings: those of the file, those that
/// its sliders compute, or else the defaults of its version.

#include <array>
#include <string>
#include <vector>

#include "vehicle/import/betaflight_settings.hpp"
#include "vehicle/import/betaflight_text.hpp"

namespace montecopter {

enum class BetaflightVersion { before_4_3, from_4_3, from_2025 };
/// Version that the text says; 4.3 to 4.5, which have the same law and defaults, where it says
/// none.
BetaflightVersion version_of(const BetaflightText& text);

/// Whether the sliders of `mode` are off when they are applied: by a command before, and not turned
/// on since.
bool sliders_are_off(const BetaflightText& text, const AskedSettings& settings,
                     const std::string& mode);

struct BetaflightAxisGains {
  std::string name;  ///< "roll"
  double p = 0, i = 0;
  double d = 0;               ///< at rest
  double integral_limit = 0;  ///< of the sum of the terms, of which 1000 is a motor's whole range
  std::string source;         ///< "p_roll 50, i_roll 80 (default), d_min_roll 35"
  std::string limit_source;
};

struct BetaflightGains {
  std::array<BetaflightAxisGains, 3> axes;   ///< roll, pitch, yaw
  std::vector<std::string> of_sliders;       ///< names of gains that the sliders compute
  std::vector<std::string> against_sliders;  ///< gains of the file of which the sliders make others
};
BetaflightGains betaflight_gains(const BetaflightText& text, AskedSettings& settings);

}  // namespace montecopter
