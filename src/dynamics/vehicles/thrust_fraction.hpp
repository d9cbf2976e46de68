#pragma once
/// The signal `thrust_fraction` of all kinds of vehicles.

#include "core/numerics/scalar.hpp"

namespace montecopter {

/// A thrust by the highest one. Where that is none, as of rotors that have all failed or stand, the
/// fraction is 0: a quotient that is not finite would end the flight as diverged, if it is traced.
template <class S>
S fraction_of(const S& thrust, const S& highest) {
  return select(highest == S(0.0), S(0.0), thrust / highest);
}

}  // namespace montecopter
