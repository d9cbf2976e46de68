#include "results/diff/tube.hpp"

#include <cmath>
#include <limits>

namespace montecopter::diff {
namespace {

/// Values of one component over time.
struct Course {
  std::span<const double> values;
  std::size_t components, component;
  double at(std::size_t time) const { return values[time * components + component]; }
};

bool agree_as(double a, double b, const Tolerance& tolerance, Meaning meaning) {
  if (agree(a, b, tolerance)) return true;
  const bool turns = meaning == Meaning::angle_rad && std::isfinite(a) && std::isfinite(b);
  return turns && agree(a, nearest_angle(a, b), tolerance);
}

/// Slack for rounded times, which are sums of steps: a tube of 20 ms includes 20 ms.
double reach(double tube_s, double time_s) {
  return tube_s + 8 * std::numeric_limits<double>::epsilon() * std::fmax(std::fabs(time_s), tube_s);
}

/// Whether `value` at times[i] agrees with a value of `other` near that time.
bool finds(double value, const Course& other, std::span<const double> times, std::size_t i,
           const Tolerance& tolerance, Meaning meaning) {
  const double far = reach(tolerance.tube_s, times[i]);
  if (agree_as(value, other.at(i), tolerance, meaning)) return true;
  for (std::size_t j = i; j-- > 0 && times[i] - times[j] <= far;) {
    if (agree_as(value, other.at(j), tolerance, meaning)) return true;
  }
  for (std::size_t j = i + 1; j < times.size() && times[j] - times[i] <= far; ++j) {
    if (agree_as(value, other.at(j), tolerance, meaning)) return true;
  }
  return false;
}

}  // namespace

void add_trace_in_tubes(Tally& tally, std::span<const double> times_s, std::span<const double> a,
                        std::span<const double> b, std::int64_t first, const Tolerance& tolerance,
                        Meaning meaning) {
  const std::size_t components = times_s.empty() ? 1 : a.size() / times_s.size();
  std::int64_t next = first;
  for (std::size_t i = 0; i < times_s.size(); ++i) {
    for (std::size_t c = 0; c < components; ++c) {
      const Course of_a{a, components, c}, of_b{b, components, c};
      const double x = of_a.at(i), y = of_b.at(i);
      const bool good = finds(x, of_b, times_s, i, tolerance, meaning) &&
                        finds(y, of_a, times_s, i, tolerance, meaning);
      const bool turns = meaning == Meaning::angle_rad && std::isfinite(x) && std::isfinite(y);
      add_pair(tally, x, turns ? nearest_angle(x, y) : y, next++, good);
    }
  }
}

}  // namespace montecopter::diff
