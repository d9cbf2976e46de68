#pragma once
/// Scenario -> what the kernels know of the sensors, and the set-up of a sample's sensors.
///
/// Once per run PreparedSensors plans each sensor: when it is read, which errors it has and from
/// which streams they are drawn, and where its constants and its memory lie. For each sample whose
/// readings somebody wants, fold_sensors() draws the biases of this turn-on and fills the part
/// `sensors` of the row: Scene, then for each sensor, in the order of the plan, dropout, errors and
/// what its type folds.

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

/// Where the random numbers of a sample's set-up come from.
struct SampleDraws {
  const MonteCarlo& campaign;
  std::uint64_t sample = 0;  ///< counter of its draws

  /// The first n normals of a stream.
  template <int n>
  std::array<double, n> first_normals(StreamPurpose purpose, std::string_view stream) const {
    const Draws<double> draws{static_cast<std::uint64_t>(campaign.seed), sample};
    return draws.template first_normals<n>(random_stream(campaign, purpose, stream));
  }
};

/// Folds the world and the sensors of a sample into `row` (suite.row numbers), with the biases
/// that its sensors have from this turn-on. False if an axis or a mounting is none.
bool fold_sensors(const Scenario& scenario, const SensorSuitePlan& suite, const SampleDraws& draws,
                  const WorldConstants<double>& world, double step_s, double* row);

/// The size of a digit of each axis, of a sensor with three, as folded into the row.
std::array<double, 3> resolutions(const SensorPlan& sensor, const double* row);

/// Memory as Kernel::fly wants it; one of these is a pack of any width.
struct alignas(64) KernelMemory {
  double pack[8];
};

}  // namespace montecopter
