#include <fmt/format.h>

#include <cmath>

#include "core/base/text.hpp"
#include "results/transcribe/transcribe.hpp"

namespace montecopter::transcribe {
namespace {

std::string list_of(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string gaps_of(const logs::TimeQuality& quality, double start_s) {
  std::vector<std::string> gaps;
  for (const logs::Gap& gap : quality.gaps) {
    gaps.push_back(fmt::format("[{}, {}]", format_double(gap.from_s - start_s),
                               format_double(gap.to_s - start_s)));
  }
  return list_of(gaps);
}

std::string signal_text(const EvenSignal& even, double start_s) {
  const logs::RecordedSignal& signal = *even.signal;
  const logs::TimeQuality quality = logs::time_quality(signal);
  std::string text = fmt::format("\n[flight_log.signal.{}]\n", toml_quote(signal.name));
  text += fmt::format("from = {}\n", toml_quote(signal.source));
  text += fmt::format("values = {}\n", signal.time_s.size());
  text += fmt::format("missing = {}\n", quality.missing);
  text += fmt::format("rate_hz = {}\n", format_double(quality.rate_hz));
  text += fmt::format("resampling = {}\n", toml_quote(name_of(even.resampling)));
  text += fmt::format("gaps_s = {}\n", gaps_of(quality, start_s));
  return text;
}

}  // namespace

std::string describe_log(const logs::RecordedFlight& flight, const LogFile& file,
                         const Transcript& transcript) {
  std::string text =
      "# The log of a real flight: this was flown, and not computed. There is no scenario.\n"
      "[flight_log]\n";
  text += fmt::format("file = {}\n", toml_quote(file.name));
  text += fmt::format("sha256 = {}\n", toml_quote(file.sha256));
  text += fmt::format("bytes = {}\n", file.bytes);
  text += fmt::format("format = {}\n", toml_quote(flight.format));
  text += fmt::format("part = {}\n", flight.part);
  text += fmt::format("start_s = {}\n", format_double(transcript.grid.start_s));
  if (transcript.grid.times > 0) {
    text += fmt::format("rate_hz = {}\n", format_double(transcript.grid.rate_hz));
  }
  std::vector<std::string> dropouts, repaired;
  for (const double length : flight.dropouts_s) dropouts.push_back(format_double(length));
  for (const std::string& remark : flight.remarks) repaired.push_back(toml_quote(remark));
  text += fmt::format("dropouts_s = {}\n", list_of(dropouts));
  text += fmt::format("repaired = {}\n", list_of(repaired));
  for (const EvenSignal& even : transcript.signals) {
    text += signal_text(even, transcript.grid.start_s);
  }
  text += "\n[flight_log.info]\n";
  for (const auto& [name, words] : flight.info) {
    text += fmt::format("{} = {}\n", toml_quote(name), toml_quote(words));
  }
  text += "\n[flight_log.parameters]\n";
  for (const auto& [name, number] : flight.parameters) {
    text += fmt::format("{} = {}\n", toml_quote(name), format_double(number));
  }
  return text;
}

}  // namespace montecopter::transcribe
