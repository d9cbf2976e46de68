#include <fmt/format.h>

#include "core/base/text.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

std::string statistic_cell(std::string_view name, double value) {
  return name == "n" ? fmt::format("{}", value) : csv_number(value);
}

std::string mean_cells(const MeanInterval& interval, bool is_skewed) {
  return fmt::format(",{},{},{:d}", csv_number(interval.low), csv_number(interval.high), is_skewed);
}

/// Number of samples, and number by status; statistics are over ok samples.
std::string end_cells(const Summary& summary, const GroupSummary& group) {
  const StatusCounts& counts = summary.is_sweep() ? group.counts : summary.counts;
  std::int64_t samples = 0;
  for (const std::int64_t count : counts) samples += count;
  return fmt::format("{},{}", samples, fmt::join(counts, ","));
}

/// The first cells of a header: point and paths of the sweep.
std::string group_header(const Group& group) {
  if (!group.point) return "";
  std::string text = "point,";
  for (const SweepValue& value : group.values) text += csv_quote(value.path) + ",";
  return text;
}

std::string group_cells(const Group& group) {
  if (!group.point) return "";
  std::string text = fmt::format("{},", *group.point);
  for (const SweepValue& value : group.values) text += csv_quote(value.text) + ",";
  return text;
}

}  // namespace

void write_csv(const Summary& summary, const Sink& sink) {
  std::string header = group_header(summary.groups.front().group) + "metric,unit";
  for (const std::string_view name : statistic_names) header += fmt::format(",{}", name);
  header += ",mean_low95,mean_high95,skewed,samples";
  for (const char* name : status_names) header += fmt::format(",{}", name);
  sink(header + "\n");
  for (const GroupSummary& group : summary.groups) {
    const std::string ends = end_cells(summary, group);
    for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
      std::string line = group_cells(group.group) + csv_quote(summary.metrics[m].name) + "," +
                         csv_quote(summary.metrics[m].unit);
      const StatisticsRow row = known_statistics(summary, group, m);
      for (std::size_t s = 0; s < statistic_names.size(); ++s) {
        line += "," + statistic_cell(statistic_names[s], row[s]);
      }
      line += mean_cells(group.means[m], is_too_skewed(summary, group, m));
      sink(line + "," + ends + "\n");
    }
  }
}

std::string signals_csv_header(const Group& group) {
  std::string header = group_header(group) + "signal,unit,time_s";
  for (const std::string_view name : time_statistics) header += fmt::format(",{}", name);
  return header + "\n";
}

void write_signals_csv(const SignalReport& report, const Sink& sink) {
  const std::string start = group_cells(report.group);
  for (const SignalChoice& choice : report.choices) {
    const std::string unit = csv_quote(choice.signal.dataset->text("units"));
    summarise_signal(
        report.file, choice, report.traces, report.times,
        [&](Index time, std::span<const TimeRow> rows) {
          const double t = report.time_s[time];
          for (std::size_t c = 0; c < rows.size(); ++c) {
            const auto name = choice.signal.full_name(choice.components[c]);
            std::string line = start + csv_quote(name) + "," + unit + "," + csv_number(t);
            for (std::size_t s = 0; s < rows[c].size(); ++s) {
              line += "," + statistic_cell(time_statistics[s], rows[c][s]);
            }
            sink(line + "\n");
          }
        },
        report.threads);
  }
}

}  // namespace montecopter
