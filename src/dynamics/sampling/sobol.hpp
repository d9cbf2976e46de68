#pragma once
/// Sobol' points in base 2, scrambled so that each is uniform and all together stay as even.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/numerics/uniform.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/sampling/place.hpp"

namespace montecopter {

/// Binary digits of a coordinate: all that a Uniform53 has, so that no point is rounded.
inline constexpr std::size_t sobol_digits = 53;
/// Dimensions of Boost's table.
inline constexpr std::uint64_t max_sobol_dimensions = 3667;

/// Direction numbers of a dimension, the k-th with its leading digit at 2^-(k+1) as bit 52 - k.
using SobolDirections = std::array<std::uint64_t, sobol_digits>;

/// Direction numbers by primitive polynomials and first numbers of S. Joe and F. Kuo, "Constructing
/// Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30 (2008),
/// 2635-2654, as Boost.Random has them. `dimension` < max_sobol_dimensions.
SobolDirections sobol_directions(std::uint64_t dimension);

/// Coordinate of point `index` (from the zero point on) times 2^53, in the order of the Gray code:
/// I. Antonov, V. Saleev, "An economic method of computing LP-tau sequences", USSR Comput. Maths.
/// Math. Phys. 19 (1980), 252-256. `index` < 2^53.
constexpr std::uint64_t sobol_coordinate(const SobolDirections& directions, std::uint64_t index) {
  std::uint64_t coordinate = 0;
  std::uint64_t gray = index ^ (index >> 1);
  for (std::size_t k = 0; gray != 0; ++k, gray >>= 1) {
    if ((gray & 1) != 0) coordinate ^= directions[k];
  }
  return coordinate;
}

/// Nested uniform scrambling of A. Owen, "Randomly permuted (t,m,s)-nets and (t,s)-sequences",
/// Monte Carlo and Quasi-Monte Carlo Methods in Scientific Computing (1995), 299-317. Each digit is
/// flipped or not by a random bit of its own for all digits before it. Those bits are a binary
/// tree. Eight levels of it, 255 bits, are the four words of (seed; prefix, stream, set, levels /
/// 8). Their bit 2^j + (the j digits since the prefix) belongs to digit j.
std::uint64_t scrambled(std::uint64_t coordinate, std::uint64_t seed, std::uint64_t stream,
                        std::uint64_t set);

struct SobolDesign {
  static constexpr std::string_view name = "sobol";
  static constexpr std::string_view doc =
      "Sobol' points with Owen scrambling: spread evenly over all inputs together, best with "
      "powers of two";
  static constexpr bool keeps_samples = true;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = true;
  static constexpr std::uint64_t max_inputs = max_sobol_dimensions;
  static constexpr std::array keys = {DesignKey::replicates};
  static constexpr std::array<DesignStream, 1> streams = {{{"sobol:", "scrambling of the points"}}};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit SobolDesign(const DesignInput& input)
      : directions(sobol_directions(input.dimension)),
        stream(stream_hash(streams[0].name(input.path))),
        replicates(input.replicates) {}

  Uniform53 uniform(const DesignRow& row) const {
    const ReplicatePlace place(row, replicates);
    return {scrambled(sobol_coordinate(directions, place.index), row.seed, stream, place.set)};
  }

  SobolDirections directions;
  std::uint64_t stream;
  std::uint64_t replicates;
};

}  // namespace montecopter
