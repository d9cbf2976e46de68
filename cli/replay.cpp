/// montecopter replay: flies samples of a result again, from the file alone, with all signals at
/// full rate, and proves that each is the same flight as in the file.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "commands.hpp"
#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/identity.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "plan/metrics/recorded_metrics.hpp"
#include "plan/replay.hpp"
#include "record/same_flight.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/summarise/invalid_reasons.hpp"
#include "results/summarise/summary.hpp"
#include "sample_options.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/load.hpp"
#include "scenario/write.hpp"
#include "simulate/programs.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct ReplayRequest : ResultRequest, FlyingOptions {
  SampleOptions list;
  std::optional<std::string> output, rate, to_toml;
  std::vector<std::string> signals;
  bool fresh = false, force = false, reproducible = false, json = false, allow_programs = false;
};

void require_consistent(const ReplayRequest& request) {
  Diagnostics problems;
  if (request.list.is_empty()) {
    problems.error("replay", "no sample is selected", "",
                   "Use --sample 17, --failed, --where CONDITION, or --worst N --by METRIC");
  }
  const auto no_flight = [&](bool given, const char* option) {
    if (!given || !request.to_toml) return;
    problems.error(option, "cannot be combined with --to-toml", "that flies nothing",
                   "Run the scenario that it writes");
  };
  no_flight(request.output.has_value(), "--output");
  no_flight(!request.signals.empty(), "--signals");
  no_flight(request.rate.has_value(), "--rate");
  no_flight(request.fresh, "--fresh");
  if (request.force && !request.to_toml) problems.error("--force", "needs --to-toml");
  if (request.output && request.output->empty()) {
    problems.error("--output", "the name of the result file is empty");
  }
  problems.throw_if_errors();
}

/// The plan of the scenario of a file. Error(refused) if this program cannot read it.
Plan campaign_plan(const record::ResultFile& file) {
  require_scenario(file);
  try {
    return make_plan(scenario_of(file, "provenance/resolved", ""));
  } catch (const Error& error) {
    const std::string there = file.build();
    throw Error(ExitCode::refused,
                fmt::format("{}: error: this program cannot fly its scenario ({} flew it, this is "
                            "{}): {}",
                            file.path(), there.empty() ? "an unknown build" : there, build_name,
                            error.what()));
  }
}

/// The scenario that flies the rows again, with the requested signals and rate.
LoadedScenario load_replay(const ReplayRequest& request, const Plan& campaign,
                           const std::vector<std::int64_t>& rows) {
  std::vector<std::string> overrides;
  std::vector<std::string> names;
  for (const std::string& text : request.signals) {
    for (std::size_t first = 0; first <= text.size();) {
      const std::size_t end = std::min(text.find(',', first), text.size());
      names.push_back(toml_quote(text.substr(first, end - first)));
      first = end + 1;
    }
  }
  if (!names.empty()) {
    overrides.push_back(fmt::format("output.signals=[{}]", fmt::join(names, ", ")));
  }
  if (request.rate) overrides.push_back("output.rate_hz=" + *request.rate);
  return load_scenario_text(write_scenario(replay_of(campaign, rows)), "replay", "", overrides);
}

/// The output file: by default NAME-replay.h5 in the current folder, for NAME.h5 in any folder.
std::string output_path(const ReplayRequest& request) {
  if (request.output) return *request.output;
  return std::filesystem::path(request.file).stem().string() + "-replay.h5";
}

/// Columns that need not be the same: metrics that depend on the rate of traces, and last words of
/// programs.
std::set<std::string> left_out_columns(const Plan& campaign, const Plan& replay) {
  std::set<std::string> columns = {last_words_column};
  if (campaign.time.output_every == replay.time.output_every) return columns;
  for (const PlannedMetric& metric : campaign.metrics()) {
    const bool is_by_formula = metric.value == nullptr;
    if (is_by_formula || is_beside_recorded(metric.value)) columns.insert(metric.column_name());
  }
  return columns;
}

/// The outcome of one sample.
struct Outcome {
  std::int64_t sample = 0;  ///< in the campaign's file
  std::string status;
  std::string reason;  ///< why it cannot fly; empty: it can
  std::optional<record::FlightDifference> difference;
};

std::string difference_text(const Outcome& outcome, double step_s, const std::string& campaign) {
  const record::FlightDifference& difference = *outcome.difference;
  if (!difference.checkpoint) {
    return fmt::format("sample {} has the same states as in {}, but a different '{}'",
                       outcome.sample, campaign, difference.column);
  }
  return fmt::format(
      "sample {} is not the same flight as in {}: step {} ({:.6g} s) is the first checkpoint that "
      "differs, number {} of {}",
      outcome.sample, campaign, difference.step, static_cast<double>(difference.step) * step_s,
      *difference.checkpoint + 1, checkpoint_count);
}

