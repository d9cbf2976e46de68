/// montecopter export: a result file as CSV or as arrays for MATLAB or NumPy, or one of its samples
/// as a flight log.

#include "results/export/export.hpp"
#include "core/base/counted.hpp"
#include "core/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "export_formats.hpp"
#include "logged_sample.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/summarise/selection.hpp"
#include "sample_numbers.hpp"
#include "sample_options.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct ExportRequest : ResultRequest {
  std::optional<std::string> output, where;
  std::vector<std::string> samples, signals;
  bool traces = false, units = false, force = false;
  std::array<std::optional<std::string>, export_formats.size()> others;  ///< names of files
};

/// The requested other format, as a position in `export_formats`.
std::optional<std::size_t> other_format(const ExportRequest& request) {
  for (std::size_t i = 0; i < request.others.size(); ++i) {
    if (request.others[i]) return i;
  }
  return std::nullopt;
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), lower_case);
  return text;
}

/// The extension of a file in small letters, such as ".csv"; empty if there is none.
std::string ending_of(const std::string& path) {
  return in_small_letters(std::filesystem::path(path).extension().string());
}

/// Whether the whole name is an extension such as ".mat", which to the system is a hidden file.
bool is_only_ending(const std::string& path, std::string_view ending) {
  return in_small_letters(std::filesystem::path(path).filename().string()) == ending;
}

void report_only_ending(std::string_view option, const std::string& path, Diagnostics& problems) {
  problems.error(
      std::string(option), fmt::format("'{}' is an extension without a name", path), "",
      fmt::format("Put a name before {}", std::filesystem::path(path).filename().string()));
}

/// Options of formats as text: "--traces, --ulog or --mcap".
std::string with_formats(const char* option) {
  std::vector<std::string> options = {option};
  for (const ExportFormat& format : export_formats) options.emplace_back(format.option);
  return join(options, " or ");
}

void require_one_format(const ExportRequest& request, Diagnostics& problems) {
  const auto format = other_format(request);
  if (!format) return;
  const std::string option(export_formats[*format].option);
  const auto excludes = [&](bool given, std::string_view other) {
    if (given) problems.error(option, fmt::format("cannot be combined with {}", other));
  };
  for (std::size_t i = *format + 1; i < request.others.size(); ++i) {
    excludes(request.others[i].has_value(), export_formats[i].option);
  }
  excludes(request.traces, "--traces");
  excludes(request.where.has_value(), "--where");
  excludes(request.output.has_value(), "--output");
  const std::string& name = *request.others[*format];
  const std::string_view ending = export_formats[*format].ending;
  if (ending_of(name) == ending) return;
  if (is_only_ending(name, ending)) return report_only_ending(option, name, problems);
  problems.error(option, fmt::format("'{}' does not end with {}", name, ending),
                 "programs recognise the format by it");
}

/// The array format of files with this extension, or null.
const ArrayFormat* array_format(const std::string& ending) {
  const auto* at = std::find_if(array_formats.begin(), array_formats.end(),
                                [&](const ArrayFormat& format) { return format.ending == ending; });
  return at == array_formats.end() ? nullptr : at;
}

bool is_csv(const std::string& ending) { return ending.empty() || ending == ".csv"; }

/// The known extensions as text: ".csv, .mat and .npz".
std::string known_endings() {
  std::string text = ".csv";
  for (const ArrayFormat& format : array_formats) {
    text += fmt::format("{}{}", &format == &array_formats.back() ? " and " : ", ", format.ending);
  }
  return text;
}

void require_known_ending(const std::string& name, Diagnostics& problems) {
  const std::string ending = ending_of(name);
  for (const ArrayFormat& format : array_formats) {
    if (is_only_ending(name, format.ending)) return report_only_ending("--output", name, problems);
  }
  if (is_only_ending(name, ".csv")) return report_only_ending("--output", name, problems);
  if (is_csv(ending) || array_format(ending) != nullptr) return;
  problems.error("--output", fmt::format("'{}' has no known extension", name),
                 fmt::format("export writes {}, not {}", known_endings(), ending),
                 "Use one of these extensions");
}

