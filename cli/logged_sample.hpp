#pragma once
/// The one sample of a result that becomes a flight log.

#include <string>
#include <vector>

#include "core/base/remarks.hpp"
#include "record/reader.hpp"
#include "results/export/flight_log.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter::cli {

/// The requested sample (`--sample`), or the only traced one, with the named signals or all.
/// Error(usage) if it is not one sample, or has no trace; Error(refused) if it has no recorded
/// values. Warns if the limits of the motors are not known. The file has to outlive the result.
LoggedSample logged_sample(const record::ResultFile& file, const Samples& samples,
                           const std::vector<std::string>& numbers,
                           const std::vector<std::string>& signals, Remarks& remarks);

}  // namespace montecopter::cli
