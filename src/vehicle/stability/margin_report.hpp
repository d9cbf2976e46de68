#pragma once
/// What `montecopter margins` says of a loop.

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// The vehicle has no hover at which the control law has slopes.
struct NoHoverError : Error {
  NoHoverError(const std::string& where, std::string why)
      : Error(ExitCode::no, where + ": there are no margins: " + why), reason(std::move(why)) {}

  std::string reason;  ///< a sentence, or several
};

struct MarginReport {
  std::string name, controller;        ///< of the scenario; its type
  std::int64_t point = 0, points = 1;  ///< of the sweep
  bool uses_estimate = false;
  HoverMargins margins;
};

/// Margins of the nominal vehicle at a point of the sweep, with steps for curves. Throws
/// Error(usage) where no loop is closed, where there is no such point or no regulator; `where` is
/// the place of the controller. Throws NoHoverError.
MarginReport report_margins(const Plan& plan, std::int64_t point, const std::string& where,
                            bool with_steps = false);

/// Tables for a terminal, `width` columns wide; ends with a newline.
std::string margin_text(const MarginReport& report, std::size_t width);
/// One object. What is infinite or does not exist is null. With curves also the loops L as pairs of
/// real and imaginary part over `rad_s`, and the steps.
Json margins_as_json(const MarginReport& report, bool with_curves = false);
/// Printed; ends with a newline.
std::string margin_json(const MarginReport& report, bool with_curves = false);
/// The same where there is no hover: no loops, and the reason.
std::string no_margins_json(const std::string& name, std::int64_t point, const std::string& reason);

}  // namespace montecopter
