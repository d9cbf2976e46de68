#include "summarise/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "base/text.hpp"

namespace montecopter {

std::int64_t Summary::samples() const {
  return std::accumulate(status_counts.begin(), status_counts.end(), std::int64_t{0});
}

Summary summarise(const record::ResultFile& file) {
  Summary summary;
  summary.scenario = file.root_attribute("title");
  const std::vector<std::int8_t> status = file.status();
  for (const std::int8_t code : status) {
    ++summary.status_counts.at(static_cast<std::size_t>(code));
  }
  summary.points = read_points(file);
  for (const Metric& metric : metrics) {
    const std::vector<double> all = file.read_f64("m_" + std::string(metric.name));
    std::vector<std::vector<double>> ok(summary.points.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (status[i] != static_cast<std::int8_t>(Status::ok)) continue;
      ok[summary.points.of(i)].push_back(all[i]);
    }
    for (auto& values : ok) summary.rows.push_back(summarise_values(std::move(values)));
  }
  return summary;
}

std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary) {
  std::vector<std::vector<std::byte>> bytes;
  const std::size_t points = summary.points.size();
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    std::vector<std::byte> column(points * sizeof(StatisticsRow));
    std::memcpy(column.data(), &summary.row(m, 0), column.size());
    bytes.push_back(std::move(column));
  }
  return bytes;
}

namespace {

std::string counts_text(const Summary& summary) {
  std::vector<std::string> parts;
  for (std::size_t code : {1u, 2u, 3u, 0u}) {
    if (code != 1 && summary.status_counts[code] == 0) continue;
    parts.push_back(fmt::format("{} {}", summary.status_counts[code], status_names[code]));
  }
  return join(parts);
}

/// Points beyond this many are not listed on a terminal.
constexpr std::size_t max_listed_points = 16;

/// One line of the table.
std::string row_text(std::string_view label, const StatisticsRow& row) {
  std::string text = fmt::format("  {:<24}", label);
  for (const std::size_t s : {1u, 2u, 3u, 4u, 6u, 8u, 9u}) {
    text += std::isnan(row[s]) ? fmt::format(" {:>11}", "-") : fmt::format(" {:>11.5g}", row[s]);
  }
  return text + "\n";
}

/// One table per sweep point, or one for all.
std::string tables_text(const Summary& summary) {
  std::string text;
  for (std::size_t p = 0; p < summary.points.size(); ++p) {
    if (summary.points.is_sweep()) {
      text += fmt::format("point {}: {}\n", p, summary.points.describe(p));
    }
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      text += row_text(metrics[m].name, summary.row(m, p));
    }
  }
  return text;
}

std::string metrics_json(const Summary& summary, std::size_t point) {
  std::string text = "{";
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    text += fmt::format("{}\"{}\": {{", m == 0 ? "" : ", ", metrics[m].name);
    for (std::size_t s = 0; s < statistics.size(); ++s) {
      const double x = summary.row(m, point)[s];
      text += fmt::format("{}\"{}\": {}", s == 0 ? "" : ", ", statistics[s], json_number(x));
    }
    text += "}";
  }
  return text + "}";
}

std::string points_json(const Summary& summary) {
  std::string text = "[";
  for (std::size_t p = 0; p < summary.points.size(); ++p) {
    text += p == 0 ? "{\"sweep\": {" : ", {\"sweep\": {";
    for (std::size_t i = 0; i < summary.points.names.size(); ++i) {
      text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", json_quote(summary.points.names[i]),
                          json_number(summary.points.values[p][i]));
    }
    text += "}, \"metrics\": " + metrics_json(summary, p) + "}";
  }
  return text + "]";
}

}  // namespace

std::string summary_text(const Summary& summary) {
  const std::size_t points = summary.points.size();
  std::string text = summary.scenario + ": ";
  if (summary.points.is_sweep()) text += fmt::format("{} points, ", points);
  text += fmt::format("{} samples, {}\n", summary.samples(), counts_text(summary));
  if (points > max_listed_points) {
    return text +
           fmt::format("  {} points are too many to list: see stat_<metric> or --json\n", points);
  }
  text += fmt::format("  {:<24}", "");
  for (const char* name : {"mean", "sd", "min", "q05", "q50", "q95", "max"}) {
    text += fmt::format(" {:>11}", name);
  }
  return text + "\n" + tables_text(summary);
}

std::string summary_json(const Summary& summary, const std::string& file,
                         const std::string& content_sha256) {
  std::string text =
      fmt::format("{{\"scenario\": {}, \"file\": {}, \"content_sha256\": {}, \"samples\": {}",
                  json_quote(summary.scenario), json_quote(file), json_quote(content_sha256),
                  summary.samples());
  text += ", \"status\": {";
  for (std::size_t code = 0; code < status_names.size(); ++code) {
    text += fmt::format("{}\"{}\": {}", code == 0 ? "" : ", ", status_names[code],
                        summary.status_counts[code]);
  }
  text += "}, ";
  text += summary.points.is_sweep() ? "\"points\": " + points_json(summary)
                                    : "\"metrics\": " + metrics_json(summary, 0);
  return text + "}\n";
}

}  // namespace montecopter
