#include "fuzz/use_result.hpp"

#include <numeric>

#include "fuzz/attempt.hpp"
#include "record/intact.hpp"
#include "results/diff/compare.hpp"
#include "results/export/export.hpp"
#include "results/summarise/report.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter::fuzz {
namespace {

using record::ResultFile;

/// Takes long reports without keeping them.
void forget(std::string_view) {}

std::vector<std::int64_t> all_traces(const ResultFile& file) {
  std::vector<std::int64_t> rows(file.trace_samples().size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

void read_bytes(const ResultFile& file) {
  for (const record::Dataset& dataset : file.datasets()) {
    if (dataset.scale == record::Scale::bare) continue;
    file.read_elements(dataset, 0, dataset.elements());
    file.read_rows(dataset, dataset.rows() - 1, 1);
  }
  file.complete(), file.content_sha256();
  file.scenario_text(), file.resolved_text();
}

/// `montecopter stats`
void show(const ResultFile& file) {
  const Samples samples = read_samples(file);
  const Summary summary = summarise(file, samples);
  accepted([&] { verify_statistics(file, summary); });
  headline(summary), stats_text(summary), summary_text(summary);
  write_json(summary, {file.path(), ""}, forget);
  write_csv(summary, forget);
}

/// `montecopter stats --signal`, for every signal
void show_signals(const ResultFile& file) {
  const Samples samples = read_samples(file);
  const Summary summary = summarise(file, samples);
  const auto traces = traces_by_group(file, samples);
  for (const record::TracedSignal& signal : record::traced_signals(file)) {
    const auto choices = choose_signals(file, {signal.name()});
    const std::vector<double> time_s = times_of(file, choices);
    const auto times = thin_times(time_s.size(), 5);
    const Group& group = summary.groups.front().group;
    const SignalReport report{file, group, choices, traces.front(), times, time_s};
    signals_text(report);
    write_signals_json(report, forget);
    write_signals_csv(report, forget);
  }
}

void export_all(const ResultFile& file) {
  const Samples samples = read_samples(file);
  accepted([&] { export_samples(file, samples, CsvHeader::names, forget); });
  export_traces(file, choose_signals(file, {}), all_traces(file), CsvHeader::names_with_units,
                forget);
}

void compare_with_itself(const ResultFile& file) {
  const diff::Report exact = diff::compare(file, file, {});
  diff::report_text(exact), diff::report_json(exact);
  diff::CompareOptions loose;
  loose.all.rel = 1e-9;
  diff::compare(file, file, loose);
}

}  // namespace

void use(const ResultFile& file) {
  for (const auto& read : {read_bytes, show, show_signals, export_all, compare_with_itself}) {
    accepted([&] { read(file); });
  }
  accepted([&] { record::require_intact(file); });
}

}  // namespace montecopter::fuzz