std::string build_text(const std::string& there) {
  if (there.empty()) return "the file does not say which build flew it";
  if (there == build_name) return fmt::format("both are of the build {}", there);
  return fmt::format("{} flew it, this is {}", there, build_name);
}

std::string outcome_json(const Outcome& outcome, double step_s) {
  std::string text = fmt::format("{{\"sample\": {}, \"status\": \"{}\", \"same\": {}",
                                 outcome.sample, outcome.status, !outcome.difference);
  if (!outcome.reason.empty()) text += ", \"reason\": " + json_quote(outcome.reason);
  if (outcome.difference) {
    text += fmt::format(", \"column\": {}", json_quote(outcome.difference->column));
    if (outcome.difference->checkpoint) {
      text += fmt::format(", \"checkpoint\": {}, \"step\": {}, \"time_s\": {}",
                          *outcome.difference->checkpoint, outcome.difference->step,
                          json_number(static_cast<double>(outcome.difference->step) * step_s));
    }
  }
  return text + "}";
}

/// Inputs of a row of the file, one for each of Plan::input_columns().
std::vector<double> inputs_of(const Plan& plan, const record::ResultFile& file, std::int64_t row) {
  std::vector<double> inputs;
  for (const std::string& column : plan.input_columns()) {
    inputs.push_back(file.read_f64(file.at(column), row, 1).front());
  }
  return inputs;
}

/// The first problem that `check` finds in a sample; empty if only the set-up finds one, or it can
/// fly.
std::string problem_of(const Plan& campaign, std::int64_t row, const std::vector<double>& inputs) {
  const std::string marker = ": error: ";
  try {
    const Scenario drawn = drawn_scenario(campaign, row, inputs);
    (void)make_plan(load_scenario_text(write_scenario(drawn), "sample", ""));
  } catch (const Error& error) {
    const std::string all = error.what(), first = all.substr(0, all.find('\n'));
    const std::size_t place = first.find(marker);
    return place == std::string::npos ? first : first.substr(place + marker.size());
  }
  return "";
}

class Replay {
 public:
  Replay(const ReplayRequest& request, const record::ResultFile& file,
         std::vector<std::int64_t> rows, Remarks& remarks)
      : request_(request),
        file_(file),
        rows_(std::move(rows)),
        remarks_(remarks),
        campaign_(campaign_plan(file)),
        loaded_(load_replay(request, campaign_, rows_)),
        plan_(plan_to_fly(loaded_)) {}

  ExitCode fly_and_compare() {
    const Kernel& kernel = choose_kernel(request_.lanes);
    if (request_.allow_programs) try_programs(plan_, kernel);
    require_programs(plan_);
    const int threads = thread_count(request_, plan_, remarks_);
    require_progress_style(request_);
    (void)stop_on_signals();
    require_not_read(output_path(request_));
    record::Writer writer = record::Writer::create_or_resume(
        output_path(request_), plan_.layout, describe_run(kernel, threads),
        {.reproducible = request_.reproducible, .fresh = request_.fresh, .refly = {}});
    tell_at_second_signal(writer);
    for (const std::string& warning : writer.warnings()) remarks_.warn_of_run(warning);
    const RowRanges& missing = writer.missing_rows();
    if (!missing.empty()) fly(request_, plan_, {kernel, threads}, missing, writer);
    if (const auto code = signal_exit_code()) {
      tell_interrupted(writer);
      return *code;
    }
    const record::ResultFile flown = writer.as_written();
    const Samples samples = read_samples(flown);
    compare(flown);
    remarks_.warn_all(invalid_reason_warnings(flown, samples));
    writer.keep_warnings(remarks_.kept());
    if (!writer.was_complete() || !writer.volatile_matches()) {
      writer.finish(statistics_bytes(summarise(flown, samples)));
    }
    writer.require_in_place();
    report(flown);
    return differing_ == 0 ? ExitCode::ok : ExitCode::no;
  }

