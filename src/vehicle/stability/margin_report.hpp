#pragma once
/// Report of `montecopter margins`.

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// Thrown if the vehicle has no hover at which the control law has derivatives.
struct NoHoverError : Error {
  NoHoverError(const std::string& where, std::string why)
      : Error(ExitCode::no, where + ": there are no margins: " + why), reason(std::move(why)) {}

  std::string reason;  ///< one or several sentences
};

struct MarginReport {
  std::string name, controller;        ///< of the scenario; controller: its type
  std::int64_t point = 0, points = 1;  ///< of the sweep
  bool uses_estimate = false;
  HoverMargins margins;
};

/// Margins of the nominal vehicle at a point of the sweep, with steps for curves. Throws
/// Error(usage) if no loop is closed, or if there is no such point or no regulator; `where`: place
/// of the controller. Throws NoHoverError.
MarginReport report_margins(const Plan& plan, std::int64_t point, const std::string& where,
                            bool with_steps = false);

/// Tables for a terminal, `width` columns wide; ends with a newline.
std::string margin_text(const MarginReport& report, std::size_t width);
/// One object. Infinite and missing values are null. Curves are the loops L as pairs of real and
/// imaginary part over `rad_s`, and the steps.
Json margins_as_json(const MarginReport& report, bool with_curves = false);
/// The JSON as text; ends with a newline.
std::string margin_json(const MarginReport& report, bool with_curves = false);
/// JSON without loops, with the reason, if there is no hover.
std::string no_margins_json(const std::string& name, std::int64_t point, const std::string& reason);

}  // namespace montecopter
