#pragma once
/// The signal `thrust_fraction` of all kinds of vehicles.

#include "core/numerics/scalar.hpp"

namespace montecopter {

/// A thrust over the highest one. Where the highest is 0, as for rotors that have all failed or
/// stopped, the fraction is 0. A quotient that is not finite would end the flight as diverged, if
/// it is traced.
template <class S>
S fraction_of(const S& thrust, const S& highest) {
  return select(highest == S(0.0), S(0.0), thrust / highest);
}

}  // namespace montecopter
