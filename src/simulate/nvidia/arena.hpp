#pragma once
/// The flights of one launch as they lie in the memory of a card: one block, filled here, copied
/// there as a whole, and the results back. It has four regions, one after another:
///
///   what goes in      the plan, the arrays that it points to, the row of each sample
///   both ways         the LaneIo of each sample, room for its readings (what is not read stays)
///   what comes out    final states, checkpoints, traces
///   memory            of sensors and estimator that remember more; never copied
///
/// Pointers are addresses on the card, for which the place of the block there is known before it is
/// filled. A pointer in FlightPlan or LaneIo that is added has to be added here (stage_plan(),
/// stage_lane()); the tests' stand-in for a card looks for addresses of this process in what it is
/// given.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "simulate/border/kernel_api.hpp"

namespace montecopter::nvidia {

/// Most numbers of sensors and estimator that are among the variables of a thread, where
/// the same number of neighbouring threads lies side by side.
inline constexpr std::int64_t most_near_numbers = 1024;

/// Bytes of each region, one after another.
struct ArenaSize {
  std::size_t in = 0, both = 0, out = 0, memory = 0;
  std::size_t staged() const { return in + both + out; }
  std::size_t total() const { return staged() + memory; }
};

/// Where a launch finds its arguments, on the card.
struct LaunchArguments {
  std::uint64_t plan = 0, lanes = 0, memory = 0;
};

/// What flights need.
ArenaSize arena_size(const FlightPlan& plan, std::span<const LaneIo> lanes);

/// Fills what goes in. `host`: size.staged() bytes; `card`: where the block will be there.
LaunchArguments stage(const FlightPlan& plan, std::span<const LaneIo> lanes, const ArenaSize& size,
                      std::byte* host, std::uint64_t card);

/// Takes the results, which are back in `host`, to where the lanes want them.
void collect(const FlightPlan& plan, std::span<LaneIo> lanes, const ArenaSize& size,
             const std::byte* host, std::uint64_t card);

}  // namespace montecopter::nvidia
