#include "vehicle/import/betaflight_gains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace montecopter {
namespace {

constexpr double greatest_gain = 250, greatest_slider = 200;

struct AxisDefaults {
  const char* name;
  double p, i, largest_d, d;  ///< d: at rest
};
using AllDefaults = std::array<AxisDefaults, 3>;
/// Source: Betaflight, pid.h and pid.c of the branches 4.2, 4.3, 4.4, 4.5 and 2025.12.
constexpr AllDefaults defaults_since_4_3 = {
    {{"roll", 45, 80, 40, 30}, {"pitch", 47, 84, 46, 34}, {"yaw", 45, 80, 0, 0}}};
constexpr AllDefaults defaults_of_4_2 = {
    {{"roll", 42, 85, 35, 23}, {"pitch", 46, 90, 38, 25}, {"yaw", 45, 90, 0, 0}}};

/// Gains that the sliders of "simplified tuning" compute from the defaults. Source: Betaflight,
/// config/simplified_tuning.c: products in single precision with each slider over 100, truncated to
/// whole numbers. The compiler turns that division into a product with 0.01 (-ffast-math). So 120
/// is a little less than 1.2, and 45 * 1.2 becomes 53: published diffs have these numbers.
class Sliders {
 public:
  Sliders(const BetaflightText& text, AskedSettings& settings) : text_(text), settings_(settings) {
    if (version_of(text) == BetaflightVersion::before_4_3) return;  // no settings of this version
    const auto mode = settings.word_of_file("simplified_pids_mode", {"OFF", "RP", "RPY"});
    axes_ = mode ? (*mode == 0 ? 0 : *mode + 1) : 3;
    master_ = slider("simplified_master_multiplier");
    pi_ = slider("simplified_pi_gain");
    i_ = slider("simplified_i_gain");
    d_ = slider("simplified_d_gain");
    pitch_d_ = slider("simplified_pitch_d_gain");
    pitch_pi_ = slider("simplified_pitch_pi_gain");
    const bool is_recent = version_of(text) == BetaflightVersion::from_2025;
    d_max_ = slider(is_recent ? "simplified_d_max_gain" : "simplified_dmax_gain");
    if (sliders_are_off(text, settings, "simplified_pids_mode")) axes_ = 0;
    if (!is_any_given_ && text.apply_line == 0) axes_ = 0;  // they would give the defaults
  }

  /// Whether the sliders compute the gains of an axis.
  bool compute(std::size_t axis) const { return axis < axes_; }
  /// Whether the sliders override a gain that the file has in this line: a later command applies
  /// them.
  bool go_over(std::uint32_t line) const { return line < text_.apply_line; }

  double p(double by_default, std::size_t axis) const {
    return product(by_default, {master_, pi_, axis == 1 ? pitch_pi_ : 1});
  }
  double i(double by_default, std::size_t axis) const {
    return product(by_default, {master_, pi_, i_, axis == 1 ? pitch_pi_ : 1});
  }
  double d(double by_default, std::size_t axis) const {
    return product(by_default, {master_, d_, axis == 1 ? pitch_d_ : 1});
  }
  /// D for quick moves, before 2025.12.
  double largest_d(const AxisDefaults& axis_defaults, std::size_t axis) const {
    const auto least = static_cast<float>(axis_defaults.d);
    const float ratio =
        least > 0 ? 1 + (static_cast<float>(axis_defaults.largest_d) - least) / least * d_max_ : 1;
    return product(axis_defaults.d, {master_, d_, axis == 1 ? pitch_d_ : 1, ratio});
  }

 private:
  float slider(const char* name) {
    const auto value = settings_.number_of_file(name, greatest_slider);
    is_any_given_ = is_any_given_ || value;
    return static_cast<float>(value.value_or(100)) * 0.01F;
  }

  static double product(double by_default, std::initializer_list<float> factors) {
    auto value = static_cast<float>(by_default);
    for (const float factor : factors) value *= factor;
    return std::floor(std::fmin(value, greatest_gain));
  }

  const BetaflightText& text_;
  AskedSettings& settings_;
  std::size_t axes_ = 0;  ///< the first ones
  float master_ = 1, pi_ = 1, i_ = 1, d_ = 1, pitch_d_ = 1, pitch_pi_ = 1, d_max_ = 1;
  bool is_any_given_ = false;
};

/// Reads the gains of one axis after the other.
class GainReader {
 public:
  GainReader(const BetaflightText& text, AskedSettings& settings)
      : version_(version_of(text)), settings_(settings), sliders_(text, settings) {}

