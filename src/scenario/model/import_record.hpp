#pragma once
/// [imported]: the file from which a scenario was imported, and its settings that the scenario
/// lacks. Omitted filters and delays have a place, so that their effect on margins can be computed
/// (vehicle/stability/left_out_effects.hpp). They have no effect in flights.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"

namespace montecopter {

enum class OmittedPlace { body_rate, velocity, derivative, yaw, command };
inline constexpr std::array<ChoiceFor<OmittedPlace>, 5> left_out_places = {{
    {OmittedPlace::body_rate, "body_rate", "the measured body rate"},
    {OmittedPlace::velocity, "velocity", "the measured velocity"},
    {OmittedPlace::derivative, "derivative", "the command of the controller's key derivative_gain"},
    {OmittedPlace::yaw, "yaw", "the commanded yaw moment"},
    {OmittedPlace::command, "command", "all commands"},
}};
inline constexpr auto left_out_place_choices = choices_of(left_out_places);

enum class OmittedForm { low_pass, notch, delay };
inline constexpr std::array<ChoiceFor<OmittedForm>, 3> left_out_forms = {{
    {OmittedForm::low_pass, "low_pass", "frequency_hz is its cut-off; of first or second order"},
    {OmittedForm::notch, "notch", "frequency_hz is its centre, bandwidth_hz its width at -3 dB"},
    {OmittedForm::delay, "delay", "delay_s"},
}};
inline constexpr auto left_out_form_choices = choices_of(left_out_forms);

/// An omitted filter or delay. Without `filter` there is none.
struct OmittedFilter {
  std::optional<std::string> filter, on;
  std::optional<std::int64_t> order, count;
  std::optional<double> frequency_hz, bandwidth_hz, delay_s;

  bool is_there() const { return filter && on; }
  OmittedForm form() const { return word_row(left_out_forms, filter.value()).value; }
  OmittedPlace place() const { return word_row(left_out_places, on.value()).value; }

  static constexpr auto fields() {
    using F = OmittedFilter;
    return FieldList{
        field("filter", &F::filter, left_out_form_choices,
              "The filter that these settings make; default: none that affects margins"),
        field("on", &F::on, left_out_place_choices, "Where the filter acts"),
        field("order", &F::order, "1", between(1, 2), Vary::fixed,
              "Order of a low-pass, whose second-order form is a Butterworth filter; default: 1"),
        field("count", &F::count, "1", between(1, 64), Vary::fixed,
              "Number of such filters in series; default: 1"),
        field("frequency_hz", &F::frequency_hz, "Hz", positive, Vary::fixed,
              "Cut-off of a low-pass, centre of a notch"),
        field("bandwidth_hz", &F::bandwidth_hz, "Hz", positive, Vary::fixed, "Width of a notch"),
        field("delay_s", &F::delay_s, units::time, positive, Vary::fixed, "Length of a delay"),
    };
  }
};

inline OmittedFilter left_out_low_pass(OmittedPlace place, int order, double hz) {
  OmittedFilter f;
  f.filter = "low_pass", f.on = word_for(left_out_places, place);
  f.order = order, f.frequency_hz = hz;
  return f;
}
inline OmittedFilter left_out_notch(OmittedPlace place, double hz, double bandwidth_hz,
                                    std::int64_t count = 1) {
  OmittedFilter f;
  if (count > 1) f.count = count;
  f.filter = "notch", f.on = word_for(left_out_places, place);
  f.frequency_hz = hz, f.bandwidth_hz = bandwidth_hz;
  return f;
}
inline OmittedFilter left_out_delay(OmittedPlace place, double delay_s) {
  OmittedFilter f;
  f.filter = "delay", f.on = word_for(left_out_places, place), f.delay_s = delay_s;
  return f;
}

/// Settings that were left out for one reason.
struct OmittedSettings : OmittedFilter {
  std::vector<std::string> settings;
  std::string why;

  static constexpr auto fields() {
    using L = OmittedSettings;
    return join(
        FieldList{
            field("settings", &L::settings, "Names and values, as \"MC_AIRMODE = 1\""),
            field("why", &L::why, "Why the scenario does not have them"),
        },
        OmittedFilter::fields());
  }
};

struct ImportRecord {
  std::string file, kind, program;
  std::vector<OmittedSettings> left_out;
  std::int64_t others = 0;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    return (key == "program" && program.empty()) || (key == "left_out" && left_out.empty()) ||
           (key == "others" && others == 0);
  }

  static constexpr auto fields() {
    using I = ImportRecord;
    return FieldList{
        field("file", &I::file, "The file that was imported"),
        field("kind", &I::kind, "Its kind, as `montecopter import` names it"),
        field("program", &I::program, "Program and version that wrote the file, if it states them"),
        field("left_out", &I::left_out, "Settings of the file that the scenario does not have"),
        field("others", &I::others, "1", between(0, 1e9), Vary::fixed,
              "Number of other settings, which concern other subjects"),
    };
  }
};

}  // namespace montecopter
