#pragma once
/// A controller of the user's own that is a process: a program in any language, asked by the
/// packets of simulate/external/packets.hpp in lockstep.

#include <string>
#include <vector>

#include "core/fields/words.hpp"
#include "dynamics/controllers/program.hpp"

namespace montecopter {

enum class CommandKind { wrench, rotors };
inline constexpr std::array<ChoiceFor<CommandKind>, 2> commanded_words = {{
    {CommandKind::wrench, "wrench",
     "collective thrust [N] and moments about x, y, z [N m], allocated to the rotors"},
    {CommandKind::rotors, "rotors", "one command per rotor, in the unit of its motor"},
}};
inline constexpr auto commanded_choices = choices_of(commanded_words);

struct ExternalController : ProgramController {
  static constexpr std::string_view type_name = "external";
  static constexpr std::string_view doc =
      "External controller of a multirotor: a program in any language that exchanges packets in "
      "lockstep";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"command", R"(["python3", "./controller.py"])"},
      {"sha256", R"("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")"},
      {"parameters", "{position_gain_1_s2 = 4.0}"},
  });
  static constexpr ProgramNames program_names = {
      "command", "program", "Give command = [\"python3\", \"./controller.py\"]",
      "Words that begin with ./ or ../ are files, relative to the file that names them"};
  static constexpr bool is_process = true;
  static constexpr std::string_view why_not_repeatable = "";

  std::vector<std::string> command;
  double timeout_s = 10.0;
  std::optional<std::string> commanded;
  bool takes_gain_factor = false;

  bool commands_wrench() const { return !is_word(commanded_words, commanded, CommandKind::rotors); }

  static constexpr auto fields() {
    using E = ExternalController;
    return join(LoopTiming::fields(),
                FieldList{
                    field("command", &E::command,
                          "Program and its arguments. Words that begin with ./ or ../ are files, "
                          "relative to the file that names them, and are hashed, as is a program "
                          "given by its full path. Any other first word is looked up in PATH"),
                    field("timeout_s", &E::timeout_s, units::time, answer_times, Vary::fixed,
                          "Wall-clock limit for one answer"),
                    field("commanded", &E::commanded, commanded_choices,
                          "Kind of commands; default: \"wrench\""),
                    field("takes_gain_factor", &E::takes_gain_factor,
                          "Whether the program scales its gains by the factor of gain_change "
                          "events; otherwise they are refused"),
                },
                program_fields());
  }

  std::vector<ProgramWord> named() const {
    std::vector<ProgramWord> all;
    for (const std::string& word : command) all.push_back({word, is_own_file(word, all.empty())});
    return all;
  }
};

}  // namespace montecopter
