#pragma once
/// A file of charts, two in a row: an SVG for any browser. The program draws it itself, without
/// Python or an HTML page.

#include <string>

#include "results/report/chart.hpp"

namespace montecopter::report {

inline constexpr double picture_margin = 12, picture_gap = 24;

/// A row of two charts whose top is at y, below a heading (HTML).
std::string picture_row(double y, const std::string& heading, const Chart& left,
                        const Chart& right);

/// The whole file: `title` is HTML, `height` the height of all rows.
std::string picture(double height, const std::string& title, const std::string& content);

}  // namespace montecopter::report
