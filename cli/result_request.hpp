#pragma once
/// What commands that show result files ask for: is a file intact, is it finished?

#include <string>

#include "command_line.hpp"
#include "core/base/remarks.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "scenario/load.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::cli {

/// Whether what is shown is compared with the hashes that are stored with it.
struct Verification {
  bool no_verify = false;
  bool verified() const { return !no_verify; }
};

Option no_verify_option(Verification& verification);

/// Warns that nobody looks whether a file is damaged.
void remark_unverified(const std::string& path, Remarks& remarks);

/// Opens a result. Error(refused) if it is damaged; a warning where nobody shall look.
record::ResultFile open_result(const std::string& path, const Verification& verification,
                               Remarks& remarks);

/// A result of which not only a finished one can be shown.
struct ResultRequest {
  std::string file;
  Verification verification;
  bool incomplete = false;
};

Options result_options(ResultRequest& request);

/// The same; Error(refused) if the file is not finished, unless that was asked for.
record::ResultFile open_result(const ResultRequest& request, Remarks& remarks);

/// Which shard of a campaign a file is, if it is one.
std::optional<Shard> shard_of(const record::ResultFile& file);

/// Error(refused) of the log of a real flight.
void require_scenario(const record::ResultFile& file);

/// The scenario that a file was flown by. Of a shard its `monte_carlo.only` names the samples that
/// the file has, as if they had been chosen.
LoadedScenario scenario_of(const record::ResultFile& file, const std::string& name,
                           const std::string& folder);

/// Warns if a file holds chosen samples (monte_carlo.only) or a shard: what is found need not be so
/// for others.
void warn_of_chosen(const record::ResultFile& file, const Scenario& scenario, Remarks& remarks);

}  // namespace montecopter::cli
