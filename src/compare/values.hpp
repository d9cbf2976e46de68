#pragma once
/// Two arrays of stored numbers, element by element.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "compare/options.hpp"
#include "plan/layout.hpp"

namespace montecopter::compare {

/// What was seen so far of one signal. Indices count elements from the start of the dataset.
struct Tally {
  std::int64_t compared = 0;
  std::int64_t unequal = 0;    ///< not the same value, within the tolerance or not
  std::int64_t differing = 0;  ///< out of tolerance
  std::int64_t nan_against_number = 0;
  double max_abs = 0;  ///< largest |a - b| of all pairs of numbers
  double max_rel = 0;  ///< largest |a - b| / max(|a|, |b|)
  std::optional<std::int64_t> first_unequal;
  std::optional<std::int64_t> first_differing;
  double first_a = 0;  ///< the values at first_differing, or else at first_unequal
  double first_b = 0;
};

/// One stored element as a number for people.
double to_double(Element element, std::span<const std::byte> bytes);

/// True if two numbers agree. NaN agrees with NaN only; infinities agree with themselves only.
bool agree(double a, double b, const Tolerance& tolerance);
bool agree(float a, float b, const Tolerance& tolerance);

/// Adds the elements of two pieces of the same signal, which begin at element `first`. Integers are
/// compared exactly, whatever the tolerance.
void add_values(Tally& tally, Element element, std::span<const std::byte> a,
                std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance);

/// Adds one pair of numbers; whether they agree is known.
void add_pair(Tally& tally, double a, double b, std::int64_t index, bool agree);

/// The same for quaternions (four elements each), of which q and -q are the same attitude.
void add_quaternions(Tally& tally, Element element, std::span<const std::byte> a,
                     std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance);

}  // namespace montecopter::compare
