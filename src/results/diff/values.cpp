#include "results/diff/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/base/error.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::diff {
namespace {

/// Maps a finite number to an integer so that neighbours stay neighbours and -0 equals +0.
template <class Real>
std::int64_t ordinal(Real value) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::int64_t, std::int32_t>;
  const auto bits = std::bit_cast<Bits>(value);
  const std::int64_t magnitude = bits & std::numeric_limits<Bits>::max();
  return bits < 0 ? -magnitude : magnitude;
}

template <class Real>
std::uint64_t ulp_distance(Real a, Real b) {
  const std::int64_t from = ordinal(a);
  const std::int64_t to = ordinal(b);
  const auto difference = static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
  return from >= to ? difference : 0 - difference;
}

template <class Real>
bool real_agree(Real a, Real b, const Tolerance& tolerance) {
  if (a == b) return true;
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  // No finite number is near infinity.
  if (std::isinf(a) || std::isinf(b)) return false;
  const double x = a;
  const double y = b;
  const double larger = std::max(std::fabs(x), std::fabs(y));
  if (std::fabs(x - y) <= std::max(tolerance.abs, tolerance.rel * larger)) return true;
  return ulp_distance(a, b) <= static_cast<std::uint64_t>(tolerance.ulp);
}

template <class Value>
bool values_agree(Value a, Value b, const Tolerance& tolerance) {
  if constexpr (std::is_floating_point_v<Value>) {
    return real_agree(a, b, tolerance);
  } else {
    return a == b;
  }
}

template <class Value>
bool is_nan(Value value) {
  if constexpr (std::is_floating_point_v<Value>) return std::isnan(value);
  return false;
}

template <class Value>
bool is_finite(Value value) {
  if constexpr (std::is_floating_point_v<Value>) return std::isfinite(value);
  return true;
}

template <class Value>
Value element_at(std::span<const std::byte> bytes, std::size_t index) {
  Value value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

/// Key for the first place in flight: time, then sample.
void note_earliest(Tally& tally, std::int64_t index) {
  const Grid& grid = tally.grid;
  if (tally.earliest && grid.time_of(*tally.earliest) <= grid.time_of(index)) return;
  tally.earliest = index;
}

void count(Tally& tally, double a, double b, std::int64_t index, bool good) {
  ++tally.unequal;
  const bool first = good ? !tally.first_unequal : !tally.first_differing;
  if (first && !(good && tally.first_differing)) {
    tally.first_a = a;
    tally.first_b = b;
  }
  if (!tally.first_unequal) tally.first_unequal = index;
  note_earliest(tally, index);
  const std::int64_t row = tally.grid.row_of(index);
  if (row != tally.last_row_unequal) ++tally.rows_unequal;
  tally.last_row_unequal = row;
  if (good) return;
  ++tally.differing;
  if (!tally.first_differing) tally.first_differing = index;
  if (row != tally.last_row_differing) ++tally.rows_differing;
  tally.last_row_differing = row;
}

void measure(Tally& tally, double distance, const ValuePair& pair) {
  if (std::isfinite(distance)) tally.sum_squares += distance * distance;
  if (!(distance > tally.max_distance)) return;
  tally.max_distance = distance;
  tally.largest = pair;
}

/// Adds values component by component, for any meaning.
template <class Value>
void note(Tally& tally, Value a, Value b, std::int64_t index, bool good) {
  const auto x = static_cast<double>(a), y = static_cast<double>(b);
  count(tally, x, y, index, good);
  if (is_nan(a) || is_nan(b)) {
    ++tally.nan_against_number;
    return;
  }
  // Hashes are stored as such integers: their distance has no meaning.
  if (std::is_same_v<Value, std::uint64_t>) return;
  const double distance = std::fabs(x - y);
  const double larger = std::max(std::fabs(x), std::fabs(y));
  tally.max_abs = std::max(tally.max_abs, distance);
  if (larger > 0 && std::isfinite(larger))
    tally.max_rel = std::max(tally.max_rel, distance / larger);
}

template <class Value>
void add_typed(Tally& tally, std::span<const std::byte> a, std::span<const std::byte> b,
               std::int64_t first, const Tolerance& tolerance, bool is_angle) {
  std::int64_t next = first;
  for (std::size_t i = 0; i < a.size() / sizeof(Value); ++i) {
    const std::int64_t index = next++;
    const auto x = element_at<Value>(a, i);
    const auto y = element_at<Value>(b, i);
    tally.finite += is_finite(x) && is_finite(y) ? 1 : 0;
    if (x == y || (is_nan(x) && is_nan(y))) continue;
    auto near = y;
    if constexpr (std::is_floating_point_v<Value>) {
      const bool turns = is_angle && is_finite(x) && is_finite(y);
      if (turns) near = static_cast<Value>(nearest_angle(x, y));
    }
    // Exact means the same bits.
    const bool good = values_agree(x, y, tolerance) ||
                      (is_angle && !tolerance.is_zero() && values_agree(x, near, tolerance));
    note(tally, x, y, index, good);
    if (is_nan(x) || is_nan(y) || std::is_same_v<Value, std::uint64_t>) continue;
    const auto of_a = static_cast<double>(x), of_b = static_cast<double>(y);
    measure(tally, std::fabs(of_a - static_cast<double>(near)), {index, of_a, of_b});
  }
}

using Quaternion = std::array<double, 4>;

template <class Real>
Quaternion quaternion_at(std::span<const std::byte> bytes, std::size_t at) {
  Quaternion q;
  for (std::size_t i = 0; i < 4; ++i) q[i] = element_at<Real>(bytes, at + i);
  return q;
}

/// Largest component of a - sign * b; NaN is ignored.
double component_distance(const Quaternion& a, const Quaternion& b, double sign) {
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) largest = std::fmax(largest, std::fabs(a[i] - sign * b[i]));
  return largest;
}

