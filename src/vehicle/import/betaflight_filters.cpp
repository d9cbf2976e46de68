#include "vehicle/import/betaflight_filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/csv.hpp"
#include "core/base/text.hpp"
#include "vehicle/import/betaflight_gains.hpp"

namespace montecopter {
namespace {

constexpr double greatest_hz = 4000, greatest_filter_slider = 200, greatest_slid_hz = 1000;
/// Betaflight, filter.c: stages of a PT2 and a PT3 are first-order low-passes with a higher
/// cut-off, so that together they are 3 dB down at the given one.
constexpr double pt2_stage = 1.553773974, pt3_stage = 1.961459177;

/// Names and defaults, which 4.3 changed.
struct FilterNames {
  std::string_view gyro1, gyro1_lowest, gyro2, gyro2_type;
  std::string_view derivative1, derivative1_lowest, derivative1_type, derivative2, derivative2_type;
  std::string_view harmonics, rotor_q, rotor_lowest;
  double gyro1_hz, gyro2_hz, derivative1_hz, derivative1_lowest_hz, derivative2_hz, yaw_hz;
};
constexpr FilterNames names_since_4_3 = {"gyro_lpf1_static_hz",
                                         "gyro_lpf1_dyn_min_hz",
                                         "gyro_lpf2_static_hz",
                                         "gyro_lpf2_type",
                                         "dterm_lpf1_static_hz",
                                         "dterm_lpf1_dyn_min_hz",
                                         "dterm_lpf1_type",
                                         "dterm_lpf2_static_hz",
                                         "dterm_lpf2_type",
                                         "rpm_filter_harmonics",
                                         "rpm_filter_q",
                                         "rpm_filter_min_hz",
                                         250,
                                         500,
                                         75,
                                         75,
                                         150,
                                         100};
constexpr FilterNames names_of_4_2 = {"gyro_lowpass_hz",
                                      "dyn_lpf_gyro_min_hz",
                                      "gyro_lowpass2_hz",
                                      "gyro_lowpass2_type",
                                      "dterm_lowpass_hz",
                                      "dyn_lpf_dterm_min_hz",
                                      "dterm_lowpass_type",
                                      "dterm_lowpass2_hz",
                                      "dterm_lowpass2_type",
                                      "gyro_rpm_notch_harmonics",
                                      "gyro_rpm_notch_q",
                                      "gyro_rpm_notch_min",
                                      200,
                                      250,
                                      150,
                                      70,
                                      150,
                                      0};

bool is_before_4_3(const BetaflightText& text) {
  return version_of(text) == BetaflightVersion::before_4_3;
}
const FilterNames& names_of(const BetaflightText& text) {
  return is_before_4_3(text) ? names_of_4_2 : names_since_4_3;
}

struct CutOff {
  double hz = 0;  ///< 0: the filter is off
  std::string name, origin;

  std::string source() const {
    return fmt::format("{} {:g}{}", name, hz, origin.empty() ? "" : " (" + origin + ")");
  }
};

/// Cut-offs of the low-passes that one slider scales: "gyro" or "dterm".
class SlidCutOffs {
 public:
  SlidCutOffs(const BetaflightText& text, AskedSettings& settings, const std::string& part)
      : text_(text), settings_(settings) {
    const std::string slider = "simplified_" + part + "_filter";
    const auto is_on = settings.word_of_file(slider, {"OFF", "ON"});
    const auto value = settings.number_of_file(slider + "_multiplier", greatest_filter_slider);
    percent_ = value.value_or(100);
    computes_ = !is_before_4_3(text) && value && is_on.value_or(1) == 1 &&
                !sliders_are_off(text, settings, slider);
  }

  CutOff at(std::string_view setting, double by_default) const {
    const std::string name(setting);
    const auto given = settings_.number_of_file(name, greatest_hz);
    const bool replaces = computes_ && settings_.line_of(name) < text_.apply_line;
    if (given && !(replaces && *given > 0)) return {*given, name, ""};
    if (!computes_) {
      settings_.note_default(name);
      return {by_default, name, "default"};
    }
    return {std::floor(std::fmin(by_default * percent_ / 100, greatest_slid_hz)), name, "slider"};
  }

