#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

/// "998 ok, 2 diverged": ok first, absent statuses left out, not flown last.
std::string counts_text(const StatusCounts& counts) {
  std::string text = fmt::format("{} ok", counts[Status::ok]);
  const auto add = [&](Status status) {
    if (counts[status] > 0) text += fmt::format(", {} {}", counts[status], status_name(status));
  };
  for (const Status status : all_statuses) {
    if (is_failure(status)) add(status);
  }
  add(Status::not_run);
  return text;
}

/// Validity limits of the model that samples exceeded, and the number of samples.
std::string validity_text(const Summary& summary) {
  std::string text;
  if (!summary.left_model) return text;
  for (const ValidityCount& limit : *summary.left_model) {
    if (limit.samples == 0) continue;
    text += fmt::format("model validity exceeded: {} in {} of {}\n", limit.name, limit.samples,
                        counted(summary.samples() - summary.count(Status::not_run), "sample"));
  }
  return text;
}

std::string missing_text(const Summary& summary) {
  if (summary.complete) return "";
  const std::int64_t missing = summary.count(Status::not_run);
  if (missing == 0)
    return "incomplete: all samples are flown, but the run did not finish the file\n";
  return fmt::format("incomplete: {} of {} {} missing\n", missing,
                     counted(summary.samples(), "sample"), verb(missing, "is", "are"));
}

std::string interval_text(double low, double high) {
  return fmt::format("[{}, {}]", significant(low), significant(high));
}

/// The line about failed samples, which the statistics below exclude.
std::string left_out_text(const StatusCounts& counts) {
  std::string failures;
  std::int64_t flown = 0;
  for (const Status status : all_statuses) {
    if (status != Status::not_run) flown += counts[status];
    if (counts[status] == 0 || !is_failure(status)) continue;
    failures +=
        fmt::format("{}{} {}", failures.empty() ? "" : ", ", counts[status], status_name(status));
  }
  if (failures.empty()) return "";
  return fmt::format("statistics of {} of {}; failed samples are excluded: {}\n",
                     counts[Status::ok], counted(flown, "sample"), failures);
}

/// Intervals or standard errors of a table: none if the design gives no standard error.
struct TableKind {
  bool with_intervals =
      false;               ///< intervals of mean and median, else the standard error of the mean
  bool knows_mean = true;  ///< the mean has a standard error
  bool is_independent = true;

  TableKind(const Sampling& sampling, bool intervals)
      : with_intervals(intervals),
        knows_mean(sampling.is_independent() || sampling.is_replicated()),
        is_independent(sampling.is_independent()) {}

  bool marks_skewed() const { return with_intervals && is_independent; }
  const char* mean_header() const {
    if (!knows_mean) return "mean";
    return with_intervals ? "mean +- 95 %" : "mean +- se";
  }
};

/// A mean with its standard error, or with the half-width of its confidence interval and a star if
/// the interval is too narrow.
std::string mean_cell(const StatisticsRow& row, const MeanInterval& mean, const TableKind& kind) {
  const double value = row[statistic("mean")];
  if (!kind.knows_mean) return significant(value);
  if (!kind.with_intervals) return mean_text(value, mean.se);
  return mean_text(value, mean.half_width) + (kind.marks_skewed() && is_skewed(row) ? "*" : "");
}

constexpr const char* sides_note = "intervals are two-sided\n";

constexpr const char* skewed_note =
    "*: too skewed for this number of samples: the coverage of the interval is below 95 %\n";

std::string skewed_text(const GroupSummary& group) {
  if (std::none_of(group.rows.begin(), group.rows.end(), is_skewed)) return "";
  return skewed_note;
}

std::int64_t failures_in(const StatusCounts& counts) {
  std::int64_t failed = 0;
  for (const Status status : all_statuses) {
    if (is_failure(status)) failed += counts[status];
  }
  return failed;
}

/// The source of the standard errors of means, or why there are none.
std::string sampling_text(const Sampling& sampling) {
  if (sampling.is_independent()) return "";
  if (sampling.is_replicated()) {
    return fmt::format("standard errors of means: Student's t over {} replicates (approximate)\n",
                       sampling.replicates);
  }
  return fmt::format(
      "no standard errors of means: the samples of a {} design are not independent\n",
      sampling.design);
}

/// The table of one group. It has a column n only if metrics lack values for some samples.
TableText metrics_table(const Summary& summary, const GroupSummary& group, const TableKind& kind,
                        bool with_units = false) {
  const bool with_median = kind.with_intervals && kind.is_independent;
  const auto ok = static_cast<double>(group.counts[Status::ok]);
  bool with_n = false;
  for (const StatisticsRow& row : group.rows) with_n = with_n || row[statistic("n")] != ok;
  Table table;
  table.header = {"", kind.mean_header(), "sd", "min", "q05", "q50", "q95", "max"};
  if (with_median) table.header.insert(table.header.begin() + 6, "[95 % of q50]");
  if (with_n) table.header.insert(table.header.begin() + 1, "n");
  if (with_units) table.header.insert(table.header.begin() + 1, "unit");
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    const StatisticsRow& row = group.rows[m];
    auto& cells = table.rows.emplace_back(std::vector<std::string>{summary.metrics[m].name});
    if (with_units) cells.push_back(summary.metrics[m].unit);
    if (with_n) cells.push_back(fmt::format("{}", row[statistic("n")]));
    cells.push_back(mean_cell(row, group.means[m], kind));
    cells.push_back(significant(row[statistic("sd")]));
    cells.push_back(significant(row[statistic("min")]));
    cells.push_back(significant(row[statistic("q05")]));
    cells.push_back(significant(row[statistic("q50")]));
    if (with_median) {
      cells.push_back(interval_text(row[statistic("q50_low95")], row[statistic("q50_high95")]));
    }
    cells.push_back(significant(row[statistic("q95")]));
    cells.push_back(significant(row[statistic("max")]));
  }
  return {left_out_text(group.counts), std::move(table),
          kind.marks_skewed() ? skewed_text(group) : ""};
}

}  // namespace

