/// montecopter stats: statistics of metrics and of signals over time of a result file, or a list of
/// some of its samples.

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/latex.hpp"
#include "core/base/text.hpp"
#include "correlation_text.hpp"
#include "flight_warnings.hpp"
#include "options.hpp"
#include "plan/correlated_pairs.hpp"
#include "plan/plan.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/summarise/chosen_quantiles.hpp"
#include "results/summarise/consistency.hpp"
#include "results/summarise/listing.hpp"
#include "results/summarise/report.hpp"
#include "results/summarise/selection.hpp"
#include "sample_options.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct StatsRequest : ResultRequest {
  std::vector<std::string> metrics, signals, at;
  std::optional<std::string> rows, point, quantiles;
  bool json = false, csv = false, latex = false;
  SampleOptions list;
};

/// Number of output times in a table, unless --rows or --at give others.
constexpr std::int64_t terminal_rows = 20;

void require_consistent(const StatsRequest& request) {
  Diagnostics problems;
  const bool over_time = !request.signals.empty();
  if (request.json && request.csv) {
    problems.error("--csv", "cannot be combined with --json", "one answer has one format");
  }
  if (request.latex && (request.json || request.csv)) {
    problems.error("--latex", request.json ? "cannot go with --json" : "cannot go with --csv",
                   "one answer has one format", "Leave one out");
  }
  if (request.latex && over_time) {
    problems.error("--latex", "cannot go with --signal", "signals have too many rows for a page",
                   "Draw them with scripts/plot, or use --csv");
  }
  if (request.csv && over_time && !request.metrics.empty()) {
    problems.error("--csv", "cannot hold --metric and --signal", "they are two tables",
                   "Use one command for each");
  }
  if (request.rows && !request.at.empty()) {
    problems.error("--rows", "cannot be combined with --at", "both choose the times");
  }
  for (const auto& [option, given] :
       {std::pair{"--at", !request.at.empty()}, std::pair{"--rows", request.rows.has_value()}}) {
    if (given && !over_time) problems.error(option, "needs --signal", "metrics have no times");
  }
  if (over_time && (!request.list.is_empty() || request.list.smallest)) {
    problems.error("--signal", "cannot be combined with a list of samples",
                   "it prints statistics over all samples",
                   "To get the signals of some samples, use `export --traces --where`");
  }
  if (request.quantiles && (over_time || !request.list.is_empty() || request.list.smallest)) {
    problems.error("--quantiles", "they apply only to metrics over all samples",
                   "--signal and lists of samples show something else", "Use one command for each");
  }
  problems.throw_if_errors();
}

/// Provides a report about signals for each group that is shown.
class SignalReports {
 public:
  SignalReports(const StatsRequest& request, const record::ResultFile& file, const Samples& samples)
      : file_(file),
        choices_(choose_signals(file, request.signals)),
        traces_(traces_by_group(file, samples)),
        time_s_(times_of(file, choices_)),
        times_(asked_times(request)) {}

  SignalReport of(const Group& group) const {
    const auto g = static_cast<std::size_t>(group.point.value_or(0));
    return {file_, group, choices_, traces_[g], times_, time_s_, default_threads()};
  }

 private:
  std::vector<Index> asked_times(const StatsRequest& request) const {
    std::vector<double> at;
    for (const std::string& text : request.at) at.push_back(non_negative_number("--at", text));
    if (!at.empty()) return choose_times(time_s_, at);
    constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
    const std::int64_t by_default = request.json || request.csv ? all : terminal_rows;
    return thin_times(
        time_s_.size(),
        static_cast<Index>(request.rows ? whole_number("--rows", *request.rows, 1, all)
                                        : by_default));
  }

  const record::ResultFile& file_;
  std::vector<SignalChoice> choices_;
  std::vector<std::vector<std::int64_t>> traces_;
  std::vector<double> time_s_;
  std::vector<Index> times_;
};

/// The plan of a file whose scenario correlates inputs. Other scenarios give no value; this version
/// of the program need not be able to read them.
std::optional<Plan> plan_of_correlated(const record::ResultFile& file, Remarks& remarks) {
  const std::string resolved = file.resolved_text();
  const auto says = [&](const char* word) { return resolved.find(word) != std::string::npos; };
  if (!says("correlate") && !says("multivariate_normal")) return std::nullopt;
  try {
    Plan plan = make_plan(load_scenario_text(resolved, file.path(), "."));
    if (!correlated_pairs(plan).empty()) return plan;
  } catch (const Error&) {
    remarks.warn_of_run(file.path() +
                        ": warning: this version of the program cannot read its scenario, so it "
                        "does not show rank correlations of inputs.");
  }
  return std::nullopt;
}

