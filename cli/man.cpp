/// montecopter man: the manual page (roff, macros of man(7)), from what the commands registered.

#include <fmt/format.h>

#include "base/version.hpp"
#include "commands.hpp"
#include "streams.hpp"
#include "words.hpp"

namespace montecopter::cli {
namespace {

/// Text as roff shows it literally.
std::string roff(std::string_view text) {
  std::string out;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else {
      out += c;
    }
    starts_line = c == '\n';
  }
  return out;
}

std::string verbatim(const std::string& text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

std::string option_entry(const OptionWords& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += (head.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  }
  if (!option.value.empty()) head += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + head + "\n" + roff(option.doc) + ".\n";
}

std::string synopsis(const CommandWords& command) {
  std::string text = "montecopter " + command.name;
  for (const OptionWords& option : command.options) {
    if (!option.is_positional) continue;
    text += option.is_required ? " " + option.names[0] : " [" + option.names[0] + "]";
  }
  return text + " [options]";
}

std::string command_entry(const CommandWords& command) {
  std::string text = ".SS " + roff(synopsis(command)) + "\n" + roff(command.doc) + ".\n";
  for (const OptionWords& option : command.options) text += option_entry(option);
  if (!command.footer.empty()) text += ".PP\n" + verbatim(command.footer);
  return text;
}

std::string page(const CLI::App& app) {
  std::string text =
      fmt::format(".TH MONTECOPTER 1 \"\" \"montecopter {}\" \"User Commands\"\n", roff(version));
  text += ".SH NAME\nmontecopter \\- Monte\\-Carlo flight simulation of multirotors\n";
  text += ".SH SYNOPSIS\n.B montecopter\n.I COMMAND\n[options]\n";
  text += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n";
  text += ".SH COMMANDS\n";
  for (const CommandWords& command : commands_of(app)) text += command_entry(command);
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes()) {
    text += fmt::format(".TP\n.B {}\n{}.\n", code, roff(meaning));
  }
  return text;
}

}  // namespace

void add_man(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page (roff)");
  command->footer(
      "Examples:\n"
      "  montecopter man > montecopter.1\n"
      "  montecopter man | man -l -");
  command->callback([&app] { answer(page(app)); });
}

}  // namespace montecopter::cli
