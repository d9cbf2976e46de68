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
  for (const Metric& metric : metrics) {
    const std::vector<double> all = file.read_f64("m_" + std::string(metric.name));
    std::vector<double> ok;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (status[i] == static_cast<std::int8_t>(Status::ok)) ok.push_back(all[i]);
    }
    summary.rows.push_back(summarise_values(std::move(ok)));
  }
  return summary;
}

std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary) {
  std::vector<std::vector<std::byte>> bytes;
  for (const StatisticsRow& row : summary.rows) {
    std::vector<std::byte> column(sizeof(row));
    std::memcpy(column.data(), row.data(), sizeof(row));
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

}  // namespace

std::string summary_text(const Summary& summary) {
  std::string text = fmt::format("{}: {} samples, {}\n", summary.scenario, summary.samples(),
                                 counts_text(summary));
  text += fmt::format("  {:<24}", "");
  for (const char* name : {"mean", "sd", "min", "q05", "q50", "q95", "max"}) {
    text += fmt::format(" {:>11}", name);
  }
  text += "\n";
  for (std::size_t m = 0; m < summary.rows.size(); ++m) {
    text += fmt::format("  {:<24}", metrics[m].name);
    for (const std::size_t s : {1u, 2u, 3u, 4u, 6u, 8u, 9u}) {
      const double x = summary.rows[m][s];
      text += std::isnan(x) ? fmt::format(" {:>11}", "-") : fmt::format(" {:>11.5g}", x);
    }
    text += "\n";
  }
  return text;
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
  text += "}, \"metrics\": {";
  for (std::size_t m = 0; m < summary.rows.size(); ++m) {
    text += fmt::format("{}\"{}\": {{", m == 0 ? "" : ", ", metrics[m].name);
    for (std::size_t s = 0; s < statistics.size(); ++s) {
      const double x = summary.rows[m][s];
      text += fmt::format("{}\"{}\": {}", s == 0 ? "" : ", ", statistics[s], json_number(x));
    }
    text += "}";
  }
  return text + "}}\n";
}

}  // namespace montecopter
