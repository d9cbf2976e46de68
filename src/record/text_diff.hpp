#pragma once
/// Texts of result files by lines: the first difference of two scenarios, and the warnings of a
/// run.

#include <string>
#include <string_view>
#include <vector>

namespace montecopter::record {

/// "line 7: 'mass_kg = 2.0' against 'mass_kg = 2.1'", or empty if the texts are equal. Long lines
/// are truncated.
std::string first_differing_line(std::string_view a, std::string_view b);

/// Joins the lines to a text of at most `bytes` bytes. A last line counts the lines that do not
/// fit.
std::string fitting_text(const std::vector<std::string>& lines, std::size_t bytes);

/// The lines of a text that ends at its first zero. They may come from a damaged file and go to a
/// terminal, so control characters become '?'.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace montecopter::record
