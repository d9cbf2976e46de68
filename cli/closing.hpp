#pragma once
/// What `run` ends with: which flights to look at, and by which command.

#include <string>

#include "core/base/remarks.hpp"
#include "record/reader.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::cli {

/// Lines about samples that failed, and about the worst of each requirement that is violated, each
/// with the command that shows them; empty if there are none.
std::string closing_text(const Scenario& scenario, const record::ResultFile& file,
                         const Samples& samples, const Judgements& judgements);

/// Warnings once more, for a terminal on which they have scrolled away.
void repeat_warnings(const Remarks& remarks);

}  // namespace montecopter::cli