 private:
  /// Compares every sample with the campaign's file.
  void compare(const record::ResultFile& flown) {
    const std::set<std::string> left_out = left_out_columns(campaign_, plan_);
    const std::vector<std::int8_t> status = flown.status();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      Outcome& outcome = outcomes_.emplace_back();
      outcome.sample = rows_[k];
      outcome.status = status_names.at(static_cast<std::size_t>(status[k]));
      const auto row = static_cast<std::int64_t>(k);
      if (static_cast<Status>(status[k]) == Status::invalid_input) {
        const auto problem = problem_of(campaign_, rows_[k], inputs_of(campaign_, file_, rows_[k]));
        outcome.reason = invalid_reason_text(flown, row, problem);
      }
      outcome.difference = record::first_difference(file_, rows_[k], flown, row, left_out);
      if (!outcome.difference) continue;
      ++differing_;
      remarks_.warn({.where = flown.path(),
                     .what = difference_text(outcome, plan_.time.step_s, file_.path()),
                     .why = is_repeatable_ ? build_text(file_.build())
                                           : "its controller does not repeat a flight bit by bit",
                     .suggestion = is_repeatable_ ? "The replay contains the flight of this program"
                                                  : "Treat both as samples of one distribution",
                     .is_warning = true});
    }
  }

  void report(const record::ResultFile& flown) const {
    if (request_.json) return answer(json(flown));
    const double rate_hz = 1.0 / (plan_.time.step_s * static_cast<double>(plan_.time.output_every));
    const std::string verdict =
        differing_ == 0 ? fmt::format("each the same flight as in {}", file_.path())
                        : fmt::format("{} not the same as in {}", differing_, file_.path());
    answer(fmt::format("{}: {} {} flown again, {}\n", flown.path(), rows_.size(),
                       rows_.size() == 1 ? "sample" : "samples", verdict));
    Table table{{"sample", "status", "t_end_s", "flight", "row of the replay"}, {}};
    const std::vector<double> t_end_s = flown.read_f64(t_end_column);
    for (std::size_t k = 0; k < outcomes_.size(); ++k) {
      table.rows.push_back({fmt::format("{}", outcomes_[k].sample), outcomes_[k].status,
                            fmt::format("{:.6g}", t_end_s[k]),
                            outcomes_[k].difference ? "differs" : "same", fmt::format("{}", k)});
    }
    answer_verdicts(table_text(table, table_width()));
    for (const Outcome& outcome : outcomes_) {
      if (outcome.reason.empty()) continue;
      answer(fmt::format("sample {} cannot fly: {}\n", outcome.sample, outcome.reason));
    }
    answer(fmt::format("traces: {} at {:.6g} Hz\n",
                       counted(plan_.scenario.output.signals.size(), "signal"), rate_hz));
  }

  std::string json(const record::ResultFile& flown) const {
    std::string text = fmt::format(
        "{{\"file\": {}, \"campaign\": {}, \"same\": {}, \"build\": {}, \"campaign_build\": {}, "
        "\"content_sha256\": {}, {}, \"samples\": [",
        json_quote(flown.path()), json_quote(file_.path()), differing_ == 0, json_quote(build_name),
        json_quote(file_.build()), json_quote(flown.content_sha256()), remarks_.json_members());
    for (std::size_t k = 0; k < outcomes_.size(); ++k) {
      text += (k == 0 ? "\n" : ",\n") + outcome_json(outcomes_[k], plan_.time.step_s);
    }
    return text + "\n]}\n";
  }

  const ReplayRequest& request_;
  const record::ResultFile& file_;
  std::vector<std::int64_t> rows_;  ///< of the campaign's file, ascending
  Remarks& remarks_;
  Plan campaign_;
  LoadedScenario loaded_;
  Plan plan_;
  std::vector<Outcome> outcomes_;
  std::int64_t differing_ = 0;
  bool is_repeatable_ = is_repeatable(*campaign_.scenario.controller);
};

/// A sample as a scenario.
struct SampleScenario {
  std::string text;
  std::string program;  ///< the program that its controller runs, in quotes; empty: none
};

/// The program that `run` would run for a scenario of unknown origin, in quotes on one line; empty:
/// none.
std::string program_words(const Scenario& scenario) {
  const ProgramController* program = program_of(*scenario.controller);
  return program == nullptr ? "" : json_quote(program->found_at());
}

void require_allowed(const std::string& program, const std::string& path, bool is_allowed) {
  if (program.empty() || is_allowed) return;
  throw Error(
      ExitCode::refused,
      Problem{path, fmt::format("its scenario runs a program: {}", program),
              "the author of the file chose that program", "Add --allow-programs if you trust it"});
}

