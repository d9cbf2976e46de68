#pragma once
/// Things in space, seen from somewhere along parallel lines: the same scale in all directions.
/// page/page.js turns the picture by the points that lie beside it as JSON.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "results/report/html.hpp"

namespace montecopter::report {

/// Right, ahead and up of whoever looks from behind: east, north, up of the world.
using Point = std::array<double, 3>;

struct View {
  double azimuth_deg = 0;     ///< turned about the vertical
  double elevation_deg = 90;  ///< 90: from above; 0: from the side
  bool can_turn = false;
};

class Space {
 public:
  static constexpr double width = 400, height = 320;

  Space(std::string id, std::string title, View view)
      : id_(std::move(id)), title_(std::move(title)), view_(view) {}

  void path(std::vector<Point> points, std::string_view style, const std::string& name);
  void word(const Point& at, const std::string& what, std::string_view style = "value");
  /// The edges of the box around all that was added, with its extent along each axis in `unit`.
  void frame(const std::array<std::string, 3>& names, const std::string& unit);
  void describe(std::string words) { description_ = std::move(words); }
  /// The whole <figure>.
  std::string figure(const std::string& below) const;

 private:
  struct Item {
    std::vector<Point> points;
    std::string style, word;  ///< a word has one point
  };
  struct Fit {
    Point centre{};
    double scale = 1;
  };
  Fit fit() const;
  bool is_end_on(std::size_t axis) const;
  std::array<double, 2> project(const Point& point, const Fit& fit) const;

  std::string id_, title_, description_;
  View view_;
  std::vector<Item> items_;
  std::vector<LegendEntry> legend_;
};

}  // namespace montecopter::report