void require_consistent(const ExportRequest& request) {
  Diagnostics problems;
  const auto needs = [&](bool given, const char* option, const std::string& other) {
    if (given) problems.error(option, fmt::format("needs {}", other));
  };
  const bool has_traces = request.traces || other_format(request);
  needs(!has_traces && !request.samples.empty(), "--sample", with_formats("--traces"));
  needs(!has_traces && !request.signals.empty(), "--signal", with_formats("--traces"));
  needs(request.force && !request.output && !other_format(request), "--force",
        with_formats("--output"));
  require_one_format(request, problems);
  if (request.output) require_known_ending(*request.output, problems);
  problems.throw_if_errors();
}

/// The samples to write, ascending; no value means all samples.
std::optional<std::vector<std::int64_t>> chosen_samples(const ExportRequest& request,
                                                        const record::ResultFile& file,
                                                        const Samples& samples) {
  if (!request.where) return std::nullopt;
  SampleChoice choice;
  choice.where = request.where;
  return choose_samples(file, samples, choice).numbers;
}

/// Reports "sample 7 has no trace" or "samples 1, 2, 3, 4, 5 and 90 more have no trace"; nothing
/// for an empty list.
void report_samples(const std::vector<std::int64_t>& numbers, const char* of_one,
                    const char* of_many, Diagnostics& problems) {
  constexpr std::size_t most = 5;
  if (numbers.empty()) return;
  if (numbers.size() == 1) {
    problems.error("--sample", fmt::format("sample {} {}", numbers.front(), of_one));
    return;
  }
  const std::span<const std::int64_t> named(numbers.data(), std::min(most, numbers.size()));
  const std::string more =
      numbers.size() > most ? fmt::format(" and {} more", numbers.size() - most) : "";
  problems.error("--sample", fmt::format("samples {}{} {}", fmt::join(named, ", "), more, of_many));
}

/// Rows of the traces of the requested samples, or of all flown samples.
std::vector<std::int64_t> trace_rows(const ExportRequest& request, const record::ResultFile& file,
                                     const Samples& samples) {
  const std::vector<std::int64_t> traced = file.trace_samples();
  const auto flown = [&](std::int64_t sample) { return samples.flown_at_row(sample); };
  std::vector<std::int64_t> rows, without_trace, not_flown;
  for (const std::int64_t sample :
       sample_numbers("--sample", request.samples, file.samples() - 1)) {
    const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
    const bool has_trace = at != traced.end() && *at == sample;
    if (!has_trace) without_trace.push_back(sample);
    if (has_trace && !flown(sample)) not_flown.push_back(sample);
    rows.push_back(at - traced.begin());
  }
  Diagnostics problems;
  report_samples(without_trace, "has no trace", "have no trace", problems);
  report_samples(not_flown, "is not flown yet", "are not flown yet", problems);
  problems.throw_if_errors();
  for (std::size_t k = 0; request.samples.empty() && k < traced.size(); ++k) {
    if (flown(traced[k])) rows.push_back(static_cast<std::int64_t>(k));
  }
  if (const auto chosen = chosen_samples(request, file, samples)) {
    std::erase_if(rows, [&](std::int64_t row) {
      return !std::binary_search(chosen->begin(), chosen->end(),
                                 traced[static_cast<std::size_t>(row)]);
    });
  }
  return rows;
}

/// Writes the file to a sink.
using WriteFile = std::function<void(const ByteSink&)>;

WriteFile prepare_csv(const ExportRequest& request, const record::ResultFile& file,
                      const Samples& samples) {
  const CsvHeader header = request.units ? CsvHeader::names_with_units : CsvHeader::names;
  if (!request.traces) {
    return [&file, &samples, header, chosen = chosen_samples(request, file, samples)](
               const auto& sink) { export_samples(file, samples, header, sink, chosen); };
  }
  auto choices = choose_signals(file, request.signals);
  auto rows = trace_rows(request, file, samples);
  return [&file, header, choices = std::move(choices), rows = std::move(rows)](const auto& sink) {
    export_traces(file, choices, rows, header, sink);
  };
}

/// Writes arrays of samples and points, with --traces also of the traces.
WriteFile prepare_arrays(const ExportRequest& request, const record::ResultFile& file,
                         const Samples& samples, const ArrayFormat& format) {
  std::vector<NamedArray> arrays =
      sample_arrays(file, samples, chosen_samples(request, file, samples));
  if (request.traces) {
    auto traces = trace_arrays(file, choose_signals(file, request.signals),
                               trace_rows(request, file, samples));
    std::move(traces.begin(), traces.end(), std::back_inserter(arrays));
  }
  arrays.push_back(column_table(arrays));
  if (format.require_sizes != nullptr) format.require_sizes(arrays);
  return
      [arrays = std::move(arrays), write = format.write](const auto& sink) { write(arrays, sink); };
}

