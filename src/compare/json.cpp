#include <fmt/format.h>

#include "base/text.hpp"
#include "compare/compare.hpp"

namespace montecopter::compare {
namespace {

std::string place_json(const std::optional<Place>& place) {
  if (!place) return "null";
  const auto value = [](const std::string& text) {
    return text.empty() ? std::string("null") : json_quote(text);
  };
  return fmt::format("{{\"sample\": {}, \"time_s\": {}, \"text\": {}, \"a\": {}, \"b\": {}}}",
                     place->sample ? fmt::format("{}", *place->sample) : "null",
                     place->time_s ? json_number(*place->time_s) : "null", json_quote(place->text),
                     value(place->a), value(place->b));
}

/// Hashes have no distance.
std::string distance_json(const SignalReport& signal, double distance) {
  return is_hash(signal.name) ? "null" : json_number(distance);
}

std::string signal_json(const SignalReport& signal) {
  const Tally& tally = signal.tally;
  return fmt::format(
      "{{\"name\": {}, \"verdict\": {}, \"reason\": {}, \"unit\": {}, \"tolerance\": {{\"abs\": "
      "{}, "
      "\"rel\": {}, \"ulp\": {}}}, \"compared\": {}, \"unequal\": {}, \"differing\": {}, "
      "\"nan_against_number\": {}, \"max_abs\": {}, \"max_rel\": {}, \"first\": {}}}",
      json_quote(signal.name), json_quote(verdict_name(signal.verdict)), json_quote(signal.reason),
      json_quote(signal.unit), json_number(signal.tolerance.abs), json_number(signal.tolerance.rel),
      signal.tolerance.ulp, tally.compared, tally.unequal, tally.differing,
      tally.nan_against_number, distance_json(signal, tally.max_abs),
      distance_json(signal, tally.max_rel), place_json(signal.first));
}

std::string digest_json(const std::optional<DigestReport>& digest) {
  if (!digest) return "null";
  const auto number = [](const std::optional<double>& value) {
    return value ? json_number(*value) : "null";
  };
  return fmt::format(
      "{{\"samples\": {}, \"first_sample\": {}, \"checkpoint\": {}, \"step\": {}, "
      "\"time_s\": {}, \"text\": {}}}",
      digest->samples, digest->first_sample, digest->checkpoint,
      digest->step ? fmt::format("{:.0f}", *digest->step) : "null", number(digest->time_s),
      json_quote(digest->text));
}

}  // namespace

std::string report_json(const Report& report) {
  std::vector<std::string> problems;
  for (const std::string& problem : report.problems) problems.push_back(json_quote(problem));
  std::vector<std::string> signals;
  for (const SignalReport& signal : report.signals) signals.push_back(signal_json(signal));
  return fmt::format(
      "{{\"a\": {}, \"b\": {}, \"verdict\": {}, \"verified\": {}, \"problems\": [{}], "
      "\"digest\": {}, "
      "\"signals\": [\n  {}\n]}}\n",
      json_quote(report.file_a), json_quote(report.file_b),
      json_quote(report.same() ? "same" : "differs"), report.verified, fmt::join(problems, ", "),
      digest_json(report.digest), fmt::join(signals, ",\n  "));
}

}  // namespace montecopter::compare
