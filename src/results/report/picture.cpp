#include "results/report/picture.hpp"

#include <fmt/format.h>

namespace montecopter::report {
namespace {

/// The colours of page/page.css on white paper, as plain SVG for other programs.
constexpr const char* picture_style = R"(
svg text { font: 11.5px "DejaVu Sans", sans-serif; fill: #1b232c; }
svg .label { font-size: 12px; fill: #55606c; }
svg .heading { font-size: 13px; font-weight: 600; }
svg .grid { stroke: #d5dae0; stroke-width: 0.6; fill: none; }
svg .frame { stroke: #55606c; fill: none; }
svg .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
svg .points { fill: none; stroke-width: 4; stroke-linecap: round; }
svg .rule { fill: none; stroke-width: 1; }
svg .zero { stroke: #55606c; }
svg .c0 { stroke: #0b5cad; }
svg .c1 { stroke: #c2410c; stroke-dasharray: 6 3; }
svg .c2 { stroke: #1b1f24; }
svg .c3 { stroke: #98a2ad; }
)";

std::string placed(const Chart& chart, double x, double y) {
  return chart.svg(fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", x, y, Chart::width,
                               chart.height()));
}

}  // namespace

std::string picture_row(double y, const std::string& heading, const Chart& left,
                        const Chart& right) {
  return fmt::format("<text class=\"heading\" x=\"{}\" y=\"{}\">{}</text>\n{}\n{}\n",
                     picture_margin, y + 8, heading, placed(left, picture_margin, y + 18),
                     placed(right, picture_margin + Chart::width + picture_gap, y + 18));
}

std::string picture(double height, const std::string& title, const std::string& content) {
  const double width = 2 * (picture_margin + Chart::width) + picture_gap;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{4}</svg>\n",
      width, height, title, picture_style, content);
}

}  // namespace montecopter::report
