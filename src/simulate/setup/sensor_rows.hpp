#pragma once
/// Scenario -> the sensors as kernels know them, and the set-up of a sample's sensors.
///
/// Once per run PreparedSensors plans each sensor: its times, its errors with their streams, and
/// the places of its constants and memory. For each sample with needed readings, fold_sensors()
/// draws the turn-on biases and fills the part `sensors` of the row. The part contains Scene and
/// then, for each sensor in the order of the plan, dropout, errors and the constants of its type.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/fields/varies.hpp"
#include "dynamics/random/draws.hpp"
#include "plan/plan.hpp"
#include "scenario/derived/random_streams.hpp"
#include "simulate/border/sensor_plan.hpp"

namespace montecopter {

/// A SensorSuitePlan with the array it points to.
struct PreparedSensors {
  /// `varied`: paths of the numbers that differ between samples or sweep points.
  PreparedSensors(const Plan& plan, const std::vector<std::string>& varied);

  SensorSuitePlan suite{};
  std::vector<SensorPlan> sensors;
};

/// Source of the random numbers of a sample's set-up.
struct SampleDraws {
  const MonteCarlo& campaign;
  std::uint64_t sample = 0;  ///< sample index, the counter of its draws

  /// The first n normals of a stream.
  template <int n>
  std::array<double, n> first_normals(StreamPurpose purpose, std::string_view stream) const {
    const Draws<double> draws{static_cast<std::uint64_t>(campaign.seed), sample};
    return draws.template first_normals<n>(random_stream(campaign, purpose, stream));
  }
};

/// Writes the world and the sensors of a sample into `row` (suite.row numbers), with the sensors'
/// turn-on biases. False if an axis or a mounting is degenerate.
bool fold_sensors(const Scenario& scenario, const SensorSuitePlan& suite, const SampleDraws& draws,
                  const WorldConstants<double>& world, double step_s, double* row);

/// The size of a digit of each axis of a three-axis sensor, as stored in the row.
std::array<double, 3> resolutions(const SensorPlan& sensor, const double* row);

/// Memory in the form of Kernel::fly; one element is a pack of any width.
struct alignas(64) KernelMemory {
  double pack[8];
};

}  // namespace montecopter
