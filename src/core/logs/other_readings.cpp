#include "core/logs/other_readings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {
namespace {

std::string line_of(const ColumnRule& rule, const std::string& text) {
  return fmt::format("{} of [columns.{}]", text, rule.kind->name);
}

/// Column `order[c]` in the place c.
void add_order(const ColumnRule& rule, const std::vector<std::size_t>& order,
               std::vector<OtherReading>& out) {
  ColumnRule other = rule;
  std::vector<std::string> quoted;
  for (std::size_t c = 0; c < order.size(); ++c) {
    other.from[c] = rule.from[order[c]], other.sign[c] = rule.sign[order[c]];
    quoted.push_back(toml_quote(other.from[c]));
  }
  out.push_back({other, line_of(rule, fmt::format("from = [{}]", fmt::join(quoted, ", ")))});
}

void add_sign(const ColumnRule& rule, const std::vector<double>& sign,
              std::vector<OtherReading>& out) {
  ColumnRule other = rule;
  for (std::size_t c = 0; c < sign.size(); ++c) other.sign[c] *= sign[c];
  out.push_back({other, line_of(rule, fmt::format("sign = [{}]", fmt::join(other.sign, ", ")))});
}

/// Adds other frames. Only the axes of the body show in turns: worlds with z up turn the same.
void add_frame(const ColumnRule& rule, std::vector<OtherReading>& out) {
  const std::vector<std::string> frames = frames_of(rule.kind->axes);
  ColumnRule other = rule;
  set_frame(other, frame_number(rule) == 0 ? 1 : 0);
  const bool are_several = frames.size() > 2 && frame_number(other) > 0;
  out.push_back(
      {other,
       line_of(rule, fmt::format("frame = \"{}\"{}", frames[frame_number(other)],
                                 are_several ? fmt::format(" (or \"{}\")", frames[2]) : ""))});
}

void add_unit(const ColumnRule& rule, const char* unit, double factor,
              std::vector<OtherReading>& out) {
  if (rule.unit == unit) return;
  ColumnRule other = rule;
  other.unit = unit, other.factor = factor;
  out.push_back({other, line_of(rule, fmt::format("unit = \"{}\"", unit))});
}

}  // namespace

std::vector<OtherReading> other_readings(const ColumnRule& rule) {
  std::vector<OtherReading> out;
  if (rule.from.size() == 4) {  // a quaternion
    add_order(rule, {3, 0, 1, 2}, out);
    add_order(rule, {1, 2, 3, 0}, out);
    add_frame(rule, out);
    add_sign(rule, {1, -1, -1, -1}, out);
    return out;
  }
  const bool are_angles = rule.is_by_angles();
  add_unit(rule, are_angles ? "deg" : "deg/s", rad_per_deg, out);
  add_unit(rule, are_angles ? "rad" : "rad/s", 1, out);
  if (!are_angles) add_unit(rule, "mrad/s", 1e-3, out), add_unit(rule, "rpm", rad_s_per_rpm, out);
  add_frame(rule, out);
  std::vector<std::size_t> order{0, 1, 2};
  while (std::next_permutation(order.begin(), order.end())) add_order(rule, order, out);
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<double> sign(3, 1);
    sign[c] = -1;
    add_sign(rule, sign, out);
  }
  return out;
}

}  // namespace montecopter::logs
