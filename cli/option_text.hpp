#pragma once
/// Words of the command line that help, completions and man page share.

#include <string>
#include <utility>
#include <vector>

namespace montecopter::cli {

/// What may be offered for a value.
struct Suggestion {
  std::vector<std::string> words = {};
  std::string extension = {};  ///< of files, with the dot; empty: any file
  bool files = false;          ///< whether files are offered
  bool is_prefix = false;      ///< the words go on, with '='
};
Suggestion offer_for(const std::string& value);  // Option::value

/// What each exit code means, a line for each.
std::string exit_code_text();

/// The same as pairs of code and meaning.
const std::vector<std::pair<std::string, std::string>>& exit_codes();

}  // namespace montecopter::cli
