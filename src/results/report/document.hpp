#pragma once
/// What a report for paper has besides the page for a browser: a title block, page numbers, and the
/// complete scenario as an appendix. It has no scripts, and nothing that needs a pointer.

#include <string>
#include <string_view>

#include "results/report/section.hpp"

namespace montecopter::report {

/// Whether the report is for paper.
inline bool is_document(const Material& m) { return !m.options.printed_on.empty(); }

/// Format, margins and foot of the pages, with the name of the scenario and the hash.
std::string document_style(const Material& m);

/// Scenario, samples, failures, versions, dates and hashes. `build` names the program.
std::string title_block(const Material& m, std::string_view build);

/// The scenario as it was written, and complete.
Section scenario_appendix(const Material& m);

}  // namespace montecopter::report
