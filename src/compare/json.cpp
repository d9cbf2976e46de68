#include <fmt/format.h>

#include <cmath>

#include "compare/compare.hpp"

namespace montecopter::compare {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// JSON has no NaN and no infinity.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string place_json(const std::optional<Place>& place) {
  if (!place) return "null";
  return fmt::format("{{\"sample\": {}, \"time_s\": {}, \"text\": {}}}",
                     place->sample ? fmt::format("{}", *place->sample) : "null",
                     place->time_s ? number(*place->time_s) : "null", quoted(place->text));
}

std::string signal_json(const SignalReport& signal) {
  const Tally& tally = signal.tally;
  return fmt::format(
      "{{\"name\": {}, \"verdict\": {}, \"reason\": {}, \"unit\": {}, \"tolerance\": {{\"abs\": "
      "{}, "
      "\"rel\": {}, \"ulp\": {}}}, \"compared\": {}, \"unequal\": {}, \"differing\": {}, "
      "\"nan_against_number\": {}, \"max_abs\": {}, \"max_rel\": {}, \"first\": {}}}",
      quoted(signal.name), quoted(verdict_name(signal.verdict)), quoted(signal.reason),
      quoted(signal.unit), number(signal.tolerance.abs), number(signal.tolerance.rel),
      signal.tolerance.ulp, tally.compared, tally.unequal, tally.differing,
      tally.nan_against_number, number(tally.max_abs), number(tally.max_rel),
      place_json(signal.first));
}

std::string digest_json(const std::optional<DigestReport>& digest) {
  if (!digest) return "null";
  return fmt::format("{{\"samples\": {}, \"first_sample\": {}, \"checkpoint\": {}, \"text\": {}}}",
                     digest->samples, digest->first_sample, digest->checkpoint,
                     quoted(digest->text));
}

}  // namespace

std::string report_json(const Report& report) {
  std::vector<std::string> problems;
  for (const std::string& problem : report.problems) problems.push_back(quoted(problem));
  std::vector<std::string> signals;
  for (const SignalReport& signal : report.signals) signals.push_back(signal_json(signal));
  return fmt::format(
      "{{\"a\": {}, \"b\": {}, \"verdict\": {}, \"problems\": [{}], \"digest\": {}, "
      "\"signals\": [\n  {}\n]}}\n",
      quoted(report.file_a), quoted(report.file_b), quoted(report.same() ? "same" : "differs"),
      fmt::join(problems, ", "), digest_json(report.digest), fmt::join(signals, ",\n  "));
}

}  // namespace montecopter::compare
