#pragma once
/// Colours on a terminal: of verdicts in an answer, of "warning" and "error" in a remark. Only this
/// file decides about colour. The layout is made before, without colour, so that tables stay
/// aligned. JSON and files never have colours.

#include <string>
#include <string_view>

namespace montecopter::cli {

/// Chooses colours: `when` is auto, always or never, else Error(usage). With auto a terminal has
/// colours unless the environment contains `NO_COLOR` (`no-color.org`) or TERM=dumb.
void choose_colours(const std::string& when);

/// An answer for stdout with colours: words in a column "verdict", counts of verdicts ("2
/// violated") and of failures, and a verdict at the beginning of a line ("same: ...").
std::string with_coloured_verdicts(const std::string& text);

/// A remark for stderr, with "warning:" and "error:" in colour.
std::string with_coloured_words(const std::string& text);

}  // namespace montecopter::cli
