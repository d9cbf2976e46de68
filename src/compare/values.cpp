#include "compare/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/error.hpp"

namespace montecopter::compare {
namespace {

/// Maps a finite number to an integer such that neighbours are neighbours and -0 equals +0.
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
  // Infinity is no number that something could be near to.
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
void note(Tally& tally, Value a, Value b, std::int64_t index, bool good) {
  ++tally.unequal;
  const double x = static_cast<double>(a);
  const double y = static_cast<double>(b);
  const bool first = good ? !tally.first_unequal : !tally.first_differing;
  if (first && !(good && tally.first_differing)) {
    tally.first_a = x;
    tally.first_b = y;
  }
  if (!tally.first_unequal) tally.first_unequal = index;
  if (!good) {
    ++tally.differing;
    if (!tally.first_differing) tally.first_differing = index;
  }
  if (is_nan(a) || is_nan(b)) {
    ++tally.nan_against_number;
    return;
  }
  // Hashes are stored so: how far they are apart means nothing.
  if (std::is_same_v<Value, std::uint64_t>) return;
  const double distance = std::fabs(x - y);
  const double larger = std::max(std::fabs(x), std::fabs(y));
  tally.max_abs = std::max(tally.max_abs, distance);
  if (larger > 0 && std::isfinite(larger))
    tally.max_rel = std::max(tally.max_rel, distance / larger);
}

template <class Value>
Value element_at(std::span<const std::byte> bytes, std::size_t index) {
  Value value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

template <class Value>
void add_typed(Tally& tally, std::span<const std::byte> a, std::span<const std::byte> b,
               std::int64_t first, const Tolerance& tolerance) {
  for (std::size_t i = 0; i < a.size() / sizeof(Value); ++i) {
    const auto x = element_at<Value>(a, i);
    const auto y = element_at<Value>(b, i);
    if (x == y || (is_nan(x) && is_nan(y))) continue;
    note(tally, x, y, first + static_cast<std::int64_t>(i), values_agree(x, y, tolerance));
  }
}

/// Largest component of a - sign * b; NaN counts as nothing here.
template <class Real>
double distance(std::span<const std::byte> a, std::span<const std::byte> b, std::size_t at,
                double sign) {
  double largest = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const double difference = element_at<Real>(a, i) - sign * element_at<Real>(b, i);
    largest = std::fmax(largest, std::fabs(difference));
  }
  return largest;
}

template <class Real>
void add_typed_quaternions(Tally& tally, std::span<const std::byte> a, std::span<const std::byte> b,
                           std::int64_t first, const Tolerance& tolerance) {
  for (std::size_t at = 0; at < a.size() / sizeof(Real); at += 4) {
    const bool flip = distance<Real>(a, b, at, -1) < distance<Real>(a, b, at, 1);
    std::array<Real, 4> b_near;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto value = element_at<Real>(b, at + i);
      b_near[i] = flip ? -value : value;
    }
    add_typed<Real>(tally, a.subspan(at * sizeof(Real), sizeof b_near),
                    std::as_bytes(std::span(b_near)), first + static_cast<std::int64_t>(at),
                    tolerance);
  }
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

void add_values(Tally& tally, Element element, std::span<const std::byte> a,
                std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance) {
  if (same_bytes(tally, element, a, b)) return;
  switch (element) {
    case Element::f64:
      return add_typed<double>(tally, a, b, first, tolerance);
    case Element::f32:
      return add_typed<float>(tally, a, b, first, tolerance);
    case Element::i64:
      return add_typed<std::int64_t>(tally, a, b, first, tolerance);
    case Element::u64:
      return add_typed<std::uint64_t>(tally, a, b, first, tolerance);
    case Element::i8:
      return add_typed<std::int8_t>(tally, a, b, first, tolerance);
    case Element::u8:
      return add_typed<std::uint8_t>(tally, a, b, first, tolerance);
  }
}

void add_pair(Tally& tally, double a, double b, std::int64_t index, bool agree) {
  ++tally.compared;
  if (a == b || (std::isnan(a) && std::isnan(b))) return;
  note(tally, a, b, index, agree);
}

void add_quaternions(Tally& tally, Element element, std::span<const std::byte> a,
                     std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance) {
  if (same_bytes(tally, element, a, b)) return;
  if (element == Element::f32) return add_typed_quaternions<float>(tally, a, b, first, tolerance);
  add_typed_quaternions<double>(tally, a, b, first, tolerance);
}

}  // namespace montecopter::compare
