#pragma once
/// Independently computed values of the random generator and of the elementary functions.

#include <cstdint>
#include <span>

#include "dynamics/random/threefry.hpp"
#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// A vector of Random123's file kat_vectors.
struct ThreefryAnswer {
  Words4<std::uint64_t> counter, key, words;
};
std::span<const ThreefryAnswer> threefry_answers();
Check threefry_check(std::span<const ThreefryAnswer> answers);

/// A function at one or two arguments, with its correctly rounded value.
struct FunctionValue {
  double x, y, wanted;
};

/// Units in the last place between two doubles; a very large number if one is NaN.
double units_apart(double a, double b);

/// Largest error of a function at these arguments [units in the last place].
template <class Function>
double largest_units(Function function, std::span<const FunctionValue> values) {
  Largest error;
  for (const FunctionValue& v : values) error.take(units_apart(function(v.x, v.y), v.wanted));
  return error;
}

std::vector<Check> known_answer_checks(const Lab& lab);

}  // namespace montecopter::verify
