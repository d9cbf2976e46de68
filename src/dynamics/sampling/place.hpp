#pragma once
/// Queries to a design of experiments: the uniform number of an input in a row.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/random/stream_names.hpp"
#include "dynamics/sampling/keys.hpp"

namespace montecopter {

/// Position of a row. All points of a sweep share their samples unless they are independent.
struct DesignRow {
  std::uint64_t seed = 0;
  std::uint64_t counter = 0;  ///< of the row's random words
  std::uint64_t sample = 0;   ///< at its sweep point
  std::uint64_t samples = 1;  ///< at each sweep point
  std::uint64_t point = 0;    ///< of the sweep, if points are independent
};

/// An input, among those that are drawn.
struct DesignInput {
  std::string path;
  std::uint64_t dimension = 0;    ///< its place in the order of paths
  std::uint64_t dimensions = 1;   ///< how many there are
  std::uint64_t replicates = 1;   ///< designs that the samples of a point are dealt out to
  std::uint64_t levels = 1;       ///< of each input in a grid
  std::vector<double> quantiles;  ///< that inputs are set to one at a time, ascending
  bool is_frozen = false;         ///< all samples have the uniform number of sample 0
};

/// The `max_inputs` of a kind that has a dimension for each of any number of inputs.
inline constexpr std::uint64_t any_number_of_inputs = std::numeric_limits<std::uint64_t>::max();

/// Values of [monte_carlo] and [disperse] for a design as a whole.
struct DesignedSamples {
  std::int64_t samples = 1;
  std::int64_t replicates = 1;
  std::optional<std::int64_t> levels;
  std::vector<double> quantiles;
  std::uint64_t inputs = 0;    ///< that have a dimension
  std::uint64_t compared = 1;  ///< samples of a comparison
  bool has_listed = false;     ///< some input has a value for each sample
};

/// A draw of a design for an input: its kind declares `streams`, an array of these.
struct DesignStream {
  std::string_view prefix;    ///< of its name, before the input's stream_path(); fixed for good
  std::string_view drives;    ///< what its numbers are for
  bool of_replicate = false;  ///< one number for all samples of a replicate
  bool of_all = false;        ///< one stream, which all inputs share: the prefix is its name

  std::string name(std::string_view path) const {
    return std::string(prefix) + std::string(of_all ? "" : stream_names::stream_path(path));
  }
};
/// Streams of a kind that draws nothing.
using NoDesignStreams = std::array<DesignStream, 0>;

/// Samples that stand one behind another and are compared with each other. They meet the same
/// noise, so that they differ by their inputs alone.
struct Comparison {
  std::string_view name = "sample", plural = "samples";
  std::uint64_t samples = 1;   ///< in each
  bool last_is_apart = false;  ///< whether the last of them has noise of its own

  /// Counter of the random words of sample `number`, as far as they are noise.
  std::uint64_t noise_of(std::uint64_t number) const {
    const std::uint64_t comparison = number / samples;
    if (!last_is_apart) return comparison;
    return 2 * comparison + (number % samples + 1 == samples ? 1 : 0);
  }
};

/// Samples are dealt out to replicates in turn: sample i is number floor(i / R) of replicate i mod
/// R. So none moves when there are more samples.
struct ReplicatePlace {
  std::uint64_t set = 0;    ///< number of the replicate, counted through independent points
  std::uint64_t index = 0;  ///< in it
  std::uint64_t size = 1;   ///< of it

  ReplicatePlace(const DesignRow& row, std::uint64_t replicates)
      : set(row.point * replicates + row.sample % replicates),
        index(row.sample / replicates),
        size(row.samples / replicates) {}
};

}  // namespace montecopter