/// Reports every mistake in the command before a byte is written.
WriteFile prepare(const ExportRequest& request, const record::ResultFile& file,
                  const Samples& samples) {
  const ArrayFormat* format = request.output ? array_format(ending_of(*request.output)) : nullptr;
  return format == nullptr ? prepare_csv(request, file, samples)
                           : prepare_arrays(request, file, samples, *format);
}

void warn_of_missing(const record::ResultFile& file, const Samples& samples, Remarks& remarks) {
  const std::int64_t missing = samples.counts()[Status::not_run];
  if (missing == 0) return;
  remarks.warn_of_run(fmt::format("{}: warning: incomplete: {} of {} {} missing", file.path(),
                                  missing, counted(samples.size(), "sample"),
                                  verb(missing, "is", "are")));
}

void export_other(const ExportRequest& request, std::size_t format, const record::ResultFile& file,
                  const Samples& samples, Remarks& remarks) {
  const LoggedSample logged =
      logged_sample(file, samples, request.samples, request.signals, remarks);
  OutputFile out(*request.others[format], request.force, export_formats[format].option);
  export_formats[format].write(logged, [&](std::string_view piece) { out.add(piece); });
  out.finish();
}

void export_table(const ExportRequest& request, const record::ResultFile& file,
                  const Samples& samples) {
  const WriteFile write = prepare(request, file, samples);
  const auto to = [&](auto&& out) {
    write([&](std::string_view piece) { out.add(piece); });
    out.finish();
  };
  if (request.output) {
    to(OutputFile(*request.output, request.force));
  } else {
    to(AnswerStream());
  }
}

ExitCode export_result(const ExportRequest& request) {
  require_consistent(request);
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  const Samples samples = read_samples(file);
  if (const auto format = other_format(request)) {
    export_other(request, *format, file, samples, remarks);
  } else {
    export_table(request, file, samples);
  }
  warn_of_missing(file, samples, remarks);
  return ExitCode::ok;
}

}  // namespace

Command export_command() {
  auto request = std::make_shared<ExportRequest>();
  const Options own = {
      {"-o,--output", &request->output,
       "Output file; its extension selects the format: .csv, .mat (MATLAB, Octave) or .npz "
       "(NumPy); default: CSV to stdout",
       "FILE"},
      {"--force", &request->force, "Replace the file if it exists"},
      where_option(
          request->where,
          "Only samples that satisfy this condition, e.g. 'max_tilt_deg > 40 and status == ok'"),
      {"--traces", &request->traces,
       "Export signals over time: in CSV one line per sample and output time, in other formats as "
       "arrays beside the sample arrays"},
      {"--units", &request->units, "In CSV: name columns with their units, as in 'position.x [m]'"},
      {"--sample", &request->samples,
       "With --traces or a flight log: only these samples, e.g. 3 or 3,17 or 40..45; a flight log "
       "holds one",
       "N"},
      {"--signal", &request->signals,
       "With --traces or a flight log: only these signals, e.g. position or position.x",
       "NAME[.COMPONENT]"},
  };
  Options others;
  for (std::size_t i = 0; i < export_formats.size(); ++i) {
    const ExportFormat& format = export_formats[i];
    others.push_back({std::string(format.option), &request->others[i], std::string(format.doc),
                      std::string(format.value)});
  }
  return {
      .name = "export",
      .doc = "Export a result as CSV, for MATLAB or NumPy, or one sample as a flight log",
      .options = joined({result_options(*request), own, others}),
      .footer =
          "Examples:\n"
          "  montecopter export hover.h5 -o samples.csv\n"
          "  montecopter export hover.h5 --where 'status != ok' -o failed.csv\n"
          "  montecopter export hover.h5 --traces --sample 7 --signal position -o traces.csv\n"
          "  montecopter export hover.h5 --sample 7 --ulog hover-7.ulg\n"
          "  montecopter export hover.h5 --traces -o hover.mat\n"
          "  montecopter export hover.h5 --traces -o hover.npz",
      .run = [request] { return export_result(*request); },
  };
}

}  // namespace montecopter::cli
