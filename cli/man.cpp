/// montecopter man: the manual page (roff, macros of man(7)), from the commands as data.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "commands.hpp"
#include "core/base/version.hpp"
#include "core/base/words.hpp"
#include "option_text.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// Text quoted for roff, so that it appears literally.
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

std::string option_entry(const Option& option) {
  std::string head;
  for (const std::string& name : option.spellings()) {
    head += (head.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  }
  if (!option.value.empty()) head += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + head + "\n" + roff(option.doc) + ".\n";
}

std::string synopsis(const Command& command) {
  std::string text = "montecopter " + command.name;
  for (const Option& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string name = option.names + (option.is_list() ? "..." : "");
    text += option.is_required ? " " + name : " [" + name + "]";
  }
  return text + " [options]";
}

std::string upper(std::string text) {
  for (char& c : text) c = upper_case(c);
  return text;
}

bool is_everywhere(const Program& program, const Option& option) {
  return std::any_of(program.everywhere.begin(), program.everywhere.end(),
                     [&](const Option& other) { return other.names == option.names; });
}

std::string command_entry(const Program& program, const Command& command) {
  std::string text = ".SS " + roff(synopsis(command)) + "\n" + roff(command.doc) + ".\n";
  for (const Option& option : command.all_options()) {
    if (!is_everywhere(program, option)) text += option_entry(option);
  }
  if (!command.footer.empty()) text += ".PP\n" + verbatim(command.footer);
  return text;
}

std::string page(const Program& program) {
  std::string text =
      fmt::format(".TH MONTECOPTER 1 \"\" \"montecopter {}\" \"User Commands\"\n", roff(version));
  text += ".SH NAME\nmontecopter \\- Monte\\-Carlo flight simulation of multirotors\n";
  text += ".SH SYNOPSIS\n.B montecopter\n.I COMMAND\n[options]\n";
  text += ".SH DESCRIPTION\n" + roff(program.doc) + "\n";
  text += ".SH OPTIONS\nThese may be given before or after a command.\n";
  for (const Option& option : program.everywhere) text += option_entry(option);
  std::string group;
  for (const Command& command : program.commands) {
    if (command.group != group) {
      group = command.group;
      text += ".SH \"COMMANDS: " + roff(upper(group)) + "\"\n";
    }
    text += command_entry(program, command);
  }
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes()) {
    text += fmt::format(".TP\n.B {}\n{}.\n", code, roff(meaning));
  }
  return text;
}

}  // namespace

Command man_command(const Program& program) {
  return {
      .name = "man",
      .doc = "Print the manual page (roff)",
      .options = {},
      .footer =
          "Examples:\n"
          "  montecopter man > montecopter.1\n"
          "  montecopter man | man -l -",
      .run =
          [&program] {
            answer(page(program));
            return ExitCode::ok;
          },
  };
}

}  // namespace montecopter::cli