  BetaflightGains all() && {
    const AllDefaults& defaults =
        version_ == BetaflightVersion::before_4_3 ? defaults_of_4_2 : defaults_since_4_3;
    for (axis_ = 0; axis_ < 3; ++axis_) read(defaults[axis_], found_.axes[axis_]);
    return std::move(found_);
  }

 private:
  /// A gain, its source, and whether the file or the sliders give it.
  struct Gain {
    double value = 0;
    std::string name, source;
    bool is_said = false;
  };

  Gain gain(const std::string& name, double by_default, double of_sliders) {
    const auto given = settings_.number_of_file(name, greatest_gain);
    const bool computes = sliders_.compute(axis_);
    if (computes && (!given || sliders_.go_over(settings_.line_of(name)))) {
      found_.of_sliders.push_back(fmt::format("{} {:g}", name, of_sliders));
      return {of_sliders, name, fmt::format("{} {:g} (sliders)", name, of_sliders), true};
    }
    if (computes && *given != of_sliders) {
      found_.against_sliders.push_back(fmt::format("{} {:g} ({:g})", name, *given, of_sliders));
    }
    if (given) return {*given, name, fmt::format("{} {:g}", name, *given), true};
    return {by_default, name, fmt::format("{} {:g} (default)", name, by_default), false};
  }

  void read(const AxisDefaults& axis, BetaflightAxisGains& g) {
    const std::string name = axis.name;
    g.name = name;
    const Gain p = gain("p_" + name, axis.p, sliders_.p(axis.p, axis_));
    const Gain i = gain("i_" + name, axis.i, sliders_.i(axis.i, axis_));
    const Gain d = derivative(axis);
    g.p = p.value, g.i = i.value, g.d = d.value;
    for (const Gain* one : {&p, &i, &d}) {
      if (!one->is_said) settings_.note_default(one->name);
      g.source += (g.source.empty() ? "" : ", ") + one->source;
    }
    integral_limit(axis_ == 2, g);
  }

  /// D gain. Before 2025.12 d_NAME is the largest D, and d_min_NAME the D at rest, if it is
  /// smaller. Since then d_NAME is the D at rest. With d_min at 0, D is always d_NAME.
  Gain derivative(const AxisDefaults& axis) {
    const std::string name = axis.name;
    const double at_rest = sliders_.d(axis.d, axis_);
    if (version_ == BetaflightVersion::from_2025) return gain("d_" + name, axis.d, at_rest);
    const Gain most = gain("d_" + name, axis.largest_d, sliders_.largest_d(axis, axis_));
    const Gain least = gain("d_min_" + name, axis.d, at_rest);
    return least.value > 0 && least.value < most.value ? least : most;
  }

  /// Limit of the integral. Since 2025.12 it is a percentage of the limit of the sum, which yaw has
  /// separately.
  void integral_limit(bool is_yaw, BetaflightAxisGains& g) {
    if (version_ != BetaflightVersion::from_2025) {
      g.integral_limit = settings_.number("iterm_limit", 400, 500);
      g.limit_source = settings_.source("iterm_limit", g.integral_limit);
      return;
    }
    const std::string of_sum = is_yaw ? "pidsum_limit_yaw" : "pidsum_limit";
    const double percent = settings_.number("iterm_windup", 80, 100);
    const double sum = settings_.number(of_sum, is_yaw ? 400 : 500, 1000);
    g.integral_limit = percent / 100 * sum;
    g.limit_source =
        settings_.source("iterm_windup", percent) + " % of " + settings_.source(of_sum, sum);
  }

  BetaflightVersion version_;
  AskedSettings& settings_;
  Sliders sliders_;
  BetaflightGains found_;
  std::size_t axis_ = 0;
};

}  // namespace

BetaflightVersion version_of(const BetaflightText& text) {
  if (text.version.starts_with("20")) return BetaflightVersion::from_2025;
  for (const char* old : {"4.2", "4.1", "4.0", "3."}) {
    if (text.version.starts_with(old)) return BetaflightVersion::before_4_3;
  }
  return BetaflightVersion::from_4_3;
}

bool sliders_are_off(const BetaflightText& text, const AskedSettings& settings,
                     const std::string& mode) {
  const std::uint32_t applied =
      text.apply_line > 0 ? text.apply_line : std::numeric_limits<std::uint32_t>::max();
  return text.disable_line > 0 && text.disable_line < applied &&
         settings.line_of(mode) < text.disable_line;
}

BetaflightGains betaflight_gains(const BetaflightText& text, AskedSettings& settings) {
  return GainReader(text, settings).all();
}

}  // namespace montecopter
