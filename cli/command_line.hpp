#pragma once
/// The command line as data: what each command is called, explains, takes and does. From it come
/// parsing, help, near names (command_line.cpp, the only file that knows the library CLI11, which
/// takes long to compile), completions (completions.cpp) and the man page (man.cpp).

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter::cli {

/// What an option fills: a flag, or text that its command parses. A list takes all values that
/// follow.
using Target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

/// An option, a flag or a positional argument. What it fills has to outlive the command.
struct Option {
  std::string names;  ///< "-o,--output"; of a positional argument its name
  Target target;
  std::string doc;
  /// What help, man page and completions show and offer for its value: "a|b|c" these words;
  /// "FILE.toml", "FILE.h5", "FILE.csv" such files; "PATH=VALUE" keys of a scenario; "WORD" what
  /// `explain` knows; "N", "X" a number; "NAME..." and "CONDITION", "KEY" what only a result
  /// file knows; anything else any file. Empty for a flag.
  std::string value = {};
  bool is_required = false;
  bool may_be_alone = false;   ///< a list that may also be given without a value: {""}
  bool is_one_by_one = false;  ///< a list that takes one value each time the option is given
  std::vector<std::string> excluded = {};  ///< options listed before that cannot go with this one

  bool is_positional() const { return names.front() != '-'; }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }
  std::vector<std::string> spellings() const;

  Option required() const;
  Option one_by_one() const;
  Option or_alone() const;
  Option excluding(std::vector<std::string> options) const;
};

using Options = std::vector<Option>;

/// One list of several.
Options joined(std::initializer_list<Options> lists);

struct Command {
  std::string name, doc;
  Options options;
  std::string footer;
  std::function<ExitCode()> run;
  std::vector<std::string> aliases = {};  ///< by which it is called besides
  std::string group = {};         ///< what it is for; commands of one group stand together in help
  std::string former_name = {};   ///< refused, with the name of today
  std::string when_missing = {};  ///< advice for a missing argument, after the message

  /// With that which every command has: --help.
  Options all_options() const;
};

struct Program {
  std::string name, doc, version, footer;
  Options everywhere = {};                ///< may stand before a command and behind it
  std::function<void()> prepare = [] {};  ///< uses them; called before the command
  std::vector<Command> commands = {};

  /// Takes commands of a group, with the options that may stand everywhere.
  void add(const std::string& group, std::vector<Command> added);

  /// Options that stand before a command: --help, --version, and those of `everywhere`.
  Options all_options() const;
};

/// Reads the command line and does what it asks for. Error(usage): a mistake in it, in one line,
/// with the name that was probably meant.
ExitCode run(const Program& program, int argc, char** argv);

}  // namespace montecopter::cli