std::string headline(const Summary& summary) {
  return fmt::format("{}: {}, {}\n{}{}", summary.scenario, counted(summary.samples(), "sample"),
                     counts_text(summary.counts), missing_text(summary), validity_text(summary));
}

std::string group_text(const Group& group) {
  if (!group.point) return "";
  std::string text = fmt::format("point {}", *group.point);
  for (std::size_t i = 0; i < group.values.size(); ++i) {
    text +=
        fmt::format("{}{} = {}", i == 0 ? ": " : ", ", group.values[i].path, group.values[i].text);
  }
  return text;
}

std::string summary_text(const Summary& summary, std::size_t width) {
  const std::string text = headline(summary);
  if (!summary.is_sweep()) {
    return text +
           tables_text(
               {metrics_table(summary, summary.groups[0], TableKind(summary.sampling, false))},
               width) +
           sampling_text(summary.sampling);
  }
  return text + fmt::format("{}: `montecopter stats` shows the statistics of each\n",
                            counted(summary.groups.size(), "sweep point"));
}

std::vector<TableText> stats_tables(const Summary& summary, bool with_units) {
  const TableKind kind(summary.sampling, true);
  std::vector<TableText> tables;
  for (const GroupSummary& group : summary.groups) {
    TableText& part = tables.emplace_back(metrics_table(summary, group, kind, with_units));
    if (!summary.is_sweep()) continue;
    part.before = fmt::format("\n{} ({})\n", group_text(group.group), counts_text(group.counts)) +
                  part.before;
  }
  tables.back().after += (kind.knows_mean ? sides_note : "") + sampling_text(summary.sampling);
  return tables;
}

std::string stats_text(const Summary& summary, std::size_t width) {
  return tables_text(stats_tables(summary), width);
}

std::vector<TableText> points_tables(const Summary& summary) {
  const TableKind kind(summary.sampling, true);
  std::vector<TableText> tables;
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    const SummaryMetric& metric = summary.metrics[m];
    Table table{{"point"}, {}};
    for (const SweepValue& value : summary.groups.front().group.values) {
      table.header.push_back(value.path);
    }
    for (const char* name :
         {"n", "failed", kind.mean_header(), "sd", "min", "q05", "q50", "q95", "max"}) {
      table.header.emplace_back(name);
    }
    for (const GroupSummary& group : summary.groups) {
      const StatisticsRow& row = group.rows[m];
      auto& cells = table.rows.emplace_back();
      cells.push_back(fmt::format("{}", group.group.point.value_or(0)));
      for (const SweepValue& value : group.group.values) cells.push_back(value.text);
      cells.push_back(fmt::format("{}", row[statistic("n")]));
      cells.push_back(fmt::format("{}", failures_in(group.counts)));
      cells.push_back(mean_cell(row, group.means[m], kind));
      for (const std::size_t s : {statistic("sd"), statistic("min"), statistic("q05"),
                                  statistic("q50"), statistic("q95"), statistic("max")}) {
        cells.push_back(significant(row[s]));
      }
    }
    const bool has_unit = !metric.unit.empty() && metric.unit != "1";
    TableText& part = tables.emplace_back();
    part.before = fmt::format("\n{}{}\n", metric.name, has_unit ? " [" + metric.unit + "]" : "");
    part.table = std::move(table);
    bool is_any_skewed = false;
    for (const GroupSummary& group : summary.groups) {
      is_any_skewed = is_any_skewed || is_skewed(group.rows[m]);
    }
    if (kind.marks_skewed() && is_any_skewed) part.after = skewed_note;
  }
  tables.back().after += (kind.knows_mean ? sides_note : "") + sampling_text(summary.sampling);
  return tables;
}

std::string points_text(const Summary& summary, std::size_t width) {
  return tables_text(points_tables(summary), width);
}

std::string signals_text(const SignalReport& report, std::size_t width) {
  std::string text;
  for (const SignalChoice& choice : report.choices) {
    std::vector<Table> tables(choice.components.size());
    for (Table& table : tables) {
      table.header.assign(time_statistics.begin(), time_statistics.end());
      table.header.insert(table.header.begin(), "time [s]");
    }
    summarise_signal(
        report.file, choice, report.traces, report.times,
        [&](Index time, std::span<const TimeRow> rows) {
          const double t = report.time_s[time];
          for (std::size_t c = 0; c < rows.size(); ++c) {
            auto& cells = tables[c].rows.emplace_back();
            cells.push_back(fmt::format("{:.6g}", t));
            cells.push_back(fmt::format("{}", rows[c][0]));
            for (std::size_t s = 1; s < rows[c].size(); ++s) {
              cells.push_back(significant(rows[c][s]));
            }
          }
        },
        report.threads);
    const std::string unit = choice.signal.dataset->text("units");
    const std::string frame = choice.signal.dataset->text("frame");
    for (std::size_t c = 0; c < tables.size(); ++c) {
      text += fmt::format("\n{}{}{}: {}\n", choice.signal.full_name(choice.components[c]),
                          unit.empty() || unit == "1" ? "" : " [" + unit + "]",
                          frame.empty() ? "" : " in " + frame,
                          counted(report.traces.size(), "traced sample"));
      text += table_text(tables[c], width);
    }
  }
  return text;
}

}  // namespace montecopter
