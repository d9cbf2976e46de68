#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "core/base/text.hpp"
#include "interrupt.hpp"
#include "json_answer.hpp"
#include "streams.hpp"

namespace montecopter::cli {

namespace {

Option help_option() { return {"-h,--help", {}, "Print this help message and exit"}; }

Option version_option() {
  return {"--version", {}, "Display program version information and exit"};
}

Option version_json_option() { return {"--json", {}, "With --version: print JSON"}; }

// --- the library's view of the program ----------------------------------------------------------

CLI::Option* add_to(CLI::App& command, const Option& option, bool* flag) {
  return command.add_flag(option.names, *flag, option.doc);
}

template <class Text>
CLI::Option* add_to(CLI::App& command, const Option& option, Text* text) {
  return command.add_option(option.names, *text, option.doc)->type_name(option.value);
}

void add_option(CLI::App& command, const Option& option) {
  CLI::Option* added =
      std::visit([&](auto* target) { return add_to(command, option, target); }, option.target);
  if (option.is_required) added->required();
  if (option.may_be_alone) added->expected(0, CLI::detail::expected_max_vector_size);
  if (option.is_one_by_one) {
    added->expected(1)->allow_extra_args(false);
    added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  for (const std::string& other : option.excluded) added->excludes(other);
}

/// Whether an argument is the name of the command. The library gets the options of no other
/// command, because setting them up takes longer than most commands take to start.
bool is_named(const Command& command, const std::vector<std::string_view>& arguments) {
  return std::find(arguments.begin(), arguments.end(), command.name) != arguments.end();
}

/// Whether the first argument is a command. Then nothing lists the others, and they are not set up.
bool begins_with_command(const Program& program, const std::vector<std::string_view>& arguments) {
  return !arguments.empty() &&
         std::any_of(program.commands.begin(), program.commands.end(),
                     [&](const Command& command) { return command.name == arguments.front(); });
}

/// What a command does, without what comes behind a colon or a semicolon: for a list.
std::string first_part(const std::string& doc) { return doc.substr(0, doc.find_first_of(":;")); }

void describe(const Program& program, const std::vector<std::string_view>& arguments,
              CLI::App& app) {
  app.name(program.name);
  app.set_help_flag(help_option().names, help_option().doc);  // also of the commands
  app.set_version_flag(version_option().names, program.version);
  const Option json = version_json_option();
  app.add_flag(json.names, json.doc);
  app.require_subcommand(1);
  app.footer(program.footer);
  for (const Option& option : program.everywhere) add_option(app, option);
  const bool named_only = begins_with_command(program, arguments);
  for (const Command& command : program.commands) {
    const bool is_asked = is_named(command, arguments);
    if (named_only && !is_asked) continue;
    CLI::App* added =
        app.add_subcommand(command.name, is_asked ? command.doc : first_part(command.doc));
    if (!command.group.empty()) added->group(command.group);
    added->footer(command.footer);
    if (!is_asked) continue;
    for (const Option& option : command.options) add_option(*added, option);
  }
}

const Command& find(const Program& program, const std::string& name) {
  const auto& commands = program.commands;
  return *std::find_if(commands.begin(), commands.end(),
                       [&](const Command& command) { return command.name == name; });
}

// --- usage errors, one line each ----------------------------------------------------------------

std::string perhaps(std::string_view name, const std::vector<std::string>& candidates) {
  const auto meant = near_name(name, candidates);
  return meant ? fmt::format(" Did you mean '{}'?", *meant) : "";
}

std::string unknown_command(const Program& program, const std::vector<std::string>& extras) {
  std::vector<std::string> names;
  for (const Command& command : program.commands) {
    if (!extras.empty() && !extras.front().empty() && extras.front() == command.former_name) {
      return fmt::format("error: `{0} {1}` is now called `{0} {2}`. Try `{0} {2} --help`.",
                         program.name, command.former_name, command.name);
    }
    names.push_back(command.name);
  }
  const bool is_named = !extras.empty() && !extras.front().empty();
  const std::string what =
      is_named ? fmt::format("unknown command '{}'", extras.front()) : "a command is needed";
  return fmt::format("error: {}.{} Use {}; try `montecopter --help`.", what,
                     is_named ? perhaps(extras.front(), names) : "", join(names, " or "));
}

bool is_option(const std::string& argument) { return argument.size() > 1 && argument[0] == '-'; }

/// The message for an unexpected argument of `name`: an unknown option, or one argument too many.
std::string unexpected(const std::string& name, const Options& options,
                       const std::string& argument) {
  const std::string help = fmt::format("Try `{} --help`.", name);
  if (!is_option(argument)) {
    return fmt::format("error: unexpected argument '{}'. {}", argument, help);
  }
  std::vector<std::string> candidates;
  for (const Option& option : options) {
    if (option.is_positional()) continue;
    for (std::string& spelling : option.spellings()) candidates.push_back(std::move(spelling));
  }
  const std::string given = argument.substr(0, argument.find('='));
  return fmt::format("error: `{}` has no option '{}'.{} {}", name, given,
                     perhaps(given, candidates), help);
}

/// The option that has too many values or too few; nullptr if the error is another one.
const CLI::Option* find_mismatched(const CLI::App& command, const CLI::ParseError& error) {
  if (error.get_name() != "ArgumentMismatch") return nullptr;
  const std::string_view what = error.what();
  for (const CLI::Option* option : command.get_options()) {
    if (what.starts_with(option->get_name() + ": ")) return option;
  }
  return nullptr;
}

/// The message of the library, or a better one.
std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error) {
  const CLI::Option* option = find_mismatched(command, error);
  if (option == nullptr) return error.what();
  const std::string name = option->get_name();
  if (option->count() > static_cast<std::size_t>(option->get_items_expected_max())) {
    return fmt::format("{} is given {} times (it takes one value)", name, option->count());
  }
  return fmt::format("{} needs a value: {} {}", name, name, option->get_type_name());
}

std::string usage_message(const Program& program, const CLI::App& app,
                          const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const std::vector<std::string> extras = app.remaining();
  if (commands.empty()) {
    return !extras.empty() && is_option(extras.front())
               ? unexpected(program.name, program.all_options(), extras.front())
               : unknown_command(program, extras);
  }
  if (!extras.empty()) return unexpected(program.name, program.all_options(), extras.front());
  const CLI::App& parsed = *commands.front();
  if (const auto inside = parsed.remaining(); !inside.empty()) {
    const Command& command = find(program, parsed.get_name());
    return unexpected(program.name + " " + command.name, command.all_options(), inside.front());
  }
  const std::string& instead = find(program, parsed.get_name()).when_missing;
  const bool is_missing = error.get_name() == "RequiredError";
  return fmt::format("error: {}.{} Try `{} {} --help`.", what_is_wrong(parsed, error),
                     is_missing ? instead : "", program.name, parsed.get_name());
}

/// Refuses an empty argument: it comes from a shell variable that is not set. Outputs, and options
/// without the name of a file, have their own messages.
void require_names(const Command& command, const CLI::App& parsed) {
  for (const Option& option : command.options) {
    const bool is_file = option.value.starts_with("FILE") && option.names != "-o,--output";
    if (!option.is_positional() && (!is_file || option.may_be_alone)) continue;
    const std::string name = option.spellings().back();
    const std::vector<std::string> given = parsed.get_option(name)->results();
    if (std::find(given.begin(), given.end(), "") == given.end()) continue;
    throw Error(
        ExitCode::usage,
        Problem{name,
                fmt::format("{} is empty", option.is_positional() ? "it" : "the name of the file"),
                "perhaps from a shell variable that is not set",
                fmt::format("Try `montecopter {} --help`", command.name)});
  }
}

}  // namespace

std::vector<std::string> Option::spellings() const {
  std::vector<std::string> spellings;
  for (std::size_t start = 0; start < names.size();) {
    const std::size_t end = std::min(names.find(',', start), names.size());
    spellings.push_back(names.substr(start, end - start));
    start = end + 1;
  }
  return spellings;
}

Option Option::required() const {
  Option option = *this;
  option.is_required = true;
  return option;
}

Option Option::one_by_one() const {
  Option option = *this;
  option.is_one_by_one = true;
  return option;
}

Option Option::or_alone() const {
  Option option = *this;
  option.may_be_alone = true;
  return option;
}

Option Option::excluding(std::vector<std::string> options) const {
  Option option = *this;
  option.excluded = std::move(options);
  return option;
}

Options joined(std::initializer_list<Options> lists) {
  Options all;
  for (const Options& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Options Command::all_options() const { return joined({{help_option()}, options}); }

Options Program::all_options() const {
  return joined({{help_option(), version_option(), version_json_option()}, everywhere});
}

void Program::add(const std::string& group, std::vector<Command> added) {
  for (Command& command : added) {
    command.group = group;
    command.options = joined({command.options, everywhere});
    commands.push_back(std::move(command));
  }
}

ExitCode run(const Program& program, int argc, char** argv) {
  CLI::App app{program.doc};
  describe(program, {argv + std::min(argc, 1), argv + argc}, app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    const bool as_json = app.count(version_json_option().names) > 0;
    answer(as_json ? program.version_json() : program.version + "\n");
    return ExitCode::ok;
  } catch (const CLI::Success& asked) {  // --help
    std::ostringstream text;
    app.exit(asked, text, text);
    answer_help(text.str());
    return ExitCode::ok;
  } catch (const CLI::ParseError& error) {
    const auto refuse = [&]() -> ExitCode {
      throw Error(ExitCode::usage, usage_message(program, app, error));
    };
    const auto named = app.get_subcommands();
    if (std::find(argv, argv + argc, std::string("--json")) == argv + argc) return refuse();
    return answer_as_json(named.empty() ? "" : named.front()->get_name(), refuse);
  }
  if (app.count(version_json_option().names) > 0) {
    throw Error(ExitCode::usage,
                fmt::format("error: --json belongs to --version here. Write it behind the command: "
                            "`{} {} --json`.",
                            program.name, app.get_subcommands().front()->get_name()));
  }
  program.prepare();
  const Command& command = find(program, app.get_subcommands().front()->get_name());
  require_names(command, *app.get_subcommands().front());
  tell_of_signals(command.name.c_str());
  const CLI::Option* json = app.get_subcommands().front()->get_option_no_throw("--json");
  if (json == nullptr || json->count() == 0) return command.run();
  return answer_as_json(command.name, command.run);
}

}  // namespace montecopter::cli