/// When the build that flew the file passed `verify` on that machine; empty if the file does not
/// say.
std::string verify_stamp(const record::ResultFile& file) {
  return file.volatile_text("verify_stamp");
}

std::string stamp_member(const record::ResultFile& file) {
  const std::string stamp = verify_stamp(file);
  return fmt::format("\"verify_stamp\": {}, ", stamp.empty() ? "null" : json_quote(stamp));
}

std::string stamp_text(const record::ResultFile& file) {
  const std::string stamp = verify_stamp(file);
  return stamp.empty() ? ""
                       : fmt::format("\nflown by a build that passed `verify` there: {}\n", stamp);
}

void print_text(const Summary& summary, bool by_point, const std::optional<SignalReports>& signals,
                const std::optional<ChosenQuantiles>& quantiles, const std::string& correlations) {
  answer_verdicts(headline(summary));
  if (quantiles) {
    answer(tables_text(quantiles_tables(summary, *quantiles), table_width()));
  } else if (!summary.metrics.empty()) {
    answer_verdicts(by_point ? points_text(summary, table_width())
                             : stats_text(summary, table_width()));
  }
  if (!correlations.empty()) answer("\n" + correlations);
  for (const GroupSummary& group : summary.groups) {
    if (!signals) break;
    if (summary.is_sweep()) answer("\n" + group_text(group.group) + "\n");
    answer(signals_text(signals->of(group.group), table_width()));
  }
}

void print_latex(const Summary& summary, bool by_point,
                 const std::optional<ChosenQuantiles>& quantiles) {
  const std::vector<TableText> tables = quantiles  ? quantiles_tables(summary, *quantiles, true)
                                        : by_point ? points_tables(summary)
                                                   : stats_tables(summary, true);
  answer(latex_tables({{headline(summary), {}, ""}}) +
         (summary.metrics.empty() ? "" : latex_tables(tables)));
}

void print_json(const Summary& summary, const Source& source,
                const std::optional<SignalReports>& signals,
                const std::optional<ChosenQuantiles>& quantiles, const Remarks& remarks,
                const std::string& members) {
  AnswerStream out;
  const Sink sink = [&](std::string_view piece) { out.add(piece); };
  const auto add_more = [&](std::size_t g) {
    if (signals) write_signals_json(signals->of(summary.groups[g].group), sink);
    if (quantiles) sink(", " + quantiles_json(summary, *quantiles, g));
  };
  write_json(summary, source, sink, add_more, remarks, members);
  out.finish();
}

void print_csv(const Summary& summary, const std::optional<SignalReports>& signals,
               const std::optional<ChosenQuantiles>& quantiles) {
  AnswerStream out;
  const Sink sink = [&](std::string_view piece) { out.add(piece); };
  if (quantiles) {
    write_quantiles_csv(summary, *quantiles, sink);
  } else if (!signals) {
    write_csv(summary, sink);
  } else {
    sink(signals_csv_header(summary.groups.front().group));
    for (const GroupSummary& group : summary.groups) {
      write_signals_csv(signals->of(group.group), sink);
    }
  }
  out.finish();
}

void warn_of_other_statistics(const StatsRequest& request, const record::ResultFile& file,
                              const Summary& summary, Remarks& remarks) {
  if (!request.verification.verified() || !summary.complete || verify_statistics(file, summary))
    return;
  remarks.warn_of_run(file.path() +
                      ": warning: the file holds statistics of another version of the program; the "
                      "statistics shown are computed from its samples.");
}

std::optional<std::int64_t> asked_point(const StatsRequest& request) {
  if (!request.point) return std::nullopt;
  return whole_number("--point", *request.point, 0, std::numeric_limits<std::int64_t>::max());
}

ExitCode list(const StatsRequest& request, const record::ResultFile& file, const Samples& samples,
              const Remarks& remarks) {
  SampleChoice choice = request.list.choice(file);
  choice.point = asked_point(request);
  const Listing listing = list_samples(file, samples, choice, request.metrics);
  AnswerStream out;
  const Sink sink = [&](std::string_view piece) { out.add(piece); };
  if (request.json) {
    const Source source = {file.path(), file.content_sha256(), request.verification.verified()};
    write_listing_json(listing, source, remarks, sink);
  } else if (request.csv) {
    write_listing_csv(listing, sink);
  } else if (request.latex) {
    sink(latex_tables({listing_table(listing)}));
  } else {
    sink(listing_text(listing, table_width()));
  }
  out.finish();
  return ExitCode::ok;
}

