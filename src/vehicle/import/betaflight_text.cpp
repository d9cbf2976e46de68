#include "vehicle/import/betaflight_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

#include "core/base/csv.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "vehicle/import/line_problems.hpp"

namespace montecopter {
namespace {

constexpr int no_profile = -1, other_table = -2;  // other_table: a profile of rates
/// Board settings among those that are read; they may appear anywhere in the text. Settings of a
/// gain profile follow; a profile of stick rates does not end that profile. Source: Betaflight,
/// cli/settings.c (MASTER_VALUE, PROFILE_VALUE).
constexpr std::string_view board_settings[] = {"pid_process_denom",
                                               "dshot_idle_value",
                                               "motor_idle",
                                               "gyro_lpf1_static_hz",
                                               "gyro_lpf1_dyn_min_hz",
                                               "gyro_lowpass_hz",
                                               "dyn_lpf_gyro_min_hz",
                                               "simplified_gyro_filter",
                                               "simplified_gyro_filter_multiplier",
                                               "gyro_lpf2_static_hz",
                                               "gyro_lpf2_type",
                                               "gyro_lowpass2_hz",
                                               "gyro_lowpass2_type",
                                               "gyro_notch1_hz",
                                               "gyro_notch1_cutoff",
                                               "gyro_notch2_hz",
                                               "gyro_notch2_cutoff",
                                               "dshot_bidir",
                                               "rpm_filter_harmonics",
                                               "rpm_filter_q",
                                               "rpm_filter_min_hz",
                                               "rpm_filter_weights",
                                               "gyro_rpm_notch_harmonics",
                                               "gyro_rpm_notch_q",
                                               "gyro_rpm_notch_min",
                                               "dyn_notch_count"};
constexpr std::string_view gain_settings[] = {"p_roll",
                                              "p_pitch",
                                              "p_yaw",
                                              "i_roll",
                                              "i_pitch",
                                              "i_yaw",
                                              "d_roll",
                                              "d_pitch",
                                              "d_yaw",
                                              "d_min_roll",
                                              "d_min_pitch",
                                              "d_min_yaw",
                                              "iterm_limit",
                                              "iterm_windup",
                                              "pidsum_limit",
                                              "pidsum_limit_yaw",
                                              "motor_output_limit",
                                              "auto_profile_cell_count",
                                              "simplified_pids_mode",
                                              "simplified_master_multiplier",
                                              "simplified_pi_gain",
                                              "simplified_i_gain",
                                              "simplified_d_gain",
                                              "simplified_dmax_gain",
                                              "simplified_d_max_gain",
                                              "simplified_pitch_d_gain",
                                              "simplified_pitch_pi_gain",
                                              "simplified_dterm_filter",
                                              "simplified_dterm_filter_multiplier",
                                              "dterm_lpf1_static_hz",
                                              "dterm_lpf1_dyn_min_hz",
                                              "dterm_lpf1_type",
                                              "dterm_lpf2_static_hz",
                                              "dterm_lpf2_type",
                                              "dterm_lowpass_hz",
                                              "dyn_lpf_dterm_min_hz",
                                              "dterm_lowpass_type",
                                              "dterm_lowpass2_hz",
                                              "dterm_lowpass2_type",
                                              "dterm_notch_hz",
                                              "dterm_notch_cutoff",
                                              "yaw_lowpass_hz"};
constexpr std::size_t most_shown = 60, longest_line = 1000;

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

/// Whether a word is a command: lower-case letters only.
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
      problems_.of_file("the file has no settings", "a setting looks like 'set p_roll = 45'",
                        "Save the output of `diff all`");
    }
    problems_.throw_if_any();
    BetaflightText found = chosen();
    problems_.throw_if_any();
    return found;
  }

 private:
  void comment(std::string_view words) {
    constexpr std::string_view start = "Betaflight / ";
    if (!words.starts_with(start) || !text_.version.empty()) return;
    // "Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 2024 / ..."
    words = trim_cell(words.substr(start.size()));
    while (!words.empty() && text_.version.empty()) {
      const std::string_view word = first_word(words);
      const bool is_number = word.find_first_of("0123456789") == 0;
      if (is_number && word.find('.') != word.npos) {
        text_.version = shortened(printable(word), 20);
      }
      words = behind_first_word(words);
    }
  }

  void command(std::string_view line) {
    const std::string_view word = first_word(line), rest = behind_first_word(line);
    if (line.size() > longest_line || !is_command(word)) {
      return problems_.at(number_, fmt::format("{} is not a line of a diff", quoted(line)),
                          "each line begins with a command such as set, profile or feature",
                          "Save the output of `diff all`");
    }
    if (word == "set") return setting(rest);
    if (word == "profile" || word == "rateprofile") return profile(word, rest);
    if (word == "mixer") text_.mixer = std::string(rest), text_.mixer_line = number_;
    if (word == "mmix") text_.has_own_mixing = true;
    if (word == "simplified_tuning") return sliders(rest);
    if (word != "mixer") {
      text_.other_lines.push_back({std::string(word), shortened(printable(rest), most_shown),
                                   "commands that set no gains", true});
    }
  }

  void sliders(std::string_view rest) {
    if (rest != "apply" && rest != "disable") {
      return problems_.at(number_, fmt::format("{} is not a slider command", quoted(rest)),
                          "simplified_tuning takes apply or disable");
    }
    (rest == "apply" ? text_.apply_line : text_.disable_line) = number_;
  }

  void setting(std::string_view rest) {
    const std::size_t equals = rest.find('=');
    const std::string_view name = trim_cell(rest.substr(0, equals));
    if (equals == std::string_view::npos || !is_setting_name(name)) {
      return problems_.at(number_, fmt::format("{} sets nothing", quoted(rest)),
                          "a setting looks like 'set p_roll = 45'");
    }
    const std::string value = shortened(printable(trim_cell(rest.substr(equals + 1))), most_shown);
    auto& settings = profiles_[profile_of(name)];
    const auto [at, is_new] =
        settings.try_emplace(std::string(name), BetaflightSetting{value, number_});
    if (!is_new) twice(name, number_, at->second.line);
  }

  int profile_of(std::string_view name) const {
    if (is_among(board_settings, name)) return no_profile;
    return is_of_rates_ && !is_among(gain_settings, name) ? other_table : profile_;
  }

  void twice(std::string_view name, std::uint32_t line, std::uint32_t earlier) {
    problems_.at(line, fmt::format("{} is set twice", name),
                 fmt::format("line {} sets it too", earlier), "Remove one of the lines");
  }

  void profile(std::string_view word, std::string_view rest) {
    const auto number = parse_int(rest);
    if (!number || *number < 0 || *number > 9) {
      return problems_.at(number_, fmt::format("{} is not a profile number", quoted(rest)),
                          "profiles have the numbers 0 to 9");
    }
    is_of_rates_ = word == "rateprofile";
    if (!is_of_rates_) profile_ = used_ = static_cast<int>(*number);
  }

  static std::string quoted(std::string_view words) {
    return "'" + shortened(printable(words), 40) + "'";
  }

  /// Settings before the first profile belong to the profile that was in use then, which may be
  /// any.
  BetaflightText chosen() {
    text_.profile = used_;
    for (auto& [profile, settings] : profiles_) {
      if (profile >= 0) text_.profiles.push_back(profile);
      const bool is_used = profile == no_profile || profile == used_;
      for (auto& [name, setting] : settings) {
        if (is_used) {
          const auto [at, is_new] = text_.settings.try_emplace(name, setting);
          if (!is_new) twice(name, setting.line, at->second.line);
        } else {
          text_.other_lines.push_back(
              {name, setting.value,
               profile == other_table ? "in a profile of stick rates"
                                      : fmt::format("in profile {}, which is not in use", profile),
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
  bool is_of_rates_ = false;
  std::uint32_t number_ = 0;
};

}  // namespace

BetaflightText parse_betaflight(std::string_view text, const std::string& file_name) {
  return DiffReader(file_name).read(text);
}

}  // namespace montecopter
