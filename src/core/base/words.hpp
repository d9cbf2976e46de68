#pragma once
/// Words of command lines and of units in texts.

#include <string>
#include <string_view>

namespace montecopter {

/// A letter from A to Z as a small one, and one from a to z as a capital; any other byte as it is.
char lower_case(char c);
char upper_case(char c);

/// A word of a command line as a shell takes it: in quotes, if the shell would read it otherwise.
std::string shell_word(std::string_view word);

/// A number with its unit behind it. "1" and "" are no units.
std::string with_unit(std::string number, std::string_view unit);

/// A name with its unit in brackets behind it. "1" and "" are no units.
std::string with_bracketed_unit(std::string name, std::string_view unit);

}  // namespace montecopter