/// The sample as a scenario. Error if this program cannot read it.
SampleScenario sample_scenario(const ReplayRequest& request, const record::ResultFile& file,
                               std::int64_t sample) {
  const Plan campaign = campaign_plan(file);
  const Scenario scenario = scenario_of_row(campaign, sample, inputs_of(campaign, file, sample));
  const std::string program = program_words(scenario);
  require_allowed(program, file.path(), request.allow_programs);
  const std::string text = write_scenario(scenario);
  try {
    (void)make_plan(load_scenario_text(text, "sample", ""));
  } catch (const Error& error) {
    throw Error(
        ExitCode::no,
        fmt::format("{}: error: sample {} is not a valid scenario (its draws are not legal): {}",
                    file.path(), sample, error.what()));
  }
  const std::string warning =
      program.empty() ? "" : fmt::format("# It runs a program: {}\n", program);
  return {fmt::format("# Sample {} of {}, content sha256 {}.\n{}{}", sample,
                      std::filesystem::path(file.path()).filename().string(), file.content_sha256(),
                      warning, text),
          program};
}

ExitCode write_scenario_file(const ReplayRequest& request, const record::ResultFile& file,
                             const std::vector<std::int64_t>& rows, const Remarks& remarks) {
  if (rows.size() != 1) {
    throw Error(ExitCode::usage,
                Problem{"--to-toml", fmt::format("{} samples are chosen", rows.size()),
                        "a scenario describes one sample",
                        fmt::format("Name it: --sample {}", rows.front())});
  }
  const SampleScenario made = sample_scenario(request, file, rows.front());
  OutputFile out(*request.to_toml, request.force, "--to-toml");
  out.add(made.text);
  out.finish();
  if (request.json) {
    const std::string program = made.program.empty() ? "" : "\"program\": " + made.program + ", ";
    answer(fmt::format("{{\"file\": {}, \"campaign\": {}, \"sample\": {}, {}{}}}\n",
                       json_quote(*request.to_toml), json_quote(file.path()), rows.front(), program,
                       remarks.json_members()));
  } else {
    answer(fmt::format("{}: sample {} of {}; `montecopter run` flies it{}\n", *request.to_toml,
                       rows.front(), file.path(),
                       made.program.empty() ? "" : ", and runs " + made.program));
  }
  return ExitCode::ok;
}

ExitCode replay(const ReplayRequest& request) {
  require_consistent(request);
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  const SampleChoice choice = request.list.choice(file);
  std::vector<std::int64_t> rows = choose_samples(file, read_samples(file), choice).numbers;
  if (rows.empty()) {
    remark(fmt::format("{}: none of {} is selected ({}): nothing is flown\n", file.path(),
                       counted(file.samples(), "sample"), choice.text()));
    return ExitCode::no;
  }
  std::sort(rows.begin(), rows.end());
  if (request.to_toml) return write_scenario_file(request, file, rows, remarks);
  return Replay(request, file, std::move(rows), remarks).fly_and_compare();
}

}  // namespace

Command replay_command() {
  auto request = std::make_shared<ReplayRequest>();
  const Options own = {
      {"-o,--output", &request->output,
       "Result file; default: NAME-replay.h5 in the current folder", "FILE.h5"},
      {"--signals", &request->signals,
       "Only these signals, e.g. position,attitude; default: all signals", "NAME"},
      {"--rate", &request->rate, "Rate of the traces in Hz; default: every step", "X"},
      {"--to-toml", &request->to_toml, "Fly nothing; write the sample as a scenario", "FILE.toml"},
      {"--force", &request->force, "With --to-toml: replace the file if it exists"},
      flying_threads_option(*request),
      kernel_option(*request),
      allow_programs_option(request->allow_programs),
      {"--fresh", &request->fresh, "Replace an existing result file when done"},
      progress_option(*request),
      {"--reproducible", &request->reproducible,
       "Leave out host, times and build, so that equal results are equal files"},
      {"--json", &request->json, "Print JSON"},
  };
  return {
      .name = "replay",
      .doc =
          "Fly samples again from the result file alone: with all signals at every step, and proof "
          "that the flights are the same",
      .options = joined({result_options(*request), sample_options(request->list, "Fly"), own}),
      .footer =
          "Examples:\n"
          "  montecopter replay hover.h5 --sample 4711\n"
          "  montecopter replay hover.h5 --worst 5 --by max_tilt_deg -o worst.h5\n"
          "  montecopter replay hover.h5 --failed --signals position,attitude --rate 100\n"
          "  montecopter replay hover.h5 --sample 17 --to-toml sample-17.toml\n"
          "Exit code 1: a flight differs from the flight in the file.",
      .run = [request] { return replay(*request); },
  };
}

}  // namespace montecopter::cli
