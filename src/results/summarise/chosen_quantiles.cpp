#include "results/summarise/chosen_quantiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "core/base/text.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {
namespace {

constexpr std::size_t most_quantiles = 50;

/// "q05", "q99.9", "q00.1"
std::string quantile_name(double percent) {
  return (percent < 10 ? "q0" : "q") + fmt::format("{}", percent);
}

std::vector<std::string> quantile_names(const ChosenQuantiles& chosen) {
  std::vector<std::string> names;
  for (const double percent : chosen.percent) names.push_back(quantile_name(percent));
  return names;
}

/// Index of each sample's group in the summary; -1 if it has none.
std::vector<std::ptrdiff_t> shown_groups(const Samples& samples, const Summary& summary) {
  std::vector<std::ptrdiff_t> shown(samples.groups.size(), -1);
  for (std::size_t g = 0; g < samples.groups.size(); ++g) {
    for (std::size_t k = 0; k < summary.groups.size(); ++k) {
      if (summary.groups[k].group.point == samples.groups[g].point) {
        shown[g] = static_cast<std::ptrdiff_t>(k);
      }
    }
  }
  return shown;
}

std::string name_and_unit(const SummaryMetric& metric) {
  const bool has_unit = !metric.unit.empty() && metric.unit != "1";
  return metric.name + (has_unit ? " [" + metric.unit + "]" : "");
}

std::string n_of(const GroupSummary& group, std::size_t metric) {
  return fmt::format("{}", group.rows[metric][statistic("n")]);
}

void add_numbers(std::vector<std::string>& cells, const std::vector<double>& values) {
  for (const double value : values) cells.push_back(significant(value));
}

/// A row for each point.
Table table_of_metric(const Summary& summary, const ChosenQuantiles& chosen, std::size_t metric) {
  Table table{{"point"}, {}};
  for (const SweepValue& value : summary.groups.front().group.values) {
    table.header.push_back(value.path);
  }
  table.header.emplace_back("n");
  const std::vector<std::string> names = quantile_names(chosen);
  table.header.insert(table.header.end(), names.begin(), names.end());
  for (std::size_t g = 0; g < summary.groups.size(); ++g) {
    const GroupSummary& group = summary.groups[g];
    auto& cells = table.rows.emplace_back();
    cells.push_back(fmt::format("{}", group.group.point.value_or(0)));
    for (const SweepValue& value : group.group.values) cells.push_back(value.text);
    cells.push_back(n_of(group, metric));
    add_numbers(cells, chosen.values[g][metric]);
  }
  return table;
}

}  // namespace

std::vector<double> parse_percents(const std::string& option, const std::string& text) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ExitCode::usage,
                Problem{option, what, "", "Give percentages from 0 to 100, such as 1,50,99"});
  };
  std::vector<double> percents;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::optional<double> percent = parse_double(word);
    if (!percent) refuse(fmt::format("'{}' is not a number", word));
    if (!(*percent >= 0 && *percent <= 100)) refuse(fmt::format("{} is not a percentage", word));
    percents.push_back(std::abs(*percent));  // turns -0 into 0
    begin = end + 1;
  }
  std::sort(percents.begin(), percents.end());
  percents.erase(std::unique(percents.begin(), percents.end()), percents.end());
  if (percents.size() > most_quantiles) {
    refuse(fmt::format("more than {} quantiles", most_quantiles));
  }
  return percents;
}

ChosenQuantiles quantiles_of(const record::ResultFile& file, const Samples& samples,
                             const Summary& summary, std::vector<double> percent) {
  ChosenQuantiles chosen{std::move(percent), {}};
  chosen.values.resize(summary.groups.size());
  const std::vector<std::ptrdiff_t> shown = shown_groups(samples, summary);
  for (const SummaryMetric& metric : summary.metrics) {
    const std::vector<double> column = read_sample_column(file, metric_prefix + metric.name);
    std::vector<std::vector<double>> values(summary.groups.size());
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (samples.status[i] != Status::ok || std::isnan(column[i])) continue;
      const std::ptrdiff_t g = shown[samples.group_of(i)];
      if (g >= 0) values[static_cast<std::size_t>(g)].push_back(column[i]);
    }
    for (std::size_t g = 0; g < values.size(); ++g) {
      sort_ascending(values[g]);
      auto& row = chosen.values[g].emplace_back();
      for (const double p : chosen.percent) {
        row.push_back(values[g].empty() ? stored_nan : quantile_type7(values[g], p / 100));
      }
    }
  }
  return chosen;
}

std::vector<TableText> quantiles_tables(const Summary& summary, const ChosenQuantiles& chosen,
                                        bool with_units) {
  std::vector<TableText> tables;
  if (summary.is_sweep()) {
    for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
      tables.push_back({fmt::format("\n{}\n", name_and_unit(summary.metrics[m])),
                        table_of_metric(summary, chosen, m), ""});
    }
    return tables;
  }
  Table table{{"", "n"}, {}};
  if (with_units) table.header.insert(table.header.begin() + 1, "unit");
  const std::vector<std::string> names = quantile_names(chosen);
  table.header.insert(table.header.end(), names.begin(), names.end());
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    auto& cells = table.rows.emplace_back();
    const SummaryMetric& metric = summary.metrics[m];
    cells = {with_units ? metric.name : name_and_unit(metric)};
    if (with_units) cells.push_back(metric.unit);
    cells.push_back(n_of(summary.groups.front(), m));
    add_numbers(cells, chosen.values.front()[m]);
  }
  tables.push_back({"", std::move(table), ""});
  return tables;
}

std::string quantiles_json(const Summary& summary, const ChosenQuantiles& chosen,
                           std::size_t group) {
  std::string text;
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    std::string values;
    for (std::size_t q = 0; q < chosen.percent.size(); ++q) {
      values += fmt::format("{}\"{}\": {}", q == 0 ? "" : ", ", quantile_name(chosen.percent[q]),
                            json_number(chosen.values[group][m][q]));
    }
    text += fmt::format("{}{}: {{{}}}", m == 0 ? "" : ", ", json_quote(summary.metrics[m].name),
                        values);
  }
  return "\"quantiles\": {" + text + "}";
}

void write_quantiles_csv(const Summary& summary, const ChosenQuantiles& chosen, const Sink& sink) {
  std::string header = summary.is_sweep() ? "point," : "";
  for (const SweepValue& value : summary.groups.front().group.values) {
    header += csv_quote(value.path) + ",";
  }
  sink(fmt::format("{}metric,unit,n,{}\n", header, fmt::join(quantile_names(chosen), ",")));
  for (std::size_t g = 0; g < summary.groups.size(); ++g) {
    const GroupSummary& group = summary.groups[g];
    std::string start = group.group.point ? fmt::format("{},", *group.group.point) : "";
    for (const SweepValue& value : group.group.values) start += csv_quote(value.text) + ",";
    for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
      const SummaryMetric& metric = summary.metrics[m];
      std::string line =
          start + csv_quote(metric.name) + "," + csv_quote(metric.unit) + "," + n_of(group, m);
      for (const double value : chosen.values[g][m]) line += "," + csv_number(value);
      sink(line + "\n");
    }
  }
}

}  // namespace montecopter
