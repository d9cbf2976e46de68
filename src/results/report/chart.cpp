#include "results/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "results/report/labels.hpp"

namespace montecopter::report {
namespace {

constexpr double margin_top = 26, margin_bottom = 42, margin_right = 14;
constexpr double letter = 6.6;  ///< width of a letter in axis labels

/// A coordinate in the picture, rounded to an invisible tenth.
std::string at(double value) {
  const double rounded = std::round(10 * std::clamp(value, -1e5, 1e5)) / 10 + 0.0;
  return fmt::format("{:g}", rounded);
}

double log_or_not(const Axis& axis, double value) {
  return axis.is_log ? std::log10(value) : value;
}

/// A round step: 1, 2 or 5 times a power of ten.
double round_step(double range, int about) {
  const double raw = range / about;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double part = raw / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

std::vector<Tick> log_ticks(const Axis& axis) {
  std::vector<Tick> ticks;
  // A power of ten at the end of the axis counts as on it, despite rounding of the logarithm.
  const int first = static_cast<int>(std::ceil(std::log10(axis.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(axis.high) + 1e-9));
  const int every = std::max(1, (last - first) / 5);
  for (int e = first; e <= last; e += every) {
    ticks.push_back({std::pow(10.0, e), fmt::format("1e{}", e)});
  }
  return ticks;
}

}  // namespace

Json number_list(const std::vector<double>& values, int digits) {
  std::string list = "[";
  for (const double value : values) {
    if (list.size() > 1) list += ',';
    if (!std::isfinite(value)) {
      list += "null";
    } else {
      list += digits >= 17 ? json_number(value) : fmt::format("{:.{}g}", value, digits);
    }
  }
  return Json::raw(list + "]");
}

void Axis::include(double value) {
  if (!std::isfinite(value) || (is_log && value <= 0)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

void Axis::include(const std::vector<double>& values) {
  for (const double value : values) include(value);
}

Axis Axis::empty(std::string label, bool is_log) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  return {std::move(label), inf, -inf, is_log};
}

Axis Axis::padded(double share) const {
  Axis axis = *this;
  if (!(axis.low <= axis.high)) {
    axis.low = is_log ? 0.1 : 0;
    axis.high = 1;
  }
  // Numbers that differ by less than their rounding are one number.
  const double least = 1e-12 * std::max(std::abs(axis.low), std::abs(axis.high));
  if (is_log) {
    const double factor = axis.high < 1.001 * axis.low ? 2 : 1.15;
    axis.low /= factor, axis.high *= factor;
    return axis;
  }
  double range = axis.high - axis.low;
  if (range <= least) range = axis.low == 0 ? 1 : 0.1 * std::abs(axis.low), share = 0.5;
  axis.low -= share * range;
  axis.high += share * range;
  return axis;
}

std::vector<Tick> ticks_of(const Axis& axis, int about) {
  if (axis.is_log) return log_ticks(axis);
  const double step = round_step(axis.high - axis.low, about);
  if (!std::isfinite(step) || step <= 0) return {};
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  // As above, 1e-9 allows for rounding, here of a logarithm and of a number of steps.
  const int decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  // Enough digits to distinguish neighbours.
  const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(largest / step))) + 1, 3, 17);
  std::vector<Tick> ticks;
  for (double k = std::ceil(axis.low / step - 1e-9); k * step <= axis.high + 1e-9 * step; ++k) {
    const double value = k * step + 0.0;
    const bool is_plain = value == 0 || (largest < 1e5 && decimals <= 5);
    ticks.push_back({value, is_plain ? fmt::format("{:.{}f}", value, std::max(0, decimals))
                                     : fmt::format("{:.{}g}", value, digits)});
    if (value == 0) ticks.back().label = "0";
    if (ticks.size() > 40) break;
  }
  return ticks;
}

Chart::Chart(std::string id, std::string title, Axis x, Axis y, double height)
    : id_(std::move(id)),
      title_(std::move(title)),
      x_(std::move(x)),
      y_(std::move(y)),
      height_(height),
      x_ticks_(ticks_of(x_)),
      y_ticks_(ticks_of(y_, height > 200 ? 5 : 3)) {}

double Chart::left() const {
  std::size_t longest = 0;
  for (const Tick& tick : y_ticks_) longest = std::max(longest, tick.label.size());
  return std::clamp(14 + letter * static_cast<double>(longest), 40.0, 170.0);
}

double Chart::px(double x) const {
  const double low = log_or_not(x_, x_.low), high = log_or_not(x_, x_.high);
  return left() + (log_or_not(x_, x) - low) / (high - low) * (width - left() - margin_right);
}

double Chart::py(double y) const {
  const double low = log_or_not(y_, y_.low), high = log_or_not(y_, y_.high);
  return height_ - margin_bottom -
         (log_or_not(y_, y) - low) / (high - low) * (height_ - margin_top - margin_bottom);
}

std::string Chart::path(const std::vector<double>& x, const std::vector<double>& y) const {
  std::string d;
  bool pen_down = false;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) {
      pen_down = false;
      continue;
    }
    d += fmt::format("{}{} {}", pen_down ? "L" : "M", at(px(x[k])), at(py(y[k])));
    pen_down = true;
  }
  return d;
}

