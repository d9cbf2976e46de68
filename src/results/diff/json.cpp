#include <fmt/format.h>

#include "core/base/text.hpp"
#include "results/diff/compare.hpp"

namespace montecopter::diff {
namespace {

template <class Number>
std::string optional_json(const std::optional<Number>& number) {
  if (!number) return "null";
  if constexpr (std::is_integral_v<Number>) {
    return fmt::format("{}", *number);
  } else {
    return json_number(*number);
  }
}

std::string text_or_null(const std::string& text) {
  return text.empty() ? std::string("null") : json_quote(text);
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(json_quote(text));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string place_json(const std::optional<Place>& place) {
  if (!place) return "null";
  return fmt::format(
      "{{\"sample\": {}, \"time_s\": {}, \"step\": {}, \"component\": {}, \"text\": {}, \"a\": {}, "
      "\"b\": {}}}",
      optional_json(place->sample), optional_json(place->time_s), optional_json(place->step),
      text_or_null(place->component), json_quote(place->text), text_or_null(place->a),
      text_or_null(place->b));
}

std::string growth_json(const SignalReport& signal) {
  if (!signal.growth) return "null";
  const Growth& growth = *signal.growth;
  const bool fitted = growth.kind == GrowthKind::exponential || growth.kind == GrowthKind::power;
  const auto if_kind = [&](GrowthKind kind, double value) {
    return growth.kind == kind ? json_number(value) : "null";
  };
  return fmt::format(
      "{{\"kind\": {}, \"sample\": {}, \"from_s\": {}, \"to_s\": {}, \"first\": {}, \"largest\": "
      "{}, \"points\": {}, \"doubling_s\": {}, \"exponent\": {}, \"determination\": {}}}",
      json_quote(growth_name(growth.kind)), optional_json(signal.growth_sample),
      json_number(growth.from_s), json_number(growth.to_s), json_number(growth.first),
      json_number(growth.largest), growth.points,
      if_kind(GrowthKind::exponential, growth.doubling_s),
      if_kind(GrowthKind::power, growth.exponent),
      fitted ? json_number(growth.determination) : "null");
}

std::string tolerance_json(const SignalReport& signal) {
  const Tolerance& tolerance = signal.tolerance;
  return fmt::format(
      "{{\"abs\": {}, \"rel\": {}, \"ulp\": {}, \"angle_deg\": {}, \"tube_s\": {}, \"floor\": {}}}",
      json_number(tolerance.abs), json_number(tolerance.rel), tolerance.ulp,
      json_number(tolerance.angle_rad / rad_per_deg), json_number(tolerance.tube_s),
      json_number(signal.floor));
}

/// Hashes have no distance.
std::string distance_json(const SignalReport& signal, double distance) {
  return is_hash(signal.name) ? "null" : json_number(distance);
}

std::string signal_json(const SignalReport& signal) {
  const Tally& tally = signal.tally;
  std::string text = fmt::format(
      "{{\"name\": {}, \"verdict\": {}, \"reason\": {}, \"unit\": {}, \"tolerance\": {}, "
      "\"round_off\": {}, \"compared\": {}, \"unequal\": {}, \"differing\": {}, "
      "\"nan_against_number\": {}, ",
      json_quote(signal.name), json_quote(verdict_name(signal.verdict)), json_quote(signal.reason),
      json_quote(signal.unit), tolerance_json(signal), signal.is_round_off, tally.compared,
      tally.unequal, tally.differing, tally.nan_against_number);
  text += fmt::format(
      "\"max_abs\": {}, \"max_rel\": {}, \"max_distance\": {}, \"rms\": {}, \"distance_unit\": {}, "
      "\"effect\": {}, \"samples\": {}, \"samples_unequal\": {}, \"samples_differing\": {}, ",
      distance_json(signal, tally.max_abs), distance_json(signal, tally.max_rel),
      distance_json(signal, signal.in_distance_unit(tally.max_distance)),
      distance_json(signal, signal.in_distance_unit(tally.rms())),
      json_quote(signal.distance_unit()), distance_json(signal, signal.effect),
      signal.rows > 0 ? fmt::format("{}", signal.rows) : "null",
      signal.rows > 0 ? fmt::format("{}", tally.rows_unequal) : "null",
      signal.rows > 0 ? fmt::format("{}", tally.rows_differing) : "null");
  return text + fmt::format("\"first\": {}, \"largest\": {}, \"earliest\": {}, \"growth\": {}}}",
                            place_json(signal.first), place_json(signal.largest),
                            place_json(signal.earliest), growth_json(signal));
}

std::string digest_json(const std::optional<DigestReport>& digest) {
  if (!digest) return "null";
  return fmt::format(
      "{{\"samples\": {}, \"first_sample\": {}, \"checkpoint\": {}, \"step\": {}, "
      "\"time_s\": {}, \"text\": {}}}",
      digest->samples, digest->first_sample, digest->checkpoint,
      digest->step ? fmt::format("{:.0f}", *digest->step) : "null", optional_json(digest->time_s),
      json_quote(digest->text));
}

std::string moved_json(const std::optional<MovedFirst>& moved) {
  if (!moved) return "null";
  return fmt::format(
      "{{\"signals\": {}, \"time_s\": {}, \"step\": {}, \"sample\": {}, \"text\": {}}}",
      texts_json(moved->signals), json_number(moved->time_s), optional_json(moved->step),
      moved->sample, json_quote(moved->text));
}

std::string keys_json(const std::vector<KeyDifference>& keys) {
  const auto value = [](const std::optional<std::string>& text) {
    return text ? json_quote(*text) : "null";
  };
  std::vector<std::string> entries;
  for (const KeyDifference& key : keys) {
    entries.push_back(fmt::format("{{\"key\": {}, \"a\": {}, \"b\": {}, \"near\": {}}}",
                                  json_quote(key.path), value(key.a), value(key.b),
                                  text_or_null(key.near)));
  }
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

/// Signals with a verdict, by name.
std::string names_json(const Report& report, Verdict verdict) {
  std::vector<std::string> names;
  for (const SignalReport& signal : report.signals) {
    if (signal.verdict == verdict) names.push_back(signal.name);
  }
  return texts_json(names);
}

}  // namespace

std::string report_json(const Report& report) {
  std::vector<std::string> signals;
  for (const SignalReport& signal : report.signals) signals.push_back(signal_json(signal));
  std::string text = fmt::format(
      "{{\"a\": {}, \"b\": {}, \"verdict\": {}, \"verified\": {}, \"trusted_hashes\": {}, "
      "\"not_read\": {}, "
      "\"problems\": {}, \"notes\": {}, \"scenario\": {}, \"program\": {}, "
      "\"not_compared\": [\"provenance\"], "
      "\"ignored\": {}, \"missing\": {}, "
      "\"unlike\": {},\n",
      json_quote(report.file_a), json_quote(report.file_b),
      json_quote(report.same() ? "same" : "differs"), report.verified, report.trusted_hashes,
      texts_json(report.not_read), texts_json(report.problems), texts_json(report.notes),
      keys_json(report.scenario), (report.program ? program_json(*report.program) : Json()).print(),
      names_json(report, Verdict::ignored), names_json(report, Verdict::missing),
      names_json(report, Verdict::unlike));
  return text + fmt::format("\"digest\": {}, \"moved_first\": {},\n\"signals\": [\n  {}\n]}}\n",
                            digest_json(report.digest), moved_json(report.moved_first),
                            fmt::join(signals, ",\n  "));
}

std::string not_comparable_json(const std::string& file_a, const std::string& file_b,
                                const NotComparable& why) {
  return fmt::format(
      "{{\"a\": {}, \"b\": {}, \"verdict\": \"not comparable\", \"scenario\": {}}}\n",
      json_quote(file_a), json_quote(file_b), keys_json(why.keys()));
}

}  // namespace montecopter::diff
