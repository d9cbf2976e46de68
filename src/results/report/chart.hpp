#pragma once
/// Charts as SVG with axes: complete without any script. The numbers lie beside the picture as
/// JSON, by which page/page.js adds zoom and tooltips where the D3 library is there.
///
/// A picture has one size, and the page lays out several side by side, so that letters have about
/// the same size on a wide screen, on a narrow one and on paper. Colours are classes of
/// page/page.css, which has them for light and for dark.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "results/report/html.hpp"

namespace montecopter::report {

/// Numbers as a compact JSON array, with as many significant digits; null for what is not finite.
Json number_list(const std::vector<double>& values, int digits = 17);

struct Axis {
  std::string label;  ///< "max_tilt_deg [deg]"
  double low = 0, high = 1;
  bool is_log = false;

  /// Widened to contain a value, if it is finite.
  void include(double value);
  void include(const std::vector<double>& values);
  /// An axis that contains nothing yet.
  static Axis empty(std::string label, bool is_log = false);
  /// An axis of some width, whatever it contains.
  Axis padded(double share = 0.04) const;
};

/// A number at which an axis has a mark, and how it is written.
struct Tick {
  double at = 0;
  std::string label;
};
/// At round numbers, five or so.
std::vector<Tick> ticks_of(const Axis& axis, int about = 5);

/// One picture. What is added first lies below.
class Chart {
 public:
  static constexpr double width = 400;

  Chart(std::string id, std::string title, Axis x, Axis y, double height = 250);

  /// Between two curves; `style` is a class.
  void band(const std::vector<double>& x, const std::vector<double>& low,
            const std::vector<double>& high, std::string_view style, const std::string& name);
  /// NaN interrupts it.
  void line(const std::vector<double>& x, const std::vector<double>& y, std::string_view style,
            const std::string& name);
  void points(const std::vector<double>& x, const std::vector<double>& y, std::string_view style,
              const std::string& name);
  /// Bars from 0, one between two edges.
  void bars(const std::vector<double>& edges, const std::vector<double>& heights,
            std::string_view style, const std::vector<std::string>& titles);
  /// A rectangle in numbers of the axes.
  void box(double x0, double x1, double y0, double y1, std::string_view style,
           std::string_view title, double opacity = 1, const std::string& name = "");
  /// From one side to the other, at a number.
  void vertical(double x, std::string_view style, const std::string& name);
  void horizontal(double y, std::string_view style, const std::string& name);
  /// Rows of words instead of numbers, from the top down.
  void name_rows(const std::vector<std::string>& names);
  /// The same of columns, from the left.
  void name_columns(const std::vector<std::string>& names);
  /// Marks at these numbers of an axis in place of round ones, where there is room for them.
  void mark_x(const std::vector<double>& at) { mark(at, true); }
  void mark_y(const std::vector<double>& at) { mark(at, false); }
  /// A member of the JSON beside the picture.
  Chart& data(std::string_view key, Json value);
  /// What the picture shows, for those who do not see it.
  void describe(std::string words) { description_ = std::move(words); }

  /// The whole <figure>; `below` is HTML under the picture.
  std::string figure(const std::string& below) const;
  /// The picture alone, <svg>, with `attributes` that say where it stands.
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
  std::vector<double> x_marks_, y_marks_;  ///< that stay when the picture is zoomed
  bool named_rows_ = false, named_columns_ = false;
  std::string content_;
  std::vector<LegendEntry> legend_;
  Json data_ = Json::object();
};

}  // namespace montecopter::report
