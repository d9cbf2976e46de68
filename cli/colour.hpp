#pragma once
/// Which words stand out on a terminal: verdicts of an answer, "warning" and "error" of a remark.
/// The one place that decides whether there is colour, and which. Layout is made before, without
/// colour, so that tables stay aligned; JSON and files never come here.

#include <string>
#include <string_view>

namespace montecopter::cli {

/// `when` is auto, always or never. auto: where the stream is a terminal, unless the environment
/// has NO_COLOR (no-color.org) or TERM=dumb. Error(usage) if it is another word.
void choose_colours(const std::string& when);

/// Answers for stdout: words in a column "verdict", counts of verdicts ("2 violated") and of
/// failures, and a verdict that begins a line ("same: ...").
std::string with_coloured_verdicts(const std::string& text);

/// Remarks for stderr: "warning:" and "error:".
std::string with_coloured_words(const std::string& text);

}  // namespace montecopter::cli
