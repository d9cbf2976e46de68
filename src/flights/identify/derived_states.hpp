#pragma once
/// States that a log lacks, derived from those that it has: velocity from position, body rate from
/// attitude.

#include <optional>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::identify {

/// Velocity as the slope of a position: of the parabola through the values within 0.05 s. NaN where
/// fewer than two values lie on either side, without a gap or a jump. Accelerations that change
/// by j per second cause errors of j (0.05 s)^2 / 10. nullopt below 40 Hz.
std::optional<logs::RecordedSignal> slope_of_position(const logs::RecordedSignal& position);

/// Body rate from the slope of an attitude within 0.025 s, in the same way. nullopt below 80 Hz.
std::optional<logs::RecordedSignal> slope_of_attitude(const logs::RecordedSignal& attitude);

}  // namespace montecopter::identify
