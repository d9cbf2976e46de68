/// montecopter compare: two campaigns compared statistically, e.g. two sets of gains in the same
/// winds.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/column_names.hpp"
#include "core/base/text.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/compare/report.hpp"
#include "results/requirements/sequential.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {
namespace {

struct CompareRequest {
  std::string a, b;
  std::vector<std::string> metrics, margins;
  std::optional<std::string> point;
  VerdictFiles files;
  bool unpaired = false, incomplete = false, json = false;
  Verification verification;
};

std::string bare_name(const std::string& name) { return without_prefix(name, metric_prefix); }

[[noreturn]] void refuse_margin(const std::string& text, const std::string& why) {
  throw Error(ExitCode::usage, Problem{"--margin", fmt::format("'{}' is not a margin", text), why,
                                       "Write METRIC=VALUE in the metric's unit, or METRIC=5%"});
}

Margin read_margin(const std::string& text) {
  const auto margin = parse_margin(text);
  if (const auto* why = std::get_if<std::string>(&margin)) refuse_margin(text, *why);
  return std::get<Margin>(margin);
}

/// Points of A and B, from "3" or "0,1".
compare::AskedPoints read_points(const std::string& text) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::size_t comma = text.find(',');
  const std::int64_t of_a = whole_number("--point", text.substr(0, comma), 0, most);
  if (comma == std::string::npos) return {of_a, of_a};
  return {of_a, whole_number("--point", text.substr(comma + 1), 0, most)};
}

compare::Question read_question(const CompareRequest& request) {
  compare::Question question;
  for (const std::string& name : request.metrics) question.metrics.push_back(bare_name(name));
  for (const std::string& text : request.margins) {
    Margin margin = read_margin(text);
    const auto is_same = [&](const Margin& other) { return other.metric == margin.metric; };
    if (std::any_of(question.margins.begin(), question.margins.end(), is_same)) {
      refuse_margin(text, "the metric has a margin already");
    }
    question.margins.push_back(std::move(margin));
  }
  if (request.point) question.points = read_points(*request.point);
  question.unpaired = request.unpaired;
  if (request.files.junit && question.margins.empty()) {
    throw Error(ExitCode::usage,
                Problem{"--junit", "there is no verdict to write", "", "Add a --margin"});
  }
  return question;
}

/// A result and everything that a comparison uses.
struct OpenedResult {
  OpenedResult(const std::string& path, const CompareRequest& request, Remarks& remarks)
      : file(open_result(ResultRequest{path, request.verification, request.incomplete}, remarks)),
        scenario(scenario_of(file, file.path(), ".").scenario),
        samples(read_samples(file)) {}

  compare::Campaign campaign() const { return {file, scenario, samples}; }

  record::ResultFile file;
  Scenario scenario;
  Samples samples;
};

/// Warns that the samples are not independent, which the tests assume.
void warn_of_design(const compare::Campaign& campaign, Remarks& remarks) {
  const std::string& design = campaign.scenario.monte_carlo.design;
  if (has_independent_samples(design)) return;
  remarks.warn_of_run(fmt::format(
      "{}: warning: samples of a {} design are not independent: p-values and intervals are "
      "approximate{}.",
      campaign.file.path(), design,
      compares_samples(design) ? " and too optimistic (p-values too small, intervals too narrow), "
                                 "because samples share inputs"
                               : ""));
}

/// Warns that the number of samples was not chosen in advance, which the tests assume.
void warn_of_stopped(const record::ResultFile& file, Remarks& remarks) {
  if (file.root_attribute(stopped_attribute).empty()) return;
  remarks.warn_of_run(
      file.path() +
      ": warning: its run stopped when its requirements were decided, so the number of samples "
      "depends on the results: p-values and intervals are approximate.");
}

ExitCode compare(const CompareRequest& request) {
  compare::Question question = read_question(request);
  Remarks remarks = remarks_on_stderr();
  const OpenedResult opened_a(request.a, request, remarks), opened_b(request.b, request, remarks);
  warn_of_stopped(opened_a.file, remarks), warn_of_stopped(opened_b.file, remarks);
  const compare::Campaign a = opened_a.campaign(), b = opened_b.campaign();
  warn_of_chosen(a.file, a.scenario, remarks), warn_of_chosen(b.file, b.scenario, remarks);
  warn_of_design(a, remarks), warn_of_design(b, remarks);
  VerdictOutput files(request.files);
  const compare::Contrast contrast = [&] {
    ByteProgress progress;
    question.progress = &progress;
    const StepReporter reporter(progress, "comparing metrics");
    return compare_campaigns(a, b, question);
  }();
  const compare::Sources sources{a, b, request.verification.verified()};
  if (request.json) {
    answer(contrast_json(contrast, sources).print() + "\n");
  } else {
    answer_verdicts(contrast_text(contrast, sources, table_width()));
  }
  files.finish([&] { return junit_text(contrast_junit(contrast, sources)); },
               [&] { return contrast_markdown(contrast, sources); });
  return contrast.exit_code();
}

}  // namespace

Command compare_command() {
  auto request = std::make_shared<CompareRequest>();
  return {
      .name = "compare",
      .doc =
          "Compare the metrics of two campaigns statistically: in pairs where their draws are the "
          "same",
      .options = joined({
          {
              Option{"A", &request->a, "Result file", "FILE.h5"}.required(),
              Option{"B", &request->b, "Result file; differences are B - A", "FILE.h5"}.required(),
              {"--metric", &request->metrics, "Only these metrics", "NAME"},
              Option{"--margin", &request->margins,
                     "Largest acceptable change of the mean of a metric, in its unit or in percent "
                     "of the mean of A, e.g. max_tilt_deg=5% (repeatable)",
                     "METRIC=VALUE"}
                  .one_by_one(),
              {"--unpaired", &request->unpaired, "Compare without pairs, as if the draws differed"},
              {"--point", &request->point,
               "Only this point of a sweep; N,M: point N of A against point M of B", "N"},
              {"--incomplete", &request->incomplete,
               "Compare the finished samples of unfinished files"},
              {"--json", &request->json, "Print JSON"},
              no_verify_option(request->verification),
          },
          verdict_options(
              request->files,
              "Also write the verdicts as JUnit XML, with a case for each margin and point",
              "Also write the tables as Markdown"),
      }),
      .footer =
          "Examples:\n"
          "  montecopter compare soft.h5 stiff.h5\n"
          "  montecopter compare soft.h5 stiff.h5 --metric max_tilt_deg --json\n"
          "  montecopter compare gains.h5 gains.h5 --point 0,1\n"
          "  montecopter compare old.h5 new.h5 --margin rms_tracking_error_m=5% --junit same.xml\n"
          "Exit codes: 0 compared, and all margins are kept; 1 a margin is exceeded; 4 a margin is "
          "undecided.",
      .run = [request] { return compare(*request); },
  };
}

}  // namespace montecopter::cli
