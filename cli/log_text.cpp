#include "log_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/logs/drive_faults.hpp"
#include "core/logs/turns.hpp"
#include "core/logs/uses.hpp"
#include "options.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

constexpr std::int64_t most_parts = 1'000'000;
constexpr double most_rate_hz = 1e6;

std::string seconds(double s) { return fmt::format("{:.3f}", s); }

/// First and last time of all signals.
logs::Gap span_of(const logs::RecordedFlight& flight) {
  logs::Gap span{flight.signals.front().time_s.front(), flight.signals.front().time_s.back()};
  for (const logs::RecordedSignal& signal : flight.signals) {
    span.from_s = std::min(span.from_s, signal.time_s.front());
    span.to_s = std::max(span.to_s, signal.time_s.back());
  }
  return span;
}

std::string signals_text(const logs::RecordedFlight& flight) {
  Table table{{"signal", "source", "unit", "values", "rate [Hz]", "time [s]", "gaps", "missing"},
              {}};
  for (const logs::RecordedSignal& signal : flight.signals) {
    const logs::TimeQuality quality = logs::time_quality(signal);
    const std::string parts =
        signal.width() > 1 ? fmt::format("{}[{}]", signal.name, signal.width()) : signal.name;
    table.rows.push_back(
        {parts, signal.source, signal.unit, fmt::format("{}", signal.time_s.size()),
         quality.rate_hz > 0 ? fmt::format("{:.4g}", quality.rate_hz) : "-",
         seconds(signal.time_s.front()) + " - " + seconds(signal.time_s.back()),
         fmt::format("{}", quality.gaps.size()), fmt::format("{}", quality.missing)});
  }
  return table_text(table, table_width());
}

/// The longest gaps of each signal that has gaps.
std::string gaps_text(const logs::RecordedFlight& flight) {
  constexpr std::size_t most = 3;
  std::string text;
  for (const logs::RecordedSignal& signal : flight.signals) {
    std::vector<logs::Gap> gaps = logs::time_quality(signal).gaps;
    if (gaps.empty()) continue;
    std::stable_sort(gaps.begin(), gaps.end(), [](const logs::Gap& a, const logs::Gap& b) {
      return a.to_s - a.from_s > b.to_s - b.from_s;
    });
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(most, gaps.size()); ++i) {
      shown.push_back(fmt::format("{} to {} s", seconds(gaps[i].from_s), seconds(gaps[i].to_s)));
    }
    if (gaps.size() > most) shown.push_back(fmt::format("{} more", gaps.size() - most));
    text += fmt::format("gaps of {}: {}\n", signal.name, join(shown));
  }
  return text;
}

std::string uses_text(const logs::RecordedFlight& flight) {
  std::string text = "this log can be used to\n";
  for (const logs::UseVerdict& verdict : logs::judge_uses(flight)) {
    text += fmt::format("  {}: {}\n", verdict.use, verdict.missing.empty() ? "yes" : "no");
    for (const std::string& missing : verdict.missing) text += fmt::format("    {}\n", missing);
  }
  return text;
}

/// Whether attitude and rates of the log agree, and about which axes the vehicle turns enough to
/// tell.
std::string turns_text(const logs::RecordedFlight& flight) {
  if (!flight.turns || flight.turns->verdict != logs::Turns::Verdict::agree) return "";
  std::vector<std::string> told, untold;
  for (std::size_t k = 0; k < 3; ++k) {
    (std::isnan(flight.turns->missed[k]) ? untold : told).emplace_back(1, "xyz"[k]);
  }
  std::string text = fmt::format("checked: attitude agrees with {} about {}",
                                 logs::turning_rate(flight)->name, join(told, " and "));
  if (!untold.empty())
    text += fmt::format("; about {} the vehicle turns too little to tell", join(untold, " and "));
  if (std::abs(flight.turns->lag_s) > 0.015)
    text += fmt::format("; attitude is {:.0f} ms {}", 1e3 * std::abs(flight.turns->lag_s),
                        flight.turns->lag_s > 0 ? "late" : "early");
  return text + "\n";
}

