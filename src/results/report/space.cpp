#include "results/report/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/angles.hpp"

namespace montecopter::report {
namespace {

struct Box {
  Point low, high;
};

Box around(const auto& items) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Box box{{inf, inf, inf}, {-inf, -inf, -inf}};
  for (const auto& item : items) {
    for (const Point& point : item.points) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!std::isfinite(point[k])) continue;
        box.low[k] = std::min(box.low[k], point[k]);
        box.high[k] = std::max(box.high[k], point[k]);
      }
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(box.low[k] <= box.high[k])) box.low[k] = box.high[k] = 0;
  }
  return box;
}

std::string json_of(const Point& p) {
  return fmt::format("[{:.6g},{:.6g},{:.6g}]", p[0], p[1], p[2]);
}

/// A number rounded to about a hundredth of a range.
std::string rounded(double value, double range) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(2 - std::log10(range))), 0, 9);
  const std::string shown = fmt::format("{:.{}f}", value + 0.0, decimals);
  return shown.find_first_of("123456789") == std::string::npos ? "0" : shown;
}

bool is_finite(const Point& p) {
  return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

}  // namespace

void Space::path(std::vector<Point> points, std::string_view style, const std::string& name) {
  std::erase_if(points, [](const Point& p) { return !is_finite(p); });
  if (!name.empty()) legend_.push_back({std::string(style), name});
  if (!points.empty()) items_.push_back({std::move(points), std::string(style), ""});
}

void Space::word(const Point& at, const std::string& what, std::string_view style) {
  if (is_finite(at)) items_.push_back({{at}, std::string(style), what});
}

/// Whether an axis points at the viewer, except for rounding.
bool Space::is_end_on(std::size_t axis) const {
  Point far{};
  far[axis] = 1;
  const auto [u, v] = project(far, {});
  return std::hypot(u - width / 2, v - height / 2) < 1e-6;
}

void Space::frame(const std::array<std::string, 3>& names, const std::string& unit) {
  const Box box = around(items_);
  const auto corner = [&](int which) {
    return Point{which & 1 ? box.high[0] : box.low[0], which & 2 ? box.high[1] : box.low[1],
                 which & 4 ? box.high[2] : box.low[2]};
  };
  std::vector<Item> edges;
  for (int which = 0; which < 8; ++which) {
    for (int axis = 0; axis < 3; ++axis) {
      if (which & (1 << axis)) continue;
      edges.push_back({{corner(which), corner(which | (1 << axis))}, "box", ""});
    }
  }
  items_.insert(items_.begin(), edges.begin(), edges.end());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!view_.can_turn && is_end_on(axis)) continue;
    Point middle = corner(0);
    middle[axis] = (box.low[axis] + box.high[axis]) / 2;
    if (box.high[axis] > box.low[axis]) {
      word(middle,
           fmt::format("{} {} to {} {}", names[axis],
                       rounded(box.low[axis], box.high[axis] - box.low[axis]),
                       rounded(box.high[axis], box.high[axis] - box.low[axis]), unit),
           "value axis-name " + std::string(1, "xyz"[axis]));
    }
  }
}

Space::Fit Space::fit() const {
  const Box box = around(items_);
  Fit fit;
  double square = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    fit.centre[k] = box.low[k] + (box.high[k] - box.low[k]) / 2;
    square += std::pow(box.high[k] - box.low[k], 2);
  }
  // A picture that turns must fit in every direction; a fixed one may use the whole width.
  double across = 0.85 * std::sqrt(square), up = across;
  if (!view_.can_turn) {
    across = up = 0;
    for (const Item& item : items_) {
      for (const Point& point : item.points) {
        const auto [u, v] = project(point, {fit.centre, 1});
        across = std::max(across, 2 * std::abs(u - width / 2));
        up = std::max(up, 2 * std::abs(v - height / 2));
      }
    }
  }
  const double by_width = across > 0 ? (width - 60) / across : 1e300;
  const double by_height = up > 0 ? (height - 50) / up : 1e300;
  fit.scale = std::min(by_width, by_height);
  if (!(fit.scale < 1e300)) fit.scale = 1;
  return fit;
}

std::array<double, 2> Space::project(const Point& point, const Fit& fit) const {
  const double a = view_.azimuth_deg * rad_per_deg;
  const double e = view_.elevation_deg * rad_per_deg;
  const double x = point[0] - fit.centre[0], y = point[1] - fit.centre[1];
  const double z = point[2] - fit.centre[2];
  const double across = x * std::cos(a) + y * std::sin(a);
  const double ahead = -x * std::sin(a) + y * std::cos(a);
  return {width / 2 + fit.scale * across,
          height / 2 - fit.scale * (ahead * std::sin(e) + z * std::cos(e))};
}

std::string Space::figure(const std::string& below) const {
  const Fit fitted = fit();
  std::string drawn, json;
  for (const Item& item : items_) {
    std::string points, d;
    for (const Point& point : item.points) {
      const auto [u, v] = project(point, fitted);
      d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", u, v);
      points += (points.empty() ? "" : ",") + json_of(point);
      if (!item.word.empty()) {
        const double half = std::min(width / 2, 3.1 * static_cast<double>(item.word.size()));
        drawn += fmt::format(
            "<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
            item.style, std::clamp(u, half, width - half), v, text(item.word));
      }
    }
    if (item.word.empty())
      drawn += fmt::format("<path class=\"line {}\" d=\"{}\"/>\n", item.style, d);
    json += fmt::format("{}[{}]", json.empty() ? "" : ",", points);
  }
  const std::string name = text(id_);
  std::string html = fmt::format(
      "<figure class=\"space\" id=\"{0}\">\n"
      "<svg viewBox=\"0 0 {1} {2}\" role=\"img\" aria-labelledby=\"{0}-title {0}-desc\">\n"
      "<title id=\"{0}-title\">{3}</title><desc id=\"{0}-desc\">{4}</desc>\n"
      "<text class=\"label\" x=\"4\" y=\"14\">{3}</text>\n<g "
      "class=\"things\">\n{5}</g></svg>\n{6}{7}",
      name, width, height, text(title_), text(description_, most_of_text), drawn,
      legend_.empty() ? "" : legend(legend_), below);
  if (view_.can_turn) {
    html += fmt::format(
        "<script "
        "type=\"application/"
        "json\">{{\"azimuth\":{},\"elevation\":{},\"centre\":{},\"scale\":{:.6g},"
        "\"items\":[{}]}}</script>\n",
        view_.azimuth_deg, view_.elevation_deg, json_of(fitted.centre), fitted.scale, json);
  }
  return html + "</figure>\n";
}

}  // namespace montecopter::report