template <class Real>
void add_attitudes(Tally& tally, std::span<const std::byte> a, std::span<const std::byte> b,
                   std::int64_t first, const Tolerance& tolerance) {
  for (std::size_t at = 0; at < a.size() / sizeof(Real); at += 4) {
    const Quaternion x = quaternion_at<Real>(a, at), y = quaternion_at<Real>(b, at);
    const double angle = angle_between(x, y);
    if (std::isfinite(angle)) ++tally.finite;
    const bool near = tolerance.angle_rad > 0 && angle <= tolerance.angle_rad;
    const bool flip =
        !tolerance.is_zero() && component_distance(x, y, -1) < component_distance(x, y, 1);
    const std::int64_t place = first + static_cast<std::int64_t>(at);
    std::int64_t next = place;
    bool any = false;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int64_t index = next++;
      const auto from_a = element_at<Real>(a, at + i);
      const auto stored = element_at<Real>(b, at + i);
      const auto from_b = flip ? -stored : stored;
      if (from_a == from_b || (is_nan(from_a) && is_nan(from_b))) continue;
      any = true;
      note(tally, from_a, from_b, index, near || values_agree(from_a, from_b, tolerance));
    }
    if (any) measure(tally, angle, {place, x[0], y[0]});
  }
}

template <class Real>
std::int64_t finite_in(std::span<const std::byte> bytes, std::size_t every) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < bytes.size() / sizeof(Real); i += every) {
    count += std::isfinite(element_at<Real>(bytes, i)) ? 1 : 0;
  }
  return count;
}

/// Adds a piece that is equal in both files: all distances are 0.
std::int64_t finite_distances(Element element, std::span<const std::byte> bytes, Meaning meaning) {
  const std::size_t every = meaning == Meaning::attitude ? 4 : 1;
  if (element == Element::f64) return finite_in<double>(bytes, every);
  if (element == Element::f32) return finite_in<float>(bytes, every);
  return static_cast<std::int64_t>(bytes.size() / size_of(element));
}

bool same_bytes(Tally& tally, Element element, std::span<const std::byte> a,
                std::span<const std::byte> b) {
  if (a.size() != b.size()) throw Error(ExitCode::internal, "compared pieces differ in size.");
  tally.compared += static_cast<std::int64_t>(a.size() / size_of(element));
  return std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

double to_double(Element element, std::span<const std::byte> bytes) {
  switch (element) {
    case Element::f64:
      return element_at<double>(bytes, 0);
    case Element::f32:
      return element_at<float>(bytes, 0);
    case Element::i64:
      return static_cast<double>(element_at<std::int64_t>(bytes, 0));
    case Element::u64:
      return static_cast<double>(element_at<std::uint64_t>(bytes, 0));
    case Element::i8:
      return element_at<std::int8_t>(bytes, 0);
    case Element::u8:
      return element_at<std::uint8_t>(bytes, 0);
  }
  return 0;
}

bool agree(double a, double b, const Tolerance& tolerance) { return real_agree(a, b, tolerance); }
bool agree(float a, float b, const Tolerance& tolerance) { return real_agree(a, b, tolerance); }

double nearest_angle(double a, double b) { return a - std::remainder(a - b, rad_per_turn); }

double angle_between(std::span<const double, 4> a, std::span<const double, 4> b) {
  // conj(a) * b; its vector part resolves small angles, which the scalar part cannot.
  const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const double x = a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2];
  const double y = a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3];
  const double z = a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1];
  return 2 * std::atan2(std::sqrt(x * x + y * y + z * z), std::fabs(w));
}

double Tally::rms() const {
  return finite > 0 ? std::sqrt(sum_squares / static_cast<double>(finite)) : 0;
}

void add_values(Tally& tally, Element element, std::span<const std::byte> a,
                std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance,
                Meaning meaning) {
  if (same_bytes(tally, element, a, b)) {
    tally.finite += finite_distances(element, a, meaning);
    return;
  }
  const bool is_angle = meaning == Meaning::angle_rad;
  if (meaning == Meaning::attitude) {
    return element == Element::f32 ? add_attitudes<float>(tally, a, b, first, tolerance)
                                   : add_attitudes<double>(tally, a, b, first, tolerance);
  }
  switch (element) {
    case Element::f64:
      return add_typed<double>(tally, a, b, first, tolerance, is_angle);
    case Element::f32:
      return add_typed<float>(tally, a, b, first, tolerance, is_angle);
    case Element::i64:
      return add_typed<std::int64_t>(tally, a, b, first, tolerance, false);
    case Element::u64:
      return add_typed<std::uint64_t>(tally, a, b, first, tolerance, false);
    case Element::i8:
      return add_typed<std::int8_t>(tally, a, b, first, tolerance, false);
    case Element::u8:
      return add_typed<std::uint8_t>(tally, a, b, first, tolerance, false);
  }
}

void add_pair(Tally& tally, double a, double b, std::int64_t index, bool agree) {
  ++tally.compared;
  tally.finite += std::isfinite(a) && std::isfinite(b) ? 1 : 0;
  if (a == b || (std::isnan(a) && std::isnan(b))) return;
  note(tally, a, b, index, agree);
  if (!std::isnan(a) && !std::isnan(b)) measure(tally, std::fabs(a - b), {index, a, b});
}

}  // namespace montecopter::diff