Json turns_json(const logs::Turns& turns) {
  constexpr std::array<const char*, 3> verdicts{"undecided", "agree", "contradict"};
  Json missed = Json::array();
  for (const double x : turns.missed) missed.add(Json::number(x));
  return Json::object()
      .set("verdict", Json::text(verdicts[static_cast<std::size_t>(turns.verdict)]))
      .set("missed", std::move(missed))
      .set("window_s", Json::number(turns.window_s))
      .set("lag_s", Json::number(turns.lag_s));
}

Json contradictions_json(const logs::RecordedFlight& flight) {
  Json all = Json::array();
  for (const logs::Contradiction& contradiction : flight.contradictions) {
    all.add(Json::object()
                .set("what", Json::text(contradiction.what))
                .set("cures", Json::texts(contradiction.cures)));
  }
  return all;
}

double total(const std::vector<double>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), 0.0);
}

/// Adds the first, lowest and highest value of each component; null for one without a number.
void add_values(const logs::RecordedSignal& signal, Json& out) {
  Json first = Json::array(), lowest = Json::array(), highest = Json::array();
  const std::size_t width = signal.width();
  for (std::size_t c = 0; c < width; ++c) {
    double low = std::nan(""), high = std::nan("");
    for (std::size_t i = c; i < signal.values.size(); i += width) {
      low = std::fmin(low, signal.values[i]);
      high = std::fmax(high, signal.values[i]);
    }
    first.add(Json::number(signal.values[c]));
    lowest.add(Json::number(low));
    highest.add(Json::number(high));
  }
  out.set("first", std::move(first))
      .set("lowest", std::move(lowest))
      .set("highest", std::move(highest));
}

Json resets_json(const logs::RecordedSignal& signal) {
  Json resets = Json::array();
  for (const logs::Reset& reset : signal.resets) {
    resets.add(Json::object()
                   .set("time_s", Json::number(reset.time_s))
                   .set("size", Json::number(reset.size)));
  }
  return resets;
}

Json json_of(const logs::RecordedSignal& signal) {
  const logs::TimeQuality quality = logs::time_quality(signal);
  Json gaps = Json::array();
  for (const logs::Gap& gap : quality.gaps) {
    gaps.add(Json::array().add(Json::number(gap.from_s)).add(Json::number(gap.to_s)));
  }
  Json out = Json::object();
  out.set("name", Json::text(signal.name))
      .set("from", Json::text(signal.source))
      .set("unit", Json::text(signal.unit))
      .set("components", Json::texts(signal.components))
      .set("values", Json::number(signal.time_s.size()))
      .set("rate_hz", Json::number(quality.rate_hz))
      .set("first_s", Json::number(signal.time_s.front()))
      .set("last_s", Json::number(signal.time_s.back()))
      .set("missing", Json::number(quality.missing))
      .set("gaps_s", std::move(gaps))
      .set("resets", resets_json(signal));
  add_values(signal, out);
  return out;
}

}  // namespace

std::string contradiction_text(const logs::Contradiction& contradiction) {
  std::string text = contradiction.what + ". ";
  if (contradiction.cures.empty()) {
    return text +
           "Check the order of the columns, the units, frames and delays of both: no other "
           "interpretation that was tried makes them agree";
  }
  return text + fmt::format("They agree with {}{}",
                            contradiction.cures.size() > 1 ? "one of: " : "",
                            fmt::join(contradiction.cures, "; "));
}

