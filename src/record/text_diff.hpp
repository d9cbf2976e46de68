#pragma once
/// Texts of result files by lines: where two scenarios part, and the warnings of a run.

#include <string>
#include <string_view>
#include <vector>

namespace montecopter::record {

/// "line 7: 'mass_kg = 2.0' against 'mass_kg = 2.1'", or empty if the texts are equal. Long lines
/// are cut.
std::string first_differing_line(std::string_view a, std::string_view b);

/// The lines as one text of at most `bytes` bytes; those that do not fit are counted in a last
/// line.
std::string fitting_text(const std::vector<std::string>& lines, std::size_t bytes);

/// The lines of a text that ends at its first zero. They may come from a damaged file and go to a
/// terminal: control characters become '?'.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace montecopter::record
