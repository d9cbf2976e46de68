#include "import/betaflight_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/printable.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "import/line_problems.hpp"
#include "scenario/csv.hpp"

namespace montecopter {
namespace {

constexpr int no_profile = -1, other_table = -2;  // of rates
constexpr std::size_t most_shown = 60, longest_line = 1000;

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

std::string_view behind_first_word(std::string_view line) {
  return trim_cell(line.substr(first_word(line).size()));
}

bool is_setting_name(std::string_view name) {
  const auto fits = [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

/// Commands are words of small letters.
bool is_command(std::string_view word) {
  return is_setting_name(word) && std::islower(static_cast<unsigned char>(word.front())) != 0;
}

class DiffReader {
 public:
  explicit DiffReader(const std::string& file) : problems_(file) {}

  BetaflightText read(std::string_view text) {
    text = without_byte_order_mark(text);
    while (!text.empty() && !problems_.are_too_many()) {
      ++number_;
      const std::string_view line = trim_cell(take_csv_line(text));
      if (line.starts_with('#')) {
        comment(trim_cell(line.substr(1)));
      } else if (!line.empty()) {
        command(line);
      }
    }
    if (problems_.are_none() && profiles_.empty()) {
      problems_.of_file("there is no setting in it", "lines are like 'set p_roll = 45'",
                        "Save what `diff all` prints");
    }
    problems_.throw_if_any();
    return chosen();
  }

 private:
  void comment(std::string_view words) {
    constexpr std::string_view start = "Betaflight / ";
    if (!words.starts_with(start) || !text_.version.empty()) return;
    // "Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 2024 / ..."
    words.remove_prefix(start.size());
    while (!words.empty() && text_.version.empty()) {
      const std::string_view word = first_word(words);
      const bool is_number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
      if (is_number && word.find('.') != word.npos) {
        text_.version = shortened(printable(word), 20);
      }
      words = behind_first_word(words);
    }
  }

  void command(std::string_view line) {
    const std::string_view word = first_word(line), rest = behind_first_word(line);
    if (line.size() > longest_line || !is_command(word)) {
      return problems_.at(number_, fmt::format("{} is no line of a diff", quoted(line)),
                          "lines begin with a command like set, profile or feature",
                          "Save what `diff all` prints");
    }
    if (word == "set") return setting(rest);
    if (word == "profile" || word == "rateprofile") return profile(word, rest);
    if (word == "mixer") text_.mixer = std::string(rest), text_.mixer_line = number_;
    if (word == "mmix") text_.has_own_mixing = true;
    if (word != "mixer") {
      text_.other_lines.push_back({std::string(word), shortened(printable(rest), most_shown),
                                   "commands that set no gain", true});
    }
  }

  void setting(std::string_view rest) {
    const std::size_t equals = rest.find('=');
    const std::string_view name = trim_cell(rest.substr(0, equals));
    if (equals == std::string_view::npos || !is_setting_name(name)) {
      return problems_.at(number_, fmt::format("{} sets nothing", quoted(rest)),
                          "a setting is like 'set p_roll = 45'");
    }
    const std::string value = shortened(printable(trim_cell(rest.substr(equals + 1))), most_shown);
    auto& settings = profiles_[profile_];
    const auto [at, is_new] =
        settings.try_emplace(std::string(name), BetaflightSetting{value, number_});
    if (is_new) return;
    problems_.at(number_, fmt::format("{} is set twice", name),
                 fmt::format("line {} has it already", at->second.line), "Leave one of them out");
  }

  void profile(std::string_view word, std::string_view rest) {
    const auto number = parse_int(rest);
    if (!number || *number < 0 || *number > 9) {
      return problems_.at(number_, fmt::format("{} is no number of a profile", quoted(rest)),
                          "profiles are 0 to 9");
    }
    profile_ = word == "profile" ? static_cast<int>(*number) : other_table;
    if (word == "profile") used_ = profile_;
  }

  static std::string quoted(std::string_view words) {
    return "'" + shortened(printable(words), 40) + "'";
  }

  BetaflightText chosen() {
    for (auto& [profile, settings] : profiles_) {
      const bool is_used = profile == no_profile || profile == used_;
      for (auto& [name, setting] : settings) {
        if (is_used) {
          text_.settings.try_emplace(name, setting);
        } else {
          text_.other_lines.push_back({name, setting.value,
                                       profile == other_table
                                           ? "of a profile of stick rates"
                                           : fmt::format("of profile {}, not in use", profile),
                                       true});
        }
      }
    }
    return std::move(text_);
  }

  LineProblems problems_;
  BetaflightText text_;
  std::map<int, std::map<std::string, BetaflightSetting>> profiles_;
  int profile_ = no_profile, used_ = no_profile;
  std::uint32_t number_ = 0;
};

}  // namespace

BetaflightText parse_betaflight(std::string_view text, const std::string& file_name) {
  return DiffReader(file_name).read(text);
}

}  // namespace montecopter
