#pragma once
/// Sentences in lines of a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace montecopter {

/// Words in lines that begin with `indent` blanks and end before column `width`, each with a line
/// end. A word that is longer than that has a line of its own.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

/// Indentation of the rest of a broken line: by four, or, in a list of two columns as in help,
/// below its second column.
enum class GoesOn { indented, in_second_column };

/// The text with each line that is longer than `width` broken at its blanks. A line that begins
/// with blanks and "montecopter " is a command to be copied, and stays whole.
std::string lines_within(std::string_view text, std::size_t width,
                         GoesOn goes_on = GoesOn::indented);

}  // namespace montecopter
