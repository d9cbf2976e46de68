#include "results/golden/page.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/printable.hpp"
#include "core/base/table.hpp"
#include "plan/outcome.hpp"
#include "record/signals.hpp"

namespace montecopter::golden {
namespace {

using record::Dataset;
using record::ResultFile;

constexpr int digits = 6;
constexpr std::array shown = {"n", "mean", "sd", "min", "q50", "max"};

std::string ends_text(const ResultFile& file) {
  std::array<std::int64_t, status_names.size()> counts{};
  for (const std::int8_t code : file.status()) {
    if (code >= 0 && code < std::ssize(counts)) ++counts[static_cast<std::size_t>(code)];
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) words.push_back(fmt::format("{} {}", counts[i], status_names[i]));
  }
  return fmt::format("{} {}: {}", file.samples(), file.samples() == 1 ? "sample" : "samples",
                     fmt::join(words, ", "));
}

/// The values of the sweep at a point: " at vehicle.mass_kg = 1.2".
std::string point_text(const ResultFile& file, std::int64_t point) {
  std::vector<std::string> words;
  for (const Dataset& dataset : file.datasets()) {
    if (!dataset.name.starts_with("sweep_") || dataset.dims != std::vector<std::string>{"point"}) {
      continue;
    }
    words.push_back(fmt::format("{} = {:.6g}", dataset.name.substr(6),
                                file.read_f64(dataset, point, 1).front()));
  }
  return words.empty() ? "" : fmt::format(" at {}", fmt::join(words, ", "));
}

/// The statistics of all metrics in one group of samples.
Table statistics_table(const ResultFile& file, std::int64_t group) {
  Table table{{"metric", "unit"}, {}};
  table.header.insert(table.header.end(), shown.begin(), shown.end());
  for (const Dataset& dataset : file.datasets()) {
    if (!dataset.name.starts_with(statistics_prefix) || dataset.shape.empty()) continue;
    const std::int64_t width = dataset.shape.back();
    const std::vector<std::string> names = record::element_names(file, dataset.dims.back(), width);
    const std::vector<double> row = file.read_f64(dataset, group * width, width);
    std::vector<std::string> cells = {dataset.name.substr(5), dataset.text("units")};
    for (const std::string_view name : shown) {
      double value = stored_nan;
      for (std::size_t i = 0; i < names.size(); ++i) value = names[i] == name ? row[i] : value;
      cells.push_back(name == "n" ? fmt::format("{:.0f}", value) : significant(value, digits));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::int64_t groups_of(const ResultFile& file) {
  const Dataset* points = file.find("point");
  return points ? points->rows() : 1;
}

/// A table of the chosen samples: how each flight ended, and its digest.
Table chosen_table(const ResultFile& file) {
  Table table{{"sample", "status", "t_end_s", "last digest"}, {}};
  const std::vector<std::int64_t> samples = file.read_i64(chosen_sample_name);
  const std::vector<std::int8_t> status = file.status();
  const Dataset* digest = file.find(digest_column);
  const Dataset* end = file.find(t_end_column);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const auto row = static_cast<std::int64_t>(k);
    const auto code = static_cast<std::size_t>(status.at(static_cast<std::size_t>(samples[k])));
    std::uint64_t last = 0;
    if (digest && digest->shape.size() == 2 && digest->element == Element::u64) {
      const std::int64_t at = row * digest->shape[1] + digest->shape[1] - 1;
      std::memcpy(&last, file.read_elements(*digest, at, 1).data(), sizeof last);
    }
    table.rows.push_back({fmt::format("{}", samples[k]),
                          code < status_names.size() ? status_names[code] : "unknown",
                          end ? fmt::format("{:.6g}", file.read_f64(*end, row, 1).front()) : "-",
                          fmt::format("{:016x}", last)});
  }
  return table;
}

std::string history_text(const Golden& golden) {
  std::string text;
  for (const Acceptance& blessing : golden.history) {
    text +=
        fmt::format("{}  {}\n  montecopter {}, {} -> {}\n", blessing.date, blessing.reason,
                    blessing.build, blessing.before.empty() ? "new" : blessing.before.substr(0, 16),
                    blessing.after.substr(0, 16));
  }
  return text;
}

}  // namespace

std::string page(const Golden& golden) {
  const ResultFile file = as_result(golden, "golden");
  std::string text = fmt::format("{}: {}\nflights and numbers, SHA-256: {}\n",
                                 file.root_attribute("title"), ends_text(file), identity(golden));
  for (std::int64_t group = 0; group < groups_of(file); ++group) {
    const Table table = statistics_table(file, group);
    if (table.rows.empty()) continue;
    text += fmt::format("\nmetrics of the samples with status ok{}\n{}", point_text(file, group),
                        table_text(table));
  }
  text +=
      fmt::format("\nsamples kept with all numbers and traces\n{}", table_text(chosen_table(file)));
  text += fmt::format("\nhistory\n{}", history_text(golden));
  return printable(text);
}

}  // namespace montecopter::golden
