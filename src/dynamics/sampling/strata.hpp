#pragma once
/// The unit interval in parts of equal probability, in whole numbers: no rounding puts a number
/// into the part beside its own.

#include <cstdint>

#include "core/numerics/uniform.hpp"

namespace montecopter {

/// ISO C++ has no integer of 128 bits; both compilers do.
__extension__ typedef unsigned __int128 UInt128;

/// The first k of the stratum: the smallest with (k + 1/2) 2^-53 >= stratum / strata. The stratum
/// `strata`, which there is not, begins at 2^53.
inline std::uint64_t first_of_stratum(std::uint64_t stratum, std::uint64_t strata) {
  // k >= stratum 2^53 / strata - 1/2, rounded up.
  const UInt128 twice = (UInt128{stratum} << 54) + strata - 1;
  return static_cast<std::uint64_t>(twice / (UInt128{strata} * 2));
}

/// The uniform number in stratum 0 <= `stratum` < `strata` that lies there as `within` lies between
/// 0 and 1. `strata` <= 2^52; of one stratum it is `within` itself.
inline Uniform53 in_stratum(std::uint64_t stratum, std::uint64_t strata, const Uniform53& within) {
  const std::uint64_t first = first_of_stratum(stratum, strata);
  const std::uint64_t width = first_of_stratum(stratum + 1, strata) - first;
  return {first + static_cast<std::uint64_t>((UInt128{within.k} * width) >> 53)};
}

/// The middle of a stratum.
inline Uniform53 middle_of_stratum(std::uint64_t stratum, std::uint64_t strata) {
  return in_stratum(stratum, strata, {std::uint64_t{1} << 52});
}

}  // namespace montecopter
