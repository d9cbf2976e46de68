#pragma once
/// The one sample of a result that becomes a flight log.

#include <string>
#include <vector>

#include "core/base/remarks.hpp"
#include "record/reader.hpp"
#include "results/export/flight_log.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter::cli {

/// The sample that is asked for (`--sample`), or the only one that was traced, with the signals of
/// these names or all. Error(usage) if it is not one, or has no trace, Error(refused) if nothing is
/// recorded of it. A warning if the limits of the motors are not known. The file has to outlive
/// what is returned.
LoggedSample logged_sample(const record::ResultFile& file, const Samples& samples,
                           const std::vector<std::string>& numbers,
                           const std::vector<std::string>& signals, Remarks& remarks);

}  // namespace montecopter::cli
