#pragma once
/// Common keys of the controllers whose control law is a program of the user's. Its files are found
/// and hashed by reading a scenario (scenario/files/program_file.hpp); it is run only where flights
/// are, and only with permission (simulate/programs.hpp).
///
/// A kind derives from ProgramController and lists program_fields() among its fields. It has
/// program_names, named(), and is_process: whether it runs as a process of its own, which may hang
/// or die, and leaves last words. It has why_not_repeatable, the reason why it flies no sample
/// twice with the same bits; empty where it does. simulate/external/program.cpp loads and calls it.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/set_points.hpp"

namespace montecopter {

/// Parameters of one controller.
inline constexpr std::size_t most_external_parameters = 64;

/// Names that messages use for a kind of program.
struct ProgramNames {
  std::string_view key;      ///< of [controller]: what names the program
  std::string_view noun;     ///< what the program is
  std::string_view example;  ///< how it is given
  std::string_view missing;  ///< what to do where its file is not there
};

/// A word by which a scenario names its program.
struct ProgramWord {
  std::string text;
  bool is_file = false;          ///< one of the user's own, which is hashed
  bool is_folder = false;        ///< of such a file: a folder, of which all files are
  std::string has_to_have = {};  ///< of such a folder: the file that the program begins with
  std::string_view key = {};     ///< of [controller], which says it; "": that of the program
};

/// The longest wait for an answer that can be asked for: a day.
inline constexpr Range answer_times{.low = 0.0, .high = 86400.0, .high_open = false};

/// Whether a word of a command is a file of the user's own.
inline bool is_own_file(const std::string& word, bool is_first) {
  return word.starts_with("./") || word.starts_with("../") || (is_first && word.starts_with("/"));
}

struct ProgramController : LoopTiming {
  static constexpr LawForm law_form = LawForm::program;

  std::optional<std::string> sha256;
  std::optional<bool> pin;
  std::optional<SetPointTable> set_points;
  std::map<std::string, double> parameters;
  /// The words that name the program, files as they are seen from here; no key, for they differ
  /// between computers.
  std::vector<ProgramWord> words;

  static constexpr std::string_view pin_doc =
      "Whether the hash of the program is part of the scenario. Default: false; regress, diff and "
      "compare then note that the program differs, and compare its flights";

  static constexpr auto program_fields() {
    using P = ProgramController;
    return FieldList{
        field("sha256", &P::sha256,
              "SHA-256 of the file (of several: of their concatenated bytes); files with another "
              "hash are refused. Default: the hash of the present file, which a resolved scenario "
              "contains"),
        field("pin", &P::pin, pin_doc),
        field("set_points", &P::set_points, "Set-points to follow instead of a trajectory"),
        field("parameters", &P::parameters, "1", any_number, Vary::per_sample,
              "Program parameter, in the program's own unit"),
    };
  }

  /// See is_complete_table.
  static constexpr auto not_keys() { return FieldList{&ProgramController::words}; }

  static constexpr bool follows_only_body_rates = false;
  const SetPointTable* set_point_table() const { return set_points ? &*set_points : nullptr; }

  /// The words, for people.
  std::string found_at() const {
    std::string text;
    for (const ProgramWord& word : words) text += (text.empty() ? "" : " ") + word.text;
    return text;
  }

  /// The parameters in the order of their names; the others are 0.
  template <class S>
  using Gains = std::array<S, most_external_parameters>;

  Gains<double> fold(const KnownModel&) const {
    Gains<double> numbers{};
    std::size_t i = 0;
    for (const auto& [name, number] : parameters) {
      if (i < numbers.size()) numbers[i++] = number;
    }
    return numbers;
  }
};

}  // namespace montecopter
