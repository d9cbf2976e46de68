#pragma once
/// Margin of a metric: how far its mean may move, for `compare --margin` and `golden.margins`.

#include <string>
#include <string_view>
#include <variant>

namespace montecopter {

/// A number in the metric's unit, or a part of the mean of the first campaign.
struct Margin {
  std::string metric;
  double value = 0;
  bool is_relative = false;
  std::string text;  ///< text after the metric, as given
};

/// "max_tilt_deg=0.5" or "max_tilt_deg=5%"; else why the text is no margin.
std::variant<Margin, std::string> parse_margin(std::string_view text);

}  // namespace montecopter
