#pragma once
/// Objects in space in parallel projection, with the same scale in all directions. page/page.js
/// turns the picture; it takes the points from the JSON beside it.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "results/report/html.hpp"

namespace montecopter::report {

/// Right, ahead and up for a viewer behind the vehicle: east, north, up of the world.
using Point = std::array<double, 3>;

struct View {
  double azimuth_deg = 0;     ///< rotation of the view about the vertical
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
  /// Adds the edges of the box around all items, with its extent along each axis in `unit`.
  void frame(const std::array<std::string, 3>& names, const std::string& unit);
  void describe(std::string words) { description_ = std::move(words); }
  /// The whole <figure>.
  std::string figure(const std::string& below) const;

 private:
  struct Item {
    std::vector<Point> points;
    std::string style, word;  ///< an item with a word has one point
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
