#include <fmt/format.h>

#include "core/base/text.hpp"
#include "results/diff/learn.hpp"

namespace montecopter::diff {
namespace {

std::string file_line(const LearnedFrom& file) {
  std::string line = fmt::format("  {{file = {}, content_sha256 = {}", toml_quote(file.path),
                                 toml_quote(file.content_sha256));
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) line += fmt::format(", {} = {}", key, toml_quote(value));
  };
  add("build", file.build);
  add("compiler", file.compiler);
  add("lanes", file.lanes);
  return line + "},\n";
}

/// Angles in degrees, as profiles have them.
double in_profile(const LearnedSignal& signal, double value) {
  return signal.meaning == Meaning::attitude ? value / rad_per_deg : value;
}

std::string signal_table(const LearnedSignal& signal) {
  const bool is_attitude = signal.meaning == Meaning::attitude;
  std::string text = fmt::format(
      "\n[signal.{}]\n{} = {:.2g}", toml_quote(signal.name), is_attitude ? "angle_deg" : "abs",
      in_profile(signal, is_attitude ? signal.tolerance.angle_rad : signal.tolerance.abs));
  if (!is_attitude && !signal.unit.empty() && signal.unit != "1") text += "  # " + signal.unit;
  text += fmt::format("\nspread_{} = {}", is_attitude ? "angle_deg" : "abs",
                      format_double(in_profile(signal, signal.spread_abs)));
  if (!is_attitude) {
    text += fmt::format("\nspread_rel = {}", format_double(signal.spread_rel));
  }
  return text + fmt::format("\n# farthest apart: {} and {}\n", signal.a, signal.b);
}

}  // namespace

std::string profile_text(const LearnedProfile& learned) {
  std::string text = fmt::format(
      "# Tolerances for results of the scenario {}, made by `montecopter tolerance learn`.\n"
      "# A tolerance is {} times the spread, the largest difference between two of the results\n"
      "# below, rounded up. Signals without a table were equal in all results and stay exact.\n"
      "# diff refuses a tolerance below the recorded spread.\n",
      toml_quote(learned.title), learned.margin);
  if (learned.signals.empty()) {
    text += "# All results are equal bit by bit: no signal needs a tolerance.\n";
  }
  text += fmt::format("\n[learned]\nscenario = {}\nmargin = {}\nresults = [\n",
                      toml_quote(learned.title), format_double(learned.margin));
  for (const LearnedFrom& file : learned.files) text += file_line(file);
  text += "]\n";
  for (const LearnedSignal& signal : learned.signals) text += signal_table(signal);
  return text;
}

std::string learned_json(const LearnedProfile& learned) {
  std::vector<std::string> files, signals;
  for (const LearnedFrom& file : learned.files) {
    files.push_back(
        fmt::format("{{\"file\": {}, \"content_sha256\": {}, \"build\": {}, "
                    "\"compiler\": {}, \"lanes\": {}}}",
                    json_quote(file.path), json_quote(file.content_sha256), json_quote(file.build),
                    json_quote(file.compiler), json_quote(file.lanes)));
  }
  for (const LearnedSignal& signal : learned.signals) {
    const bool is_attitude = signal.meaning == Meaning::attitude;
    signals.push_back(fmt::format(
        "{{\"name\": {}, \"unit\": {}, \"tolerance\": {}, \"spread\": {}, \"spread_rel\": {}, "
        "\"a\": {}, \"b\": {}}}",
        json_quote(signal.name), json_quote(is_attitude ? "deg" : signal.unit),
        json_number(
            in_profile(signal, is_attitude ? signal.tolerance.angle_rad : signal.tolerance.abs)),
        json_number(in_profile(signal, signal.spread_abs)),
        is_attitude ? "null" : json_number(signal.spread_rel), json_quote(signal.a),
        json_quote(signal.b)));
  }
  return fmt::format(
      "{{\"scenario\": {}, \"margin\": {}, \"files\": [{}], \"signals\": [\n  {}\n]}}\n",
      json_quote(learned.title), json_number(learned.margin), fmt::join(files, ", "),
      fmt::join(signals, ",\n  "));
}

}  // namespace montecopter::diff
