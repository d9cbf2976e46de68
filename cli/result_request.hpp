#pragma once
/// Options and checks of commands that show result files: whether a file is intact and finished.

#include <string>

#include "command_line.hpp"
#include "core/base/remarks.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "scenario/load.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::cli {

/// Whether data are verified by the hashes that are stored with them.
struct Verification {
  bool no_verify = false;
  bool verified() const { return !no_verify; }
};

Option no_verify_option(Verification& verification);

/// Warns that a file is not checked for damage.
void remark_unverified(const std::string& path, Remarks& remarks);

/// Opens a result. Error(refused) if it is damaged; a warning if it is not verified.
record::ResultFile open_result(const std::string& path, const Verification& verification,
                               Remarks& remarks);

/// A request for a result that need not be finished.
struct ResultRequest {
  std::string file;
  Verification verification;
  bool incomplete = false;
};

Options result_options(ResultRequest& request);

/// Opens a result, also with Error(refused) if the file is not finished, unless the request allows
/// that.
record::ResultFile open_result(const ResultRequest& request, Remarks& remarks);

/// The shard of a campaign that a file holds, if it is a shard.
std::optional<Shard> shard_of(const record::ResultFile& file);

/// Error(refused) for the log of a real flight, which has no scenario.
void require_scenario(const record::ResultFile& file);

/// The scenario of a file. For a shard, its `monte_carlo.only` names the samples of the file, as if
/// they had been selected.
LoadedScenario scenario_of(const record::ResultFile& file, const std::string& name,
                           const std::string& folder);

/// Warns if a file holds selected samples (monte_carlo.only) or a shard: the findings need not hold
/// for other samples.
void warn_of_chosen(const record::ResultFile& file, const Scenario& scenario, Remarks& remarks);

}  // namespace montecopter::cli
