#pragma once
/// The last lines of `run`: which flights to look at, and with which command.

#include <string>

#include "core/base/remarks.hpp"
#include "record/reader.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::cli {

/// Lines about failed samples and about the worst samples of each violated requirement, each with
/// the command that shows them; empty if there are none.
std::string closing_text(const Scenario& scenario, const record::ResultFile& file,
                         const Samples& samples, const Judgements& judgements);

/// Repeats the warnings on a terminal, where they have scrolled away.
void repeat_warnings(const Remarks& remarks);

}  // namespace montecopter::cli
