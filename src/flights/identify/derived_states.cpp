#include "flights/identify/derived_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter::identify {
namespace {

/// Fewest values on either side of a time.
constexpr std::size_t fewest_beside = 2;
/// Half of the time over which slopes are taken [s]. Body rates change faster than velocities.
constexpr double velocity_half_s = 0.05, rate_half_s = 0.025;

/// Rows around a row, first and last included, with no gap or jump between them.
struct Near {
  std::size_t first, last;
};

/// For each row, the last row of its stretch without a gap or a jump.
std::vector<std::size_t> stretch_ends(const logs::RecordedSignal& signal) {
  const double longest_s = logs::gap_intervals * logs::median_interval(signal.time_s);
  std::vector<std::size_t> ends(signal.time_s.size());
  for (std::size_t k = ends.size(); k-- > 0;) {
    const bool goes_on =
        k + 1 < ends.size() && signal.time_s[k + 1] - signal.time_s[k] <= longest_s &&
        std::find(signal.jumps_s.begin(), signal.jumps_s.end(), signal.time_s[k + 1]) ==
            signal.jumps_s.end();
    ends[k] = goes_on ? ends[k + 1] : k;
  }
  return ends;
}

/// Half of the window around a row [s]. At the lowest rates it is a little longer than half_s,
/// because time stamps jitter.
double reach_of(const logs::RecordedSignal& signal, double half_s) {
  return std::fmax(half_s * (1 + 1e-6),  // stamps are rounded
                   1.2 * fewest_beside * logs::median_interval(signal.time_s));
}

std::optional<Near> rows_near(const logs::RecordedSignal& signal,
                              const std::vector<std::size_t>& ends, std::size_t row,
                              double reach_s) {
  const std::vector<double>& time_s = signal.time_s;
  Near near{row, row};
  while (near.first > 0 && ends[near.first - 1] == ends[row] &&
         time_s[row] - time_s[near.first - 1] <= reach_s)
    --near.first;
  while (near.last < ends[row] && time_s[near.last + 1] - time_s[row] <= reach_s) ++near.last;
  if (row - near.first < fewest_beside || near.last - row < fewest_beside) return std::nullopt;
  return near;
}

/// Value and slope at a row of the parabola with the least squared deviations.
struct Parabola {
  double value, slope;
};

/// `value_at(row)`: values of one component.
template <class Value>
Parabola parabola_at(const std::vector<double>& time_s, const Near& near, std::size_t row,
                     double half_s, Value&& value_at) {
  std::array<double, 5> s{};
  std::array<double, 3> y{};
  for (std::size_t j = near.first; j <= near.last; ++j) {
    const double t = (time_s[j] - time_s[row]) / half_s, value = value_at(j);
    double power = 1;
    for (std::size_t k = 0; k < s.size(); ++k, power *= t) {
      s[k] += power;
      if (k < y.size()) y[k] += power * value;
    }
  }
  // Cramer's rule for the normal equations.
  const double m00 = s[2] * s[4] - s[3] * s[3], m01 = s[1] * s[4] - s[2] * s[3],
               m02 = s[1] * s[3] - s[2] * s[2], m11 = s[0] * s[4] - s[2] * s[2],
               m12 = s[0] * s[3] - s[1] * s[2];
  const double determinant = s[0] * m00 - s[1] * m01 + s[2] * m02;
  return {(m00 * y[0] - m01 * y[1] + m02 * y[2]) / determinant,
          (-m01 * y[0] + m11 * y[1] - m12 * y[2]) / (determinant * half_s)};
}

/// A signal of three components at the times of another one, without values.
logs::RecordedSignal empty_signal(const logs::RecordedSignal& from, const char* name,
                                  const char* unit) {
  logs::RecordedSignal signal;
  signal.name = name, signal.unit = unit, signal.source = "slope of " + from.name;
  signal.components = {"x", "y", "z"};
  signal.time_s = from.time_s, signal.jumps_s = from.jumps_s;
  signal.values.assign(3 * from.time_s.size(), std::numeric_limits<double>::quiet_NaN());
  return signal;
}

bool is_too_slow(const logs::RecordedSignal& signal, double half_s) {
  return signal.time_s.size() < 2 * fewest_beside + 1 ||
         logs::fast_enough * logs::median_interval(signal.time_s) * fewest_beside > half_s;
}

}  // namespace

std::optional<logs::RecordedSignal> slope_of_position(const logs::RecordedSignal& position) {
  if (is_too_slow(position, velocity_half_s)) return std::nullopt;
  logs::RecordedSignal velocity = empty_signal(position, "velocity", "m s-1");
  const std::vector<std::size_t> ends = stretch_ends(position);
  const double reach_s = reach_of(position, velocity_half_s);
  for (std::size_t row = 0; row < ends.size(); ++row) {
    const std::optional<Near> rows = rows_near(position, ends, row, reach_s);
    for (std::size_t k = 0; k < 3 && rows; ++k) {
      velocity.values[3 * row + k] =
          parabola_at(position.time_s, *rows, row, velocity_half_s, [&](std::size_t j) {
            return position.values[3 * j + k];
          }).slope;
    }
  }
  return velocity;
}

std::optional<logs::RecordedSignal> slope_of_attitude(const logs::RecordedSignal& attitude) {
  if (is_too_slow(attitude, rate_half_s)) return std::nullopt;
  logs::RecordedSignal rate = empty_signal(attitude, "body_rate", "rad s-1");
  const std::vector<std::size_t> ends = stretch_ends(attitude);
  const double reach_s = reach_of(attitude, rate_half_s);
  for (std::size_t row = 0; row < ends.size(); ++row) {
    const std::optional<Near> rows = rows_near(attitude, ends, row, reach_s);
    if (!rows) continue;
    const double* here = &attitude.values[4 * row];
    std::array<double, 4> value{}, slope{};
    for (std::size_t k = 0; k < 4; ++k) {
      const Parabola found =
          parabola_at(attitude.time_s, *rows, row, rate_half_s, [&](std::size_t j) {
            const double* q = &attitude.values[4 * j];
            const double same = q[0] * here[0] + q[1] * here[1] + q[2] * here[2] + q[3] * here[3];
            return same < 0 ? -q[k] : q[k];
          });
      value[k] = found.value, slope[k] = found.slope;
    }
    // w = 2 q^-1 q', with the q of the parabolas, whose norm differs from 1 a little.
    const Quat<double> q{value[0], value[1], value[2], value[3]};
    const double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    const Quat<double> turn = product(conjugate(q), {slope[0], slope[1], slope[2], slope[3]});
    rate.values[3 * row] = 2 * turn.x / square;
    rate.values[3 * row + 1] = 2 * turn.y / square;
    rate.values[3 * row + 2] = 2 * turn.z / square;
  }
  return rate;
}

}  // namespace montecopter::identify
