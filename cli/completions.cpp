/// montecopter completions: completions of shells, from the commands as data.

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "option_text.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// The text in single quotes, for bash and zsh.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

std::string spaced(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> names_of(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

/// The line of bash that offers values of this type; `--set` keys end with '='.
std::string bash_offer(const std::string& type_name) {
  const Suggestion offer = offer_for(type_name);
  if (offer.files) return fmt::format("_montecopter_files {}", quoted(offer.extension));
  const std::string words = quoted(spaced(offer.words));
  return (offer.is_prefix ? "_montecopter_keys " : "_montecopter_words ") + words;
}

constexpr std::string_view bash_head = R"(# bash completion of montecopter
_montecopter_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_montecopter_keys() {
  mapfile -t COMPREPLY < <(compgen -S = -W "$1" -- "$cur")
  compopt -o nospace
}
_montecopter_files() {
  compopt -o filenames
  if [ -z "$1" ]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -f -X "!*$1" -- "$cur"; compgen -d -- "$cur")
  fi
}
_montecopter() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=$((COMP_CWORD - 1)) prev command= i
  # readline splits --option=value at the '='
  if [ "$cur" = = ]; then
    cur=
  elif [ "${COMP_WORDS[before]}" = = ]; then
    before=$((before - 1))
  fi
  prev=${COMP_WORDS[before]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
)";

std::string bash_script(const Program& program) {
  std::string values, words;
  const auto add = [&](const Options& options, const std::string& name) {
    std::vector<std::string> dashed;
    std::string positional = ":";
    for (const Option& option : options) {
      if (option.is_positional()) {
        positional = bash_offer(option.value);
        continue;
      }
      const std::vector<std::string> spellings = option.spellings();
      dashed.insert(dashed.end(), spellings.begin(), spellings.end());
      if (option.value.empty()) continue;
      std::string cases;
      for (const std::string& spelling : spellings) {
        cases += (cases.empty() ? "" : " | ") + name + ":" + spelling;
      }
      values += fmt::format("    {}) {}; return ;;\n", cases, bash_offer(option.value));
    }
    if (name.empty())
      positional = "_montecopter_words " + quoted(spaced(names_of(program.commands)));
    words += fmt::format("    {}:-*) _montecopter_words {} ;;\n    {}:*) {} ;;\n", name,
                         quoted(spaced(dashed)), name, positional);
  };
  add(program.all_options(), "");
  for (const Command& command : program.commands) add(command.all_options(), command.name);
  return fmt::format(
      "{}  case $command:$prev in\n{}  esac\n  case $command:$cur in\n{}  esac\n}}\n"
      "complete -F _montecopter montecopter\n",
      bash_head, values.empty() ? "    :) ;;\n" : values, words);
}

/// The part ":TYPE:action" for _arguments of zsh.
std::string zsh_value(const std::string& type_name) {
  const Suggestion offer = offer_for(type_name);
  std::string action = " ";
  if (offer.files) {
    action = offer.extension.empty() ? "_files" : "_files -g \"*" + offer.extension + "\"";
  } else if (offer.is_prefix) {
    action = "_montecopter_keys";
  } else if (!offer.words.empty()) {
    action = "(" + spaced(offer.words) + ")";
  }
  return ":" + replaced(type_name, ":", "\\:") + ":" + action;
}

std::string zsh_doc(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) {
    text = replaced(text, special, std::string("\\") + special);
  }
  return text;
}

std::string zsh_option(const Option& option) {
  if (option.is_positional()) {
    const std::string_view count = option.is_list() ? "*:" : option.is_required ? ":" : "::";
    return quoted(std::string(count) + zsh_value(option.value).substr(1));
  }
  std::string specs;
  for (const std::string& name : option.spellings()) {
    const std::string value = option.value.empty() ? "" : zsh_value(option.value);
    const std::string form = option.value.empty() ? "" : (name[1] == '-' ? "=" : "+");
    specs += (specs.empty() ? "" : " ") +
             quoted("*" + name + form + "[" + zsh_doc(option.doc) + "]" + value);
  }
  return specs;
}

std::string zsh_script(const Program& program) {
  std::string names, cases;
  for (const Command& command : program.commands) {
    names += "    " + quoted(command.name + ":" + zsh_doc(command.doc)) + "\n";
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const Option& option : command.all_options()) {
      cases += " \\\n        " + zsh_option(option);
    }
    cases += " ;;\n";
  }
  const std::string keys = spaced(offer_for("PATH=VALUE").words);
  return fmt::format(
      "#compdef montecopter\n"
      "_montecopter_keys() {{ compadd -S = -- {} }}\n"
      "_montecopter() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  shift words\n  (( CURRENT-- ))\n"
      "  case $words[1] in\n{}  esac\n}}\n"
      "if [ \"$funcstack[1]\" = _montecopter ]; then\n  _montecopter \"$@\"\n"
      "else\n  compdef _montecopter montecopter\nfi\n",
      replaced(keys, "*", "\\*"), names, cases);
}

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_value(const std::string& type_name) {
  const Suggestion offer = offer_for(type_name);
  if (offer.files && offer.extension.empty()) return " -r -F";
  if (offer.files) return fmt::format(" -x -a '(__fish_complete_suffix {})'", offer.extension);
  std::vector<std::string> words = offer.words;
  for (std::string& word : words) word += offer.is_prefix ? "=" : "";
  return words.empty() ? " -x" : " -x -a " + fish_quoted(spaced(words));
}

std::string fish_script(const Program& program) {
  std::string text = "# fish completion of montecopter\ncomplete -c montecopter -f\n";
  for (const Command& command : program.commands) {
    text += fmt::format("complete -c montecopter -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, fish_quoted(command.doc));
    const std::string inside =
        fmt::format("complete -c montecopter -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Option& option : command.all_options()) {
      text += inside;
      for (const std::string& name : option.spellings()) {
        if (option.is_positional()) continue;
        text += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!option.value.empty()) text += fish_value(option.value);
      if (!option.is_positional()) text += " -d " + fish_quoted(option.doc);
      text += "\n";
    }
  }
  return text;
}

std::string script_for(const std::string& shell, const Program& program) {
  if (shell == "bash") return bash_script(program);
  if (shell == "zsh") return zsh_script(program);
  if (shell == "fish") return fish_script(program);
  throw Error(
      ExitCode::usage,
      fmt::format("error: no completions for the shell '{}'. Use bash, zsh or fish.", shell));
}

}  // namespace

Command completions_command(const Program& program) {
  auto shell = std::make_shared<std::string>();
  return {
      .name = "completions",
      .doc = "Print completions for bash, zsh or fish",
      .options = {Option{"shell", shell.get(), "Shell that reads the completions", "bash|zsh|fish"}
                      .required()},
      .footer =
          "Examples:\n"
          "  montecopter completions bash > "
          "~/.local/share/bash-completion/completions/montecopter\n"
          "  montecopter completions zsh > ~/.zfunc/_montecopter    (a folder of $fpath)\n"
          "  montecopter completions fish > ~/.config/fish/completions/montecopter.fish",
      .run =
          [shell, &program] {
            answer(script_for(*shell, program));
            return ExitCode::ok;
          },
  };
}

}  // namespace montecopter::cli
