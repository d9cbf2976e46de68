#pragma once
/// Filters of Betaflight's loop: the low-pass of the controller `rate`, and the missing filters,
/// each with its effect. Source of defaults and filters: Betaflight, sensors/gyro.c, flight/pid.c,
/// pg/rpm_filter.c, common/filter.c of the branches 4.2, 4.3, 4.4, 4.5 and 2025.12.

#include <optional>
#include <string>
#include <vector>

#include "vehicle/import/betaflight_settings.hpp"
#include "vehicle/import/betaflight_text.hpp"
#include "vehicle/import/imported.hpp"

namespace montecopter {

/// Data besides the settings that the filters depend on.
struct BetaflightLoop {
  double gyro_hz = 0, rate_hz = 0;  ///< readings and control updates per second
  std::optional<double> rotor_hz;   ///< turns of a rotor per second at hover, if known
};

/// Lowest cut-off [Hz] of the first gyroscope low-pass; 0: it is off.
double betaflight_cutoff_hz(const BetaflightText& text, AskedSettings& settings,
                            std::string& source);

/// Active filters that the controller does not have: from the file, and from the version's
/// defaults.
std::vector<OmittedSetting> betaflight_left_out_filters(const BetaflightText& text,
                                                        AskedSettings& settings,
                                                        const BetaflightLoop& loop);

}  // namespace montecopter
