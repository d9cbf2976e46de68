#pragma once
/// The flights of one launch in the memory of a card: one block, which is filled here and copied
/// there as a whole. The results are copied back. It has four regions, one after another:
///
///   * Input: the plan, the arrays that it points to, the row of each sample.
///   * Input and output: the LaneIo of each sample, room for its readings (unread numbers stay).
///   * Output: final states, checkpoints, traces.
///   * Memory: large memories of sensors and estimator. Never copied.
///
/// Pointers are addresses on the card. The place of the block on the card is known before the block
/// is filled. If you add a pointer to FlightPlan or LaneIo, also add it here (stage_plan(),
/// stage_lane()). The tests' stand-in for a card searches its input for addresses of this process.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "simulate/border/kernel_api.hpp"

namespace montecopter::nvidia {

/// Most numbers of sensors and estimator that fit into the variables of a thread. In that memory,
/// equal numbers of neighbouring threads lie side by side.
inline constexpr std::int64_t most_near_numbers = 1024;

/// Bytes of each region, one after another.
struct ArenaSize {
  std::size_t in = 0, both = 0, out = 0, memory = 0;
  std::size_t staged() const { return in + both + out; }
  std::size_t total() const { return staged() + memory; }
};

/// Addresses of the arguments of a launch, on the card.
struct LaunchArguments {
  std::uint64_t plan = 0, lanes = 0, memory = 0;
};

/// Sizes that these flights need.
ArenaSize arena_size(const FlightPlan& plan, std::span<const LaneIo> lanes);

/// Fills the input regions. `host` has size.staged() bytes; `card` is the address of the block on
/// the card.
LaunchArguments stage(const FlightPlan& plan, std::span<const LaneIo> lanes, const ArenaSize& size,
                      std::byte* host, std::uint64_t card);

/// Copies the results, which are back in `host`, to the places of the lanes.
void collect(const FlightPlan& plan, std::span<LaneIo> lanes, const ArenaSize& size,
             const std::byte* host, std::uint64_t card);

}  // namespace montecopter::nvidia
