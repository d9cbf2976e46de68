#include "results/diff/growth.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace montecopter::diff {
namespace {

constexpr double jump_share = 0.1;
constexpr std::size_t fewest_points = 4;
constexpr double lowest_determination = 0.8;

struct Line {
  double slope = 0;
  double residual = 0;  ///< sum of squares
  double determination = 0;
};

/// y = c + slope x by least squares.
Line fitted(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / n, mean_y += y[i] / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  Line line;
  if (!(xx > 0) || !(yy > 0)) return line;
  line.slope = xy / xx;
  line.residual = std::fmax(yy - xy * xy / xx, 0);
  line.determination = 1 - line.residual / yy;
  return line;
}

/// Places of the first distance that is not 0 and of the first largest distance.
struct Range {
  std::size_t first = 0, largest = 0;
  bool any = false;
};

Range range_of(std::span<const double> distances) {
  Range range;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (!(distances[i] > 0) || !std::isfinite(distances[i])) continue;
    if (!range.any) range = {i, i, true};
    if (distances[i] > distances[range.largest]) range.largest = i;
  }
  return range;
}

/// The last time without a difference.
double start_of(std::span<const double> times, std::size_t first) {
  if (first > 0) return times[first - 1];
  return times.size() > 1 ? times[0] - (times[1] - times[0]) : times[0] - 1;
}

}  // namespace

std::string growth_name(GrowthKind kind) {
  switch (kind) {
    case GrowthKind::jump:
      return "jump";
    case GrowthKind::exponential:
      return "exponential";
    case GrowthKind::power:
      return "power";
    case GrowthKind::irregular:
      return "irregular";
  }
  return "?";
}

std::string Growth::text(const std::string& unit) const {
  const std::string space = unit.empty() ? "" : " ";
  const std::string course = fmt::format("from {:.3g}{}{} at {:.6g} s to {:.3g}{}{} at {:.6g} s",
                                         first, space, unit, from_s, largest, space, unit, to_s);
  switch (kind) {
    case GrowthKind::jump:
      return fmt::format("jumps by {:.3g}{}{} at {:.6g} s; at most {:.3g}{}{}", first, space, unit,
                         from_s, largest, space, unit);
    case GrowthKind::exponential:
      return fmt::format("grows exponentially {}, doubling every {:.3g} s (R2 {:.2f})", course,
                         doubling_s, determination);
    case GrowthKind::power:
      return fmt::format("grows as time to the power of {:.2g} {} (R2 {:.2f})", exponent, course,
                         determination);
    case GrowthKind::irregular:
      return "grows irregularly " + course;
  }
  return {};
}

std::optional<Growth> growth_of(std::span<const double> times_s,
                                std::span<const double> distances) {
  const Range range = range_of(distances);
  if (!range.any) return std::nullopt;
  Growth growth;
  growth.from_s = times_s[range.first];
  growth.to_s = times_s[range.largest];
  growth.first = distances[range.first];
  growth.largest = distances[range.largest];
  const double start = start_of(times_s, range.first);
  std::vector<double> times, log_times, logs;
  for (std::size_t i = range.first; i <= range.largest; ++i) {
    if (!(distances[i] > 0) || !std::isfinite(distances[i])) continue;
    times.push_back(times_s[i]);
    log_times.push_back(std::log(times_s[i] - start));
    logs.push_back(std::log(distances[i]));
  }
  growth.points = std::ssize(times);
  if (growth.first >= jump_share * growth.largest || times.size() < fewest_points) return growth;
  const Line exponential = fitted(times, logs), power = fitted(log_times, logs);
  const bool is_exponential = exponential.residual <= power.residual;
  const Line& better = is_exponential ? exponential : power;
  growth.determination = better.determination;
  growth.kind = is_exponential ? GrowthKind::exponential : GrowthKind::power;
  if (better.determination < lowest_determination || !(better.slope > 0)) {
    growth.kind = GrowthKind::irregular;
  } else if (is_exponential) {
    growth.doubling_s = std::numbers::ln2 / better.slope;
  } else {
    growth.exponent = better.slope;
  }
  return growth;
}

}  // namespace montecopter::diff
