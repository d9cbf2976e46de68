#pragma once
/// Gains of the body rate in Betaflight's units: from the file, from its sliders, or else the
/// defaults of its version.

#include <array>
#include <string>
#include <vector>

#include "vehicle/import/betaflight_settings.hpp"
#include "vehicle/import/betaflight_text.hpp"

namespace montecopter {

enum class BetaflightVersion { before_4_3, from_4_3, from_2025 };
/// Version stated in the text; without one, 4.3 to 4.5, which have the same law and defaults.
BetaflightVersion version_of(const BetaflightText& text);

/// Whether the sliders of `mode` are off when they are applied: turned off by an earlier command,
/// and not turned on since.
bool sliders_are_off(const BetaflightText& text, const AskedSettings& settings,
                     const std::string& mode);

struct BetaflightAxisGains {
  std::string name;  ///< "roll"
  double p = 0, i = 0;
  double d = 0;               ///< at rest
  double integral_limit = 0;  ///< limit of the sum of the terms; 1000 is the full motor range
  std::string source;         ///< "p_roll 50, i_roll 80 (default), d_min_roll 35"
  std::string limit_source;
};

struct BetaflightGains {
  std::array<BetaflightAxisGains, 3> axes;   ///< roll, pitch, yaw
  std::vector<std::string> of_sliders;       ///< names of gains that the sliders compute
  std::vector<std::string> against_sliders;  ///< gains of the file that the sliders would change
};
BetaflightGains betaflight_gains(const BetaflightText& text, AskedSettings& settings);

}  // namespace montecopter
