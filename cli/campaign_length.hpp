#pragma once
/// Campaigns that become longer than their file, or end when their requirements are decided.

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "record/writer.hpp"
#include "scenario/load.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cli {

/// See record::FewerSamples, of the file `path`. Error(refused) if it is of this campaign but
/// cannot become part of it; `only_some`: not all samples are to be flown.
std::int64_t fewer_samples(const std::string& path, const LoadedScenario& loaded, const Plan& plan,
                           bool only_some, const std::string& resolved);

/// What a run keeps.
struct Kept {
  std::int64_t samples;
  std::string stopped;  ///< when it stopped, if it looked at the requirements on the way
};

/// Error(usage) if the requirements of these flights cannot be decided on the way.
void require_decidable(const Plan& plan);

/// Flies rows in their order, some blocks for each thread at a time, until all requirements are
/// decided, looking after each block. What was flown before counts.
Kept fly_until_decided(const Plan& plan, const SimulateOptions& options,
                       const std::vector<std::int64_t>& rows, Progress& progress,
                       const record::Writer& writer);

/// The layout of the same campaign with as many samples as are kept.
Layout shorter_layout(const LoadedScenario& loaded, const Kept& kept);

}  // namespace montecopter::cli
