#pragma once
/// Campaigns that extend their file, or end when their requirements are decided.

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

/// The part of a campaign that a run flies.
struct Extent {
  bool only_some = false;      ///< not all samples
  bool until_decided = false;  ///< tests the requirements while flying
};

/// The number of samples of an existing shorter file; see record::FewerSamples. Error(refused) if
/// the file belongs to this campaign but cannot be extended. If a file stopped when its
/// requirements were decided and is now flown to its end, its note about the stop is removed.
std::int64_t fewer_samples(const record::ResultFile& there, const LoadedScenario& loaded,
                           const Plan& plan, Extent extent);

/// The samples that a run keeps.
struct KeptSamples {
  std::vector<std::int64_t> samples;  ///< of each point of the sweep; one entry without a sweep
  std::string stopped;  ///< when it stopped, if it tested the requirements while flying

  std::int64_t most() const { return *std::max_element(samples.begin(), samples.end()); }
};

/// Error(usage) if the requirements of these flights cannot be decided on the way.
void require_decidable(const Plan& plan);

/// Flies the rows of each point in order, some blocks per thread at a time. A point ends when all
/// of its requirements are decided; they are tested after each block. Earlier flights of the file
/// count.
KeptSamples fly_until_decided(const Plan& plan, const ProcessGroup& group,
                              const SimulateOptions& options, const RowRanges& rows,
                              Progress& progress, const record::Writer& writer);

/// Samples of each point in the file `path` if it is finished, else 0 for each point.
std::vector<std::int64_t> finished_samples(const std::string& path, const Plan& plan);

/// Error(refused) if fewer samples of a point are kept than the finished file had.
void require_none_thrown_away(const std::string& path, const std::vector<std::int64_t>& finished,
                              const KeptSamples& kept);

/// The plan of the same campaign, with as many samples as the point with the most kept samples.
Plan shorter_plan(const LoadedScenario& loaded, const Plan& whole, const KeptSamples& kept);

/// The rows of the shorter plan that are kept, or the rows that are not.
RowRanges rows_of(const Plan& shorter, const KeptSamples& kept, const RowRanges& rows,
                  bool that_are_kept);

/// Marks rows as not flown.
void leave_out(const Plan& plan, const RowRanges& rows, const record::Writer& writer);

}  // namespace montecopter::cli