void Chart::explain(std::string_view style, const std::string& name) {
  if (!name.empty()) legend_.push_back({std::string(style), name});
}

void Chart::band(const std::vector<double>& x, const std::vector<double>& low,
                 const std::vector<double>& high, std::string_view style, const std::string& name) {
  explain(style, name);
  std::string d;
  for (std::size_t begin = 0; begin < x.size(); ++begin) {
    std::size_t end = begin;
    std::vector<double> around_x, around_y;
    for (; end < x.size() && std::isfinite(low[end]) && std::isfinite(high[end]); ++end) {
      around_x.push_back(x[end]), around_y.push_back(low[end]);
    }
    for (std::size_t k = end; k-- > begin;) around_x.push_back(x[k]), around_y.push_back(high[k]);
    if (end > begin) d += path(around_x, around_y) + "Z";
    begin = end;
  }
  if (!d.empty()) content_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, d);
}

void Chart::line(const std::vector<double>& x, const std::vector<double>& y, std::string_view style,
                 const std::string& name) {
  explain(style, name);
  content_ += fmt::format("<path class=\"line {}\" d=\"{}\"/>\n", style, path(x, y));
}

/// Draws each point as a line of zero length with round ends, which keeps its size under zoom.
void Chart::points(const std::vector<double>& x, const std::vector<double>& y,
                   std::string_view style, const std::string& name) {
  explain(style, name);
  std::string d;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isfinite(x[k]) && std::isfinite(y[k])) {
      d += fmt::format("M{} {}h0", at(px(x[k])), at(py(y[k])));
    }
  }
  content_ += fmt::format("<path class=\"points {}\" d=\"{}\"/>\n", style, d);
}

void Chart::box(double x0, double x1, double y0, double y1, std::string_view style,
                std::string_view title, double opacity, const std::string& name) {
  explain(style, name);
  const double left_px = std::min(px(x0), px(x1)), top_px = std::min(py(y0), py(y1));
  content_ += fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}>", style, at(left_px),
      at(top_px), at(std::max(0.6, std::abs(px(x1) - px(x0)))), at(std::abs(py(y1) - py(y0))),
      opacity < 1 ? fmt::format(" fill-opacity=\"{:.2f}\"", opacity) : "");
  if (!title.empty()) content_ += fmt::format("<title>{}</title>", text(title, most_of_text));
  content_ += "</rect>\n";
}

void Chart::bars(const std::vector<double>& edges, const std::vector<double>& heights,
                 std::string_view style, const std::vector<std::string>& titles) {
  for (std::size_t k = 0; k < heights.size(); ++k) {
    if (heights[k] > 0) box(edges[k], edges[k + 1], 0, heights[k], style, titles[k]);
  }
}

void Chart::vertical(double x, std::string_view style, const std::string& name) {
  if (!(x >= x_.low && x <= x_.high)) return;
  explain(style, name);
  content_ += fmt::format("<path class=\"rule {}\" d=\"M{} {}V{}\"/>\n", style, at(px(x)),
                          at(margin_top), at(height_ - margin_bottom));
}

void Chart::horizontal(double y, std::string_view style, const std::string& name) {
  if (!(y >= y_.low && y <= y_.high)) return;
  explain(style, name);
  content_ += fmt::format("<path class=\"rule {}\" d=\"M{} {}H{}\"/>\n", style, at(left()),
                          at(py(y)), at(width - margin_right));
}

void Chart::name_rows(const std::vector<std::string>& names) {
  y_ticks_.clear();
  named_rows_ = true;
  const std::vector<std::string> labels = distinct_labels(names, 25);
  for (std::size_t k = 0; k < names.size(); ++k) {
    y_ticks_.push_back({static_cast<double>(k), labels[k]});
  }
}

void Chart::name_columns(const std::vector<std::string>& names) {
  x_ticks_.clear();
  named_columns_ = true;
  const std::size_t room = std::max<std::size_t>(4, 46 / std::max<std::size_t>(1, names.size()));
  const std::vector<std::string> labels = distinct_labels(names, room);
  for (std::size_t k = 0; k < names.size(); ++k) {
    x_ticks_.push_back({static_cast<double>(k), labels[k]});
  }
}

