#pragma once
/// Campaigns that become longer than their file, or end when their requirements are decided.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "flying.hpp"
#include "plan/plan.hpp"
#include "record/writer.hpp"
#include "scenario/load.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cli {

/// What is to be flown.
struct Extent {
  bool only_some = false;      ///< not all samples
  bool until_decided = false;  ///< looks at the requirements on the way
};

/// See record::FewerSamples. Error(refused) if the file is of this campaign but cannot become part
/// of it. One that stopped when its requirements were decided, and is now flown to its end, says no
/// longer that it stopped.
std::int64_t fewer_samples(const record::ResultFile& there, const LoadedScenario& loaded,
                           const Plan& plan, Extent extent);

/// What a run keeps.
struct KeptSamples {
  std::vector<std::int64_t> samples;  ///< of each point of the sweep; of no sweep there is one
  std::string stopped;  ///< when it stopped, if it looked at the requirements on the way

  std::int64_t most() const { return *std::max_element(samples.begin(), samples.end()); }
};

/// Error(usage) if the requirements of these flights cannot be decided on the way.
void require_decidable(const Plan& plan);

/// Flies rows, of each point in their order and some blocks for each thread at a time, until all
/// requirements at that point are decided, looking after each block. What was flown before counts.
KeptSamples fly_until_decided(const Plan& plan, const ProcessGroup& crew,
                              const SimulateOptions& options, const RowRanges& rows,
                              Progress& progress, const record::Writer& writer);

/// Samples of each point that the file `path` holds if it is finished; else none of any.
std::vector<std::int64_t> finished_samples(const std::string& path, const Plan& plan);

/// Error(refused) if less is kept of a point than the finished file had that a run goes on with.
void require_none_thrown_away(const std::string& path, const std::vector<std::int64_t>& finished,
                              const KeptSamples& kept);

/// The plan of the same campaign with as many samples as are kept of the point that has most.
Plan shorter_plan(const LoadedScenario& loaded, const Plan& whole, const KeptSamples& kept);

/// The rows of the shorter plan that are kept, or those that are not.
RowRanges rows_of(const Plan& shorter, const KeptSamples& kept, const RowRanges& rows,
                  bool that_are_kept);

/// Writes rows that nobody flies.
void leave_out(const Plan& plan, const RowRanges& rows, const record::Writer& writer);

}  // namespace montecopter::cli
