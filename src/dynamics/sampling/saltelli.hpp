#pragma once
/// Samples for the indices of Sobol': A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto,
/// S. Tarantola, "Variance based sensitivity analysis of model output. Design and estimator for the
/// total sensitivity index", Computer Physics Communications 181 (2010), 259-270.

#include <string_view>

#include "dynamics/sampling/place.hpp"
#include "dynamics/sampling/sobol.hpp"

namespace montecopter {

/// Each base point is a point of 2 k scrambled Sobol' dimensions for k inputs. The first k are a
/// row of the matrix A and the others one of B. Its k + 2 samples are A; for each input, in order,
/// AB_i, which is A with that input from B; and B. The last has noise of its own: B and AB_i have
/// the i-th input in common and nothing else, A and AB_i everything but that.
struct SaltelliDesign {
  static constexpr std::string_view name = "saltelli";
  static constexpr std::string_view doc =
      "base points of the matrices A and B, and A with one input at a time from B, for first-order "
      "and total Sobol' indices";
  static constexpr bool keeps_samples = true;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = false;
  static constexpr std::uint64_t max_inputs = max_sobol_dimensions / 2;
  static constexpr NoDesignKeys keys = {};
  static constexpr std::array<DesignStream, 2> streams = {
      {{SobolDesign::streams[0].prefix, "scrambling of the points A"},
       {"saltelli:", "scrambling of the points B"}}};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit SaltelliDesign(const DesignInput& input)
      : dimension(input.dimension),
        samples(comparison(input).samples),
        a{sobol_directions(input.dimension), stream_hash(streams[0].name(input.path))},
        b{sobol_directions(input.dimensions + input.dimension),
          stream_hash(streams[1].name(input.path))} {}

  static Comparison comparison(const DesignInput& input) {
    return {"base point", "base points", input.dimensions + 2, true};
  }

  Uniform53 uniform(const DesignRow& row) const {
    const std::uint64_t place = row.sample % samples;
    const bool is_of_b = place == dimension + 1 || place + 1 == samples;
    const Coordinate& of = is_of_b ? b : a;
    const std::uint64_t base_point = row.sample / samples;
    return {scrambled(sobol_coordinate(of.directions, base_point), row.seed, of.stream, row.point)};
  }

  /// Coordinate of a base point.
  struct Coordinate {
    SobolDirections directions;
    std::uint64_t stream;
  };

  std::uint64_t dimension;
  std::uint64_t samples;  ///< of each base point
  Coordinate a, b;
};

}  // namespace montecopter
