#pragma once
/// Compares two arrays of stored numbers, element by element.
///
/// For each pair of datasets, compare_values() (signal.cpp) makes one Tally. Then add_values()
/// fills it with pieces of both, in ascending order of elements; add_pair() fills it where the
/// limits are computed elsewhere (statistics.hpp, tube.hpp). The verdict and the lines of reports
/// come from the Tally. Pieces are the bytes of elements as stored; Grid gives the row, time and
/// component of an index.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "plan/layout.hpp"
#include "results/diff/options.hpp"

namespace montecopter::diff {

/// How the distance between two values of a signal is defined.
enum class Meaning {
  number,     ///< distance |a - b|
  angle_rad,  ///< distance |a - b| modulo 2 pi
  attitude,   ///< angle between two quaternions [rad]; q and -q are the same
};

/// Order of the elements of a dataset: index = (row * times + time) * components + component.
struct Grid {
  std::int64_t times = 1;
  std::int64_t components = 1;
  std::int64_t row_of(std::int64_t index) const { return index / (times * components); }
  std::int64_t time_of(std::int64_t index) const { return index / components % times; }
};

/// Two values at one place.
struct ValuePair {
  std::int64_t index = 0;
  double a = 0, b = 0;
};

/// Counts and distances of one signal so far. Indices count elements from the start of the dataset.
struct Tally {
  std::int64_t compared = 0;
  std::int64_t unequal = 0;    ///< unequal values, within the tolerance or not
  std::int64_t differing = 0;  ///< out of tolerance
  std::int64_t nan_against_number = 0;
  double max_abs = 0;  ///< largest |a - b| of all pairs of numbers
  double max_rel = 0;  ///< largest |a - b| / max(|a|, |b|)
  std::optional<std::int64_t> first_unequal;
  std::optional<std::int64_t> first_differing;
  double first_a = 0;  ///< the values at first_differing, or else at first_unequal
  double first_b = 0;

  Grid grid = {};
  std::int64_t rows_unequal = 0;  ///< samples with such values
  std::int64_t rows_differing = 0;
  double max_distance = 0;               ///< by its Meaning; |a - b| of numbers
  std::optional<ValuePair> largest;      ///< first place with max_distance
  std::int64_t finite = 0;               ///< number of distances in sum_squares
  double sum_squares = 0;                ///< sum over distances between finite numbers
  std::optional<std::int64_t> earliest;  ///< first unequal value by time, then by sample
  double rms() const;

  std::int64_t last_row_unequal = -1, last_row_differing = -1;  ///< for the counts of rows
};

/// One stored element as a number.
double to_double(Element element, std::span<const std::byte> bytes);

/// Whether two numbers agree. NaN agrees with NaN only; an infinity agrees with itself only.
bool agree(double a, double b, const Tolerance& tolerance);
bool agree(float a, float b, const Tolerance& tolerance);

/// b plus the multiple of 2 pi that brings it nearest to a.
double nearest_angle(double a, double b);

/// The angle between two attitudes [rad], whatever the length of the quaternions (w, x, y, z).
double angle_between(std::span<const double, 4> a, std::span<const double, 4> b);

/// Adds the elements of two pieces of the same signal, which begin at element `first`. Integers are
/// compared exactly, whatever the tolerance. With a tolerance, q and -q are the same, and so are
/// angles that differ by full turns; without one, the bits must be equal. Pieces of attitudes hold
/// whole quaternions.
void add_values(Tally& tally, Element element, std::span<const std::byte> a,
                std::span<const std::byte> b, std::int64_t first, const Tolerance& tolerance,
                Meaning meaning = Meaning::number);

/// Adds one pair of numbers; whether they agree is known.
void add_pair(Tally& tally, double a, double b, std::int64_t index, bool agree);

}  // namespace montecopter::diff