  /// Cut-off of the first filter; the lowest one if it follows the throttle.
  CutOff lowest_at(std::string_view fixed, double fixed_default, std::string_view lowest,
                   double lowest_default) const {
    CutOff still = at(fixed, fixed_default), following = at(lowest, lowest_default);
    return following.hz > 0 ? following : still;
  }

 private:
  const BetaflightText& text_;
  AskedSettings& settings_;
  double percent_ = 100;
  bool computes_ = false;
};

/// Lists the filters that the controller does not have.
class OmittedFilters {
 public:
  OmittedFilters(const BetaflightText& text, AskedSettings& settings, const BetaflightLoop& loop)
      : text_(text), settings_(settings), loop_(loop), names_(names_of(text)) {}

  std::vector<OmittedSetting> all() && {
    gyro();
    rotor_notches();
    dynamic_notches();
    derivative();
    yaw();
    return std::move(found_);
  }

 private:
  void gyro() {
    const SlidCutOffs cut_offs(text_, settings_, "gyro");
    low_pass(cut_offs.at(names_.gyro2, names_.gyro2_hz), names_.gyro2_type, OmittedPlace::body_rate,
             "the body rate has only one low-pass here");
    for (const char* one : {"gyro_notch1", "gyro_notch2"}) {
      notch(one, OmittedPlace::body_rate, loop_.gyro_hz / 2, "this controller has no notch");
    }
  }

  void derivative() {
    constexpr const char* why =
        "the D term here uses the filter of the body rate, without one of its own";
    const SlidCutOffs cut_offs(text_, settings_, "dterm");
    low_pass(cut_offs.lowest_at(names_.derivative1, names_.derivative1_hz,
                                names_.derivative1_lowest, names_.derivative1_lowest_hz),
             names_.derivative1_type, OmittedPlace::derivative, why);
    low_pass(cut_offs.at(names_.derivative2, names_.derivative2_hz), names_.derivative2_type,
             OmittedPlace::derivative, why);
    notch("dterm_notch", OmittedPlace::derivative, loop_.rate_hz / 2, why);
  }

  /// Low-pass of yaw's P term. Its effect on margins is overstated with a large I term, because
  /// Betaflight filters the P term only.
  void yaw() {
    const char* name = "yaw_lowpass_hz";
    const double hz = settings_.number(name, names_.yaw_hz, greatest_hz);
    if (hz == 0) return;
    add(name, fmt::format("{:g}{}", hz, default_words(name)),
        "yaw's P term has no low-pass here; the effect is computed on the whole yaw moment, which "
        "overstates it",
        left_out_low_pass(OmittedPlace::yaw, 1, hz));
  }

  void low_pass(const CutOff& cut_off, std::string_view type_name, OmittedPlace place,
                const char* why) {
    constexpr std::string_view types[] = {"PT1", "BIQUAD", "PT2", "PT3", "SVF"};
    const std::size_t type = settings_
                                 .word_of_file(std::string(type_name),
                                               {types[0], types[1], types[2], types[3], types[4]})
                                 .value_or(0);
    if (cut_off.hz == 0) return;
    const bool is_butterworth = type == 1 || type == 4;
    const double stage = type == 2 ? pt2_stage : type == 3 ? pt3_stage : 1;
    OmittedFilter filter = left_out_low_pass(place, is_butterworth ? 2 : 1, cut_off.hz * stage);
    if (type == 2 || type == 3) filter.count = static_cast<std::int64_t>(type);
    add(cut_off.name,
        fmt::format("{:g} ({}{})", cut_off.hz, types[type],
                    cut_off.origin.empty() ? "" : ", " + cut_off.origin),
        why, filter);
  }

