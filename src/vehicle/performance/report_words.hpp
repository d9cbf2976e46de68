#pragma once
/// Common parts of the reports on all kinds of vehicles.

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "vehicle/performance/plausibility.hpp"

namespace montecopter {

/// Options of a report besides the vehicle and the air.
struct Question {
  std::optional<double> step_s;             ///< of the scenario, if there is one
  std::optional<double> rotor_speed_rad_s;  ///< of the main rotor of a helicopter, for its hover
  bool envelope = false;                    ///< over mass and air, for a multirotor
};

/// Results common to all kinds of vehicles.
struct Findings {
  std::vector<std::complex<double>> modes;  ///< at hover
  PlausibilityWarnings warnings;
};

/// "  label             text", in lines of at most 80 columns.
std::string report_line(const std::string& label, const std::string& text);

/// Text of the modes, equal modes together: "4 x time constant 0.02000 s".
std::string modes_text(const std::vector<std::complex<double>>& modes);

/// "0.092055121 rad (5.274 deg)"; a value within rounding counts as 0.
std::string angle_text(double angle_rad);

template <class Numbers>
Json json_numbers(const Numbers& values) {
  Json list = Json::array();
  for (const double x : values) list.add(Json::number(x));
  return list;
}

/// List of pairs of real and imaginary part.
Json json_modes(const std::vector<std::complex<double>>& modes);

}  // namespace montecopter