std::string log_text(const logs::RecordedFlight& flight) {
  const logs::Gap span = span_of(flight);
  std::string text =
      fmt::format("{}: {}, {} s", flight.path, flight.format, seconds(span.to_s - span.from_s));
  if (flight.parts > 1) {
    text += fmt::format(", log {} of {} in this file (--part)", flight.part, flight.parts);
  }
  for (const char* key : {"sys_name", "ver_hw", "ver_sw", "Firmware revision", "firmware"}) {
    const auto at = flight.info.find(key);
    if (at != flight.info.end()) text += fmt::format(", {} {}", key, at->second);
  }
  text += "\n" + signals_text(flight) + gaps_text(flight);
  if (!flight.dropouts_s.empty()) {
    text += fmt::format("dropouts while logging: {}, {} s in all\n", flight.dropouts_s.size(),
                        seconds(total(flight.dropouts_s)));
  }
  if (!flight.other_topics.empty()) {
    text += fmt::format("topics that are not read: {} (--json lists them)\n",
                        flight.other_topics.size());
  }
  for (const std::string& remark : flight.remarks) text += "repaired: " + remark + "\n";
  text += turns_text(flight);
  for (const logs::Contradiction& contradiction : flight.contradictions) {
    text += "warning: " + contradiction_text(contradiction) + "\n";
  }
  for (const std::string& fault : logs::drive_faults(flight)) text += "warning: " + fault + "\n";
  return text + uses_text(flight);
}

Json log_json(const logs::RecordedFlight& flight) {
  Json info = Json::object(), parameters = Json::object(), topics = Json::object();
  for (const auto& [key, value] : flight.info) info.set(key, Json::text(value));
  for (const auto& [key, value] : flight.parameters) parameters.set(key, Json::number(value));
  for (const auto& [key, count] : flight.other_topics) {
    topics.set(key, Json::number(count));
  }
  Json signals = Json::array(), uses = Json::array(), dropouts = Json::array();
  for (const logs::RecordedSignal& signal : flight.signals) signals.add(json_of(signal));
  for (const double length : flight.dropouts_s) dropouts.add(Json::number(length));
  for (const logs::UseVerdict& verdict : logs::judge_uses(flight)) {
    uses.add(Json::object()
                 .set("use", Json::text(verdict.use))
                 .set("good", Json::boolean(verdict.missing.empty()))
                 .set("missing", Json::texts(verdict.missing)));
  }
  return Json::object()
      .set("file", Json::text(flight.path))
      .set("format", Json::text(flight.format))
      .set("part", Json::number(flight.part))
      .set("parts", Json::number(flight.parts))
      .set("info", std::move(info))
      .set("parameters", std::move(parameters))
      .set("signals", std::move(signals))
      .set("dropouts_s", std::move(dropouts))
      .set("other_topics", std::move(topics))
      .set("repaired", Json::texts(flight.remarks))
      .set("attitude_check", flight.turns ? turns_json(*flight.turns) : Json())
      .set("contradictions", contradictions_json(flight))
      .set("drive_faults", Json::texts(logs::drive_faults(flight)))
      .set("uses", std::move(uses));
}

Options LogOptions::options() {
  return {
      {"--columns", &columns, "For CSV: file that describes its columns", "FILE.toml"},
      {"--part", &part, "For a file with several logs: number of the log, from 1", "N"},
      {"--instance", &instances, "For several sensors of a kind: number of the sensor; default: 0",
       "TOPIC=N"},
      {"--rate", &rate,
       "For readings whose time stamps repeat, come in bursts or are too coarse: their true rate "
       "in Hz; default: the rate of the stamps",
       "HZ"},
  };
}

bool LogOptions::any() const { return columns || part || rate || !instances.empty(); }

logs::LogChoice LogOptions::choice() const {
  logs::LogChoice chosen;
  if (columns) chosen.columns = logs::load_columns(*columns);
  if (part) chosen.part = whole_number("--part", *part, 1, most_parts);
  chosen.instances = logs::Instances(instances);
  if (rate) chosen.rate_hz = positive_number("--rate", *rate, most_rate_hz);
  return chosen;
}

}  // namespace montecopter::cli
