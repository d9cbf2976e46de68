#pragma once
/// Words of the command line that help, completions and man page share.

#include <string>
#include <utility>
#include <vector>

namespace montecopter::cli {

/// Suggestions of a shell for the value of an option.
struct Suggestion {
  std::vector<std::string> words = {};
  std::string extension = {};  ///< of files, with the dot; empty: any file
  bool files = false;          ///< whether files are offered
  bool is_prefix = false;      ///< the user continues a word, with '='
};
Suggestion offer_for(const std::string& value);  // Option::value

/// Meanings of the exit codes, one line each.
std::string exit_code_text();

/// Exit codes and their meanings.
const std::vector<std::pair<std::string, std::string>>& exit_codes();

}  // namespace montecopter::cli
