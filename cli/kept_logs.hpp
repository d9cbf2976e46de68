#pragma once
/// The folder with the logs that the firmwares of a run have written (controller.keep_log).

#include <string>

#include "plan/plan.hpp"

namespace montecopter::cli {

/// Makes the folder beside a result file: "a.logs" of "a.h5", "a.x.logs" of "a.x". Empty if the
/// scenario keeps no logs. Error(usage) among processes that fly together, for they may have other
/// disks; Error(io) if the folder cannot be made.
std::string make_log_folder(const Plan& plan, const std::string& result, bool is_together);

/// Removes the logs of an earlier run; does nothing if the folder is "". What cannot be removed
/// stays.
void remove_old_logs(const std::string& folder);

}  // namespace montecopter::cli
