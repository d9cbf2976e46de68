#pragma once
/// The command line as data, read back from what the commands registered: for completions, the man
/// page and near names.

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace montecopter::cli {

/// An option, a flag or a positional argument.
struct OptionWords {
  std::vector<std::string> names;  ///< "-o", "--output"; of a positional argument its name
  std::string value;               ///< type name of its value, see commands.hpp; empty for a flag
  std::string doc;
  bool is_positional = false;
  bool is_required = false;
};

struct CommandWords {
  std::string name, doc, footer;
  std::vector<OptionWords> options;
};

/// Of a command, or of the program itself.
CommandWords words_of(const CLI::App& command);

/// Of all commands, in the order in which help lists them.
std::vector<CommandWords> commands_of(const CLI::App& app);

/// What may be offered for a value.
struct Offer {
  std::vector<std::string> words = {};
  std::string extension = {};  ///< of files, with the dot; empty: any file
  bool files = false;          ///< whether files are offered
  bool is_prefix = false;      ///< the words go on, with '='
};
Offer offer_for(const std::string& type_name);

/// What each exit code means, a line for each.
std::string exit_code_text();

/// The same as pairs of code and meaning.
const std::vector<std::pair<std::string, std::string>>& exit_codes();

}  // namespace montecopter::cli
