#pragma once
/// Charts as SVG with axes, complete without any script. The numbers lie beside the picture as
/// JSON; page/page.js uses them for zoom and tooltips if the D3 library is present.
///
/// All pictures have one size, and the page lays out several side by side. Letters therefore have
/// about the same size on wide screens, narrow screens and paper. Colours are classes of
/// page/page.css, which has a light and a dark theme.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "results/report/html.hpp"

namespace montecopter::report {

/// Numbers as a compact JSON array, with `digits` significant digits; null if not finite.
Json number_list(const std::vector<double>& values, int digits = 17);

struct Axis {
  std::string label;  ///< "max_tilt_deg [deg]"
  double low = 0, high = 1;
  bool is_log = false;

  /// Widens the axis to contain a value, if it is finite.
  void include(double value);
  void include(const std::vector<double>& values);
  /// An axis that contains nothing yet.
  static Axis empty(std::string label, bool is_log = false);
  /// The axis with some space at both ends, and never of zero width.
  Axis padded(double share = 0.04) const;
};

/// A number at which an axis has a mark, and its label.
struct Tick {
  double at = 0;
  std::string label;
};
/// About five marks, at round numbers.
std::vector<Tick> ticks_of(const Axis& axis, int about = 5);

/// One picture. Items added later cover earlier ones.
class Chart {
 public:
  static constexpr double width = 400;

  Chart(std::string id, std::string title, Axis x, Axis y, double height = 250);

  /// Adds a band between two curves; `style` is a class.
  void band(const std::vector<double>& x, const std::vector<double>& low,
            const std::vector<double>& high, std::string_view style, const std::string& name);
  /// Adds a line; NaN interrupts it.
  void line(const std::vector<double>& x, const std::vector<double>& y, std::string_view style,
            const std::string& name);
  void points(const std::vector<double>& x, const std::vector<double>& y, std::string_view style,
              const std::string& name);
  /// Adds bars from 0, each between two edges.
  void bars(const std::vector<double>& edges, const std::vector<double>& heights,
            std::string_view style, const std::vector<std::string>& titles);
  /// Adds a rectangle in axis coordinates.
  void box(double x0, double x1, double y0, double y1, std::string_view style,
           std::string_view title, double opacity = 1, const std::string& name = "");
  /// Adds a line across the chart at a number.
  void vertical(double x, std::string_view style, const std::string& name);
  void horizontal(double y, std::string_view style, const std::string& name);
  /// Names rows instead of numbering them, from the top down.
  void name_rows(const std::vector<std::string>& names);
  /// Names columns instead of numbering them, from the left.
  void name_columns(const std::vector<std::string>& names);
  /// Places marks at these numbers of an axis in place of round ones, where there is room.
  void mark_x(const std::vector<double>& at) { mark(at, true); }
  void mark_y(const std::vector<double>& at) { mark(at, false); }
  /// Adds a member to the JSON beside the picture.
  Chart& data(std::string_view key, Json value);
  /// Describes the picture for readers who cannot see it.
  void describe(std::string words) { description_ = std::move(words); }

  /// The whole <figure>; `below` is HTML under the picture.
  std::string figure(const std::string& below) const;
  /// The picture alone, <svg>, with `attributes` for its position.
  std::string svg(const std::string& attributes = "") const;
  double height() const { return height_; }

 private:
  double left() const;
  double px(double x) const;
  double py(double y) const;
  std::string path(const std::vector<double>& x, const std::vector<double>& y) const;
  std::string axes() const;
  void explain(std::string_view style, const std::string& name);
  void mark(std::vector<double> at, bool is_x);

  std::string id_, title_, description_;
  Axis x_, y_;
  double height_;
  std::vector<Tick> x_ticks_, y_ticks_;
  std::vector<double> x_marks_, y_marks_;  ///< marks that stay under zoom
  bool named_rows_ = false, named_columns_ = false;
  std::string content_;
  std::vector<LegendEntry> legend_;
  Json data_ = Json::object();
};

}  // namespace montecopter::report