ExitCode stats(const StatsRequest& request) {
  require_consistent(request);
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  remarks.warn_as_kept(file.warnings(), file.path());
  if (const auto shard = shard_of(file)) {
    remarks.note(fmt::format("{}: shard {} of its campaign; the statistics are of its samples only",
                             file.path(), shard->text()));
  }
  const Samples samples = read_samples(file);
  remarks.warn_all(flight_warnings(file, samples));
  if (!request.list.is_empty() || request.list.smallest) {
    return list(request, file, samples, remarks);
  }
  Summary summary = summarise(file, samples, default_threads());
  remarks.warn_all(consistency_warnings(file, summary));
  const bool is_whole = request.metrics.empty() && request.signals.empty() && !request.quantiles;
  std::optional<Plan> correlated;
  if (request.json || (is_whole && !request.csv)) correlated = plan_of_correlated(file, remarks);
  warn_of_other_statistics(request, file, summary, remarks);
  const bool chooses = !request.metrics.empty() || !request.signals.empty();
  if (chooses) select_metrics(summary, request.metrics);
  if (const auto point = asked_point(request)) select_point(summary, *point);
  std::optional<ChosenQuantiles> quantiles;
  if (request.quantiles) {
    quantiles =
        quantiles_of(file, samples, summary, parse_percents("--quantiles", *request.quantiles));
  }
  std::optional<SignalReports> signals;
  if (!request.signals.empty()) signals.emplace(request, file, samples);
  if (request.json) {
    const Source source = {file.path(), file.content_sha256(), request.verification.verified()};
    print_json(summary, source, signals, quantiles, remarks,
               stamp_member(file) + (correlated ? correlation_members(*correlated) : ""));
    return ExitCode::ok;
  }
  if (request.csv) {
    print_csv(summary, signals, quantiles);
    return ExitCode::ok;
  }
  // Named metrics are few: a row for each point shows the effect of the sweep.
  const bool by_point = summary.is_sweep() && !request.metrics.empty() && !request.point;
  if (request.latex) {
    print_latex(summary, by_point, quantiles);
  } else {
    print_text(summary, by_point, signals, quantiles,
               correlated ? correlation_text(*correlated, table_width()) : "");
    if (is_whole) answer(stamp_text(file));
  }
  return ExitCode::ok;
}

}  // namespace

Command stats_command() {
  auto request = std::make_shared<StatsRequest>();
  const Options own = {
      {"--metric", &request->metrics,
       "Only these metrics, by name or pattern, e.g. 'max_*'; for a sweep, one table per metric "
       "with a row per point",
       "NAME"},
      {"--quantiles", &request->quantiles,
       "Only these quantiles of the metrics, in percent, and n; for a sweep, one table per metric "
       "with a row per point",
       "1,50,99"},
      {"--signal", &request->signals,
       "Statistics of these traced signals over time, e.g. position or position.x",
       "NAME[.COMPONENT]"},
      {"--at", &request->at, "With --signal: at the output times nearest to these [s]", "X"},
      {"--rows", &request->rows,
       "With --signal: number of output times, evenly spread; default: 20 in tables, all in JSON "
       "and CSV",
       "N"},
      {"--point", &request->point, "Only this point of a sweep", "N"},
      {"--json", &request->json, "Print JSON"},
      {"--csv", &request->csv, "Print CSV"},
      {"--latex", &request->latex, "Print a table for LaTeX (package booktabs)"},
  };
  return {
      .name = "stats",
      .doc = "Print statistics of metrics and of signals, or list some samples",
      .options = joined({result_options(*request), own, sample_options(request->list, "List")}),
      .footer =
          "Examples:\n"
          "  montecopter stats hover.h5\n"
          "  montecopter stats hover.h5 --metric max_tilt_deg --json\n"
          "  montecopter stats sweep.h5 --metric 'max_*'\n"
          "  montecopter stats sweep.h5 --metric max_tilt_deg --quantiles 1,50,99.9\n"
          "  montecopter stats hover.h5 --metric max_tilt_deg --latex > tilt.tex\n"
          "  montecopter stats hover.h5 --signal position.z --at 0.5 --at 1\n"
          "  montecopter stats hover.h5 --worst 5 --by max_tilt_deg\n"
          "  montecopter stats hover.h5 --failed --json\n"
          "  montecopter stats hover.h5 --where 'max_tilt_deg > 40 and vehicle.mass_kg < 1.1'",
      .run = [request] { return stats(*request); },
  };
}

}  // namespace montecopter::cli
