#pragma once
/// The command line as data: name, explanation, options and function of each command. Parsing, help
/// and near names follow from it in command_line.cpp, the only file that includes the library
/// CLI11, which takes long to compile. Completions (completions.cpp) and the man page (man.cpp)
/// follow from it, too.

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter::cli {

/// The variable that an option fills: a flag, or text that its command parses. A list takes all
/// values that follow.
using Target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

/// An option, a flag or a positional argument. Its target has to outlive the command.
struct Option {
  std::string names;  ///< "-o,--output", or the name of a positional argument
  Target target;
  std::string doc;
  /// The value as help, man page and completions show it. "a|b|c" offers these words. "FILE.toml",
  /// "FILE.h5" and "FILE.csv" offer such files, "PATH=VALUE" keys of a scenario. "WORD" offers the
  /// words of `explain`. "N" and "X" are numbers. "NAME...", "CONDITION" and "KEY" are known only
  /// to a result file. Any other text offers all files. It is empty for a flag.
  std::string value = {};
  bool is_required = false;
  bool may_be_alone = false;   ///< a list that may also be given without a value: {""}
  bool is_one_by_one = false;  ///< a list that takes one value each time the option is given
  std::vector<std::string> excluded = {};  ///< options listed before that exclude this one

  bool is_positional() const { return names.front() != '-'; }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }
  std::vector<std::string> spellings() const;

  Option required() const;
  Option one_by_one() const;
  Option or_alone() const;
  Option excluding(std::vector<std::string> options) const;
};

using Options = std::vector<Option>;

/// Joins several lists into one.
Options joined(std::initializer_list<Options> lists);

struct Command {
  std::string name, doc;
  Options options;
  std::string footer;
  std::function<ExitCode()> run;
  std::string group = {};  ///< its purpose; help lists the commands of a group together
  std::string former_name =
      {};  ///< an old name: refused, with a message that gives the present one
  std::string when_missing = {};  ///< advice for a missing argument, after the message

  /// The options of the command and --help, which every command has.
  Options all_options() const;
};

struct Program {
  std::string name, doc, version, footer;
  Options everywhere = {};                ///< may be given before or after a command
  std::function<void()> prepare = [] {};  ///< applies these options; called before the command
  std::function<std::string()> version_json = [] {
    return std::string();
  };  ///< of --version --json
  std::vector<Command> commands = {};

  /// Adds the commands of a group, with the options of `everywhere`.
  void add(const std::string& group, std::vector<Command> added);

  /// Options before a command: --help, --version, its --json, and the options of `everywhere`.
  Options all_options() const;
};

/// Parses the command line and runs the command. Error(usage) for a mistake, in one line, with the
/// name that was probably meant.
ExitCode run(const Program& program, int argc, char** argv);

}  // namespace montecopter::cli
