#pragma once
/// What is answered when the file of a campaign is finished, by `run` and by `merge`.

#include "core/base/error.hpp"
#include "core/base/remarks.hpp"
#include "plan/plan.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {

/// Statistics, verdicts and hash, as tables or JSON. The code says what became of the requirements,
/// or that too many samples failed.
ExitCode report_campaign(const Plan& plan, const record::ResultFile& file, const Samples& samples,
                         const Summary& summary, bool json, VerdictOutput& verdicts,
                         const Remarks& remarks);

/// The same of a shard, which says nothing of requirements, nor of how inputs go together: these
/// are of all samples.
ExitCode report_shard(const Shard& shard, const Plan& plan, const record::ResultFile& file,
                      const Summary& summary, bool json, const Remarks& remarks);

}  // namespace montecopter::cli
