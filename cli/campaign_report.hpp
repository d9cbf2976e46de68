#pragma once
/// The answer of `run` and `merge` when the file of a campaign is finished.

#include "core/base/error.hpp"
#include "core/base/remarks.hpp"
#include "plan/plan.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {

/// Prints statistics, verdicts and hash, as tables or JSON. Returns the exit code of the verdicts,
/// or the code for too many failed samples.
ExitCode report_campaign(const Plan& plan, const record::ResultFile& file, const Samples& samples,
                         const Summary& summary, bool json, VerdictOutput& verdicts,
                         const Remarks& remarks);

/// Prints statistics and hash of a shard. Requirements and correlations need all samples, so a
/// shard has neither.
ExitCode report_shard(const Shard& shard, const Plan& plan, const record::ResultFile& file,
                      const Summary& summary, bool json, const Remarks& remarks);

}  // namespace montecopter::cli
