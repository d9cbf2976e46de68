#pragma once
/// Windows of time: a part of the flight by name. The metrics that are extremes or sums over the
/// steps exist over each of them, too (plan/metrics/), and formulas of metrics name them.

#include <map>
#include <optional>
#include <string>

#include "core/fields/fields.hpp"

namespace montecopter {

/// A window: from the first step at or after from_s to the last at or before to_s.
struct Window {
  double from_s = 0.0;
  std::optional<double> to_s;

  static constexpr auto fields() {
    return FieldList{
        field("from_s", &Window::from_s, "s", non_negative, Vary::fixed,
              "Start of the window; a step at this time is included"),
        field("to_s", &Window::to_s, "s", positive, Vary::fixed,
              "End of the window; a step at this time is included. Default: end of the flight"),
    };
  }
};

using Windows = std::map<std::string, Window>;

}  // namespace montecopter