void Chart::mark(std::vector<double> at, bool is_x) {
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  std::vector<Tick> ticks;
  std::size_t longest = 1;
  for (const double value : at) {
    ticks.push_back({value, fmt::format("{:.4g}", value)});
    longest = std::max(longest, ticks.back().label.size());
  }
  // Labels must neither overlap nor repeat.
  const double wanted = is_x ? letter * static_cast<double>(longest + 1) : 14;
  for (std::size_t k = 1; k < at.size(); ++k) {
    const double apart = std::abs(is_x ? px(at[k]) - px(at[k - 1]) : py(at[k]) - py(at[k - 1]));
    if (apart < wanted || ticks[k].label == ticks[k - 1].label) return;
  }
  (is_x ? x_ticks_ : y_ticks_) = std::move(ticks);
  (is_x ? x_marks_ : y_marks_) = std::move(at);
}

Chart& Chart::data(std::string_view key, Json value) {
  data_.set(key, std::move(value));
  return *this;
}

std::string Chart::axes() const {
  const double base = height_ - margin_bottom, end = width - margin_right;
  std::string grid, x_axis, y_axis;
  for (const Tick& tick : x_ticks_) {
    const double x = px(tick.at);
    if (x < left() - 0.5 || x > end + 0.5) continue;
    if (!named_columns_) grid += fmt::format("M{} {}V{}", at(x), at(margin_top), at(base));
    const double half = letter * static_cast<double>(tick.label.size()) / 2;
    x_axis += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                          at(std::clamp(x, half, width - half)), at(base + 15), text(tick.label));
  }
  for (const Tick& tick : y_ticks_) {
    const double y = py(tick.at);
    if (y < margin_top - 0.5 || y > base + 0.5) continue;
    if (!named_rows_) grid += fmt::format("M{} {}H{}", at(left()), at(y), at(end));
    y_axis += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", at(left() - 5),
                          at(y + 4), text(tick.label));
  }
  return fmt::format(
      "<path class=\"grid\" d=\"{}\"/>\n<g class=\"axis x\">{}</g>\n<g class=\"axis y\">{}</g>\n"
      "<path class=\"frame\" d=\"M{} {}V{}H{}\"/>\n"
      "<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n"
      "<text class=\"label\" x=\"4\" y=\"16\">{}</text>\n",
      grid, x_axis, y_axis, at(left()), at(margin_top), at(base), at(end), at(end), at(height_ - 7),
      text(shortened(x_.label, 58)), text(shortened(y_.label, 58)));
}

std::string Chart::figure(const std::string& below) const {
  Json frame = Json::object();
  const auto domain = [](const Axis& axis) {
    Json out = Json::object();
    out.set("label", Json::text(shortened(axis.label, most_of_name)));
    out.set("domain", number_list({axis.low, axis.high}));
    return out.set("log", Json::boolean(axis.is_log));
  };
  Json x = domain(x_), y = domain(y_);
  x.set("range", number_list({left(), width - margin_right}, 6));
  y.set("range", number_list({height_ - margin_bottom, margin_top}, 6));
  if (!x_marks_.empty()) x.set("ticks", number_list(x_marks_));
  if (!y_marks_.empty()) y.set("ticks", number_list(y_marks_));
  x.set("names", Json::boolean(named_columns_));
  y.set("names", Json::boolean(named_rows_));
  frame.set("x", std::move(x)).set("y", std::move(y)).set("data", data_);
  std::string json = frame.print();
  for (std::size_t k = 0; (k = json.find('<', k)) != std::string::npos;)
    json.replace(k, 1, "\\u003c");
  return fmt::format(
      "<figure class=\"chart\" id=\"{}\">\n{}\n{}{}<script type=\"application/json\">{}</script>\n"
      "</figure>\n",
      text(id_), svg(), legend_.empty() ? "" : legend(legend_), below, json);
}

std::string Chart::svg(const std::string& attributes) const {
  return fmt::format(
      "<svg {11}viewBox=\"0 0 {1} {2}\" role=\"img\" aria-labelledby=\"{0}-title {0}-desc\">\n"
      "<title id=\"{0}-title\">{3}</title><desc id=\"{0}-desc\">{4}</desc>\n"
      "<clipPath id=\"{0}-clip\"><rect x=\"{5}\" y=\"{6}\" width=\"{7}\" "
      "height=\"{8}\"/></clipPath>\n"
      "{9}<g class=\"plot\" clip-path=\"url(#{0}-clip)\"><g class=\"content\">\n{10}</g></g>\n"
      "</svg>",
      text(id_), width, height_, text(title_), text(description_, most_of_text), at(left()),
      at(margin_top - 1), at(width - margin_right - left()),
      at(height_ - margin_top - margin_bottom + 2), axes(), content_,
      attributes.empty() ? "" : attributes + " ");
}

}  // namespace montecopter::report