  /// Lists a notch, which is off without both numbers. Above half the rate it moves there, or is
  /// off if its lower edge is above, too.
  void notch(const std::string& name, OmittedPlace place, double highest_hz, const char* why) {
    double centre = settings_.number_of_file(name + "_hz", greatest_hz).value_or(0);
    const double edge = settings_.number_of_file(name + "_cutoff", greatest_hz).value_or(0);
    if (centre > highest_hz) centre = edge < highest_hz ? highest_hz : 0;
    if (!(centre > 0 && edge > 0 && edge < centre)) return;
    add(name + "_hz", fmt::format("{:g}, {}_cutoff = {:g}", centre, name, edge), why,
        left_out_notch(place, centre, (centre * centre - edge * edge) / edge));
  }

  /// Lists notches at multiples of the hover speed of each of the four rotors.
  void rotor_notches() {
    if (settings_.word_of_file("dshot_bidir", {"OFF", "ON"}).value_or(0) == 0) return;
    const std::string name(names_.harmonics);
    const double harmonics = settings_.whole(name, 3, 0, 3);
    const double q = settings_.number(std::string(names_.rotor_q), 500, 3000) / 100;
    const double lowest = settings_.number(std::string(names_.rotor_lowest), 100, 200);
    const std::string value = fmt::format("{:g}{}", harmonics, default_words(name));
    if (harmonics == 0 || q == 0) return;
    if (!loop_.rotor_hz) {
      found_.push_back({name, value,
                        "notches that follow the rotors; the vehicle file does not give their "
                        "speed at hover"});
      return;
    }
    const std::array<double, 3> weights = rotor_weights();
    for (std::size_t k = 0; k < static_cast<std::size_t>(harmonics); ++k) {
      const double hz = static_cast<double>(k + 1) * *loop_.rotor_hz;
      const bool is_off = weights[k] == 0 || (hz <= lowest && !is_before_4_3(text_));
      if (is_off) continue;
      const double centre = std::clamp(hz, lowest, 0.48 * loop_.gyro_hz);
      add(name, value,
          fmt::format("notches that follow the rotors, at their hover speed, harmonic {}", k + 1),
          left_out_notch(OmittedPlace::body_rate, centre, centre / q, 4));
    }
  }

  /// Percentages per harmonic, "100,0,80", since 4.5. A percentage of 0 turns the notch off.
  std::array<double, 3> rotor_weights() {
    std::array<double, 3> weights = {100, 100, 100};
    std::string_view left = settings_.text_of_file("rpm_filter_weights");
    for (double& weight : weights) {
      const std::string_view cell = left.substr(0, left.find(','));
      weight = parse_double(trim_cell(cell)).value_or(weight);
      left.remove_prefix(std::min(cell.size() + 1, left.size()));
    }
    return weights;
  }

  void dynamic_notches() {
    if (is_before_4_3(text_)) return;
    const char* name = "dyn_notch_count";
    const double count = settings_.whole(name, 3, 0, 7);
    if (count == 0) return;
    found_.push_back({name, fmt::format("{:g}{}", count, default_words(name)),
                      "notches at the peaks of a measured spectrum, which no setting gives: their "
                      "effect is not computed"});
  }

  std::string_view default_words(const std::string& name) const {
    return settings_.defaults().count(name) > 0 ? " (default)" : "";
  }

  void add(std::string name, std::string value, std::string why, OmittedFilter filter) {
    found_.push_back({std::move(name), std::move(value), std::move(why), false, std::move(filter)});
  }

  const BetaflightText& text_;
  AskedSettings& settings_;
  BetaflightLoop loop_;
  const FilterNames& names_;
  std::vector<OmittedSetting> found_;
};

}  // namespace

double betaflight_cutoff_hz(const BetaflightText& text, AskedSettings& settings,
                            std::string& source) {
  const FilterNames& names = names_of(text);
  const CutOff found =
      SlidCutOffs(text, settings, "gyro")
          .lowest_at(names.gyro1, names.gyro1_hz, names.gyro1_lowest, names.gyro1_hz);
  source = found.source();
  return found.hz;
}

std::vector<OmittedSetting> betaflight_left_out_filters(const BetaflightText& text,
                                                        AskedSettings& settings,
                                                        const BetaflightLoop& loop) {
  return OmittedFilters(text, settings, loop).all();
}

}  // namespace montecopter
