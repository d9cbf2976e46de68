#include "usage.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "words.hpp"

namespace montecopter::cli {

namespace {

std::string perhaps(std::string_view name, const std::vector<std::string>& candidates) {
  const auto meant = near_name(name, candidates);
  return meant ? fmt::format(" Perhaps '{}' is meant.", *meant) : "";
}

std::string unknown_command(const CLI::App& app, const std::vector<std::string>& extras) {
  std::vector<std::string> names;
  for (const CommandWords& command : commands_of(app)) names.push_back(command.name);
  const bool is_named = !extras.empty() && !extras.front().empty();
  const std::string what =
      is_named ? fmt::format("unknown command '{}'", extras.front()) : "a command is needed";
  return fmt::format("error: {}.{} Use {}; try `montecopter --help`.", what,
                     is_named ? perhaps(extras.front(), names) : "", join(names, " or "));
}

/// An argument that `command` does not expect: an unknown option, or one too many.
std::string unexpected(const CLI::App& command, const std::string& argument) {
  const CommandWords words = words_of(command);
  const bool is_program = command.get_parent() == nullptr;
  const std::string name = is_program ? "montecopter" : "montecopter " + words.name;
  const std::string help = fmt::format("Try `{} --help`.", name);
  if (argument.size() < 2 || argument[0] != '-') {
    return fmt::format("error: unexpected argument '{}'. {}", argument, help);
  }
  std::vector<std::string> options;
  for (const OptionWords& option : words.options) {
    if (!option.is_positional) {
      options.insert(options.end(), option.names.begin(), option.names.end());
    }
  }
  const std::string option = argument.substr(0, argument.find('='));
  return fmt::format("error: `{}` has no option '{}'.{} {}", name, option, perhaps(option, options),
                     help);
}

/// The option that has too many values or too few; nullptr: that is not what is wrong.
const CLI::Option* find_mismatched(const CLI::App& command, const CLI::ParseError& error) {
  if (error.get_name() != "ArgumentMismatch") return nullptr;
  const std::string_view what = error.what();
  for (const CLI::Option* option : command.get_options()) {
    if (what.starts_with(option->get_name() + ": ")) return option;
  }
  return nullptr;
}

/// What the library says, or in better words.
std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error) {
  const CLI::Option* option = find_mismatched(command, error);
  if (option == nullptr) return error.what();
  const std::string name = option->get_name();
  if (option->count() > static_cast<std::size_t>(option->get_items_expected_max())) {
    return fmt::format("{} is given {} times (it has one value)", name, option->count());
  }
  return fmt::format("{} needs a value: {} {}", name, name, option->get_type_name());
}

}  // namespace

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const std::vector<std::string> extras = app.remaining();
  if (commands.empty()) {
    const bool is_option = !extras.empty() && extras.front().size() > 1 && extras.front()[0] == '-';
    return is_option ? unexpected(app, extras.front()) : unknown_command(app, extras);
  }
  const CLI::App& command = *commands.front();
  if (!extras.empty()) return unexpected(app, extras.front());
  if (const auto inside = command.remaining(); !inside.empty()) {
    return unexpected(command, inside.front());
  }
  return fmt::format("error: {}. Try `montecopter {} --help`.", what_is_wrong(command, error),
                     command.get_name());
}

}  // namespace montecopter::cli
