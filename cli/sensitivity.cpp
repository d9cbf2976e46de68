/// montecopter sensitivity: the effect of each dispersed input on each metric of a result file.

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/watch.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/sensitivity/designed_report.hpp"
#include "results/sensitivity/report.hpp"
#include "results/summarise/report.hpp"
#include "results/summarise/selection.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct SensitivityRequest : ResultRequest {
  std::vector<std::string> metrics;
  std::optional<std::string> quantile, resamples, most_deleted, point;
  bool json = false;
};

statistics::EffectSettings settings_of(const SensitivityRequest& request) {
  statistics::EffectSettings settings;
  settings.threads = default_threads();
  if (request.quantile) {
    settings.quantile = positive_number("--quantile", *request.quantile, 1);
    if (settings.quantile == 1) {
      throw Error(ExitCode::usage, Problem{"--quantile", "it is 1",
                                           "that is the maximum, which samples estimate poorly",
                                           "Give a number below 1, such as 0.99"});
    }
  }
  if (request.resamples) {
    settings.resamples =
        static_cast<std::size_t>(whole_number("--resamples", *request.resamples, 50, 100000));
  }
  return settings;
}

double most_deleted(const SensitivityRequest& request) {
  return request.most_deleted ? positive_number("--most-deleted", *request.most_deleted, 1)
                              : DesignedSettings().most_deleted;
}

/// Error(usage) for options that the design of the file does not use.
void refuse_unused(const SensitivityRequest& request, const std::string& design) {
  const auto refuse = [&](const char* option, const std::optional<std::string>& given, bool is_used,
                          const char* why) {
    if (!given || is_used) return;
    throw Error(ExitCode::usage,
                Problem{option, fmt::format("the design of the file is '{}'", design), why,
                        "Leave it out"});
  };
  const std::optional<DesignStudy> study = study_of(design);
  refuse("--quantile", request.quantile, !study,
         "it does not estimate the effect of half the scatter");
  refuse("--resamples", request.resamples, !study || study->resamples, "it uses no resampling");
  refuse("--most-deleted", request.most_deleted, study && study->limits_deleted,
         "it deletes no groups of samples");
}

/// Prints sensitivities: by the design of the file, or by measures that work with any samples.
template <class Found, class AddMembers, class Text>
void answer_with(const SensitivityRequest& request, const record::ResultFile& file,
                 const Summary& summary, const Found& found, const AddMembers& add_members,
                 const Text& text_of) {
  if (request.json) {
    Json out = Json::object();
    out.set("scenario", Json::text(found.scenario)).set("file", Json::text(file.path()));
    out.set("content_sha256", Json::text(file.content_sha256()));
    add_members(out, found);
    answer(out.print());
  } else {
    answer(headline(summary) + text_of(found, answer_width(), table_width()));
  }
}

/// Does work that resamples, and shows its progress on stderr if it takes more than two seconds.
template <class Work>
auto with_progress(statistics::EffectSettings settings, const std::string& what, const Work& work) {
  ByteProgress progress;
  settings.progress = &progress;
  const StepReporter reporter(progress, what);
  return work(settings);
}

ExitCode sensitivity(const SensitivityRequest& request) {
  const statistics::EffectSettings settings = settings_of(request);
  const double deleted = most_deleted(request);
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  remarks.warn_as_kept(file.warnings(), file.path());
  const Samples samples = read_samples(file);
  Summary summary = summarise(file, samples);
  if (!request.metrics.empty()) select_metrics(summary, request.metrics);
  if (request.point) {
    select_point(summary, whole_number("--point", *request.point, 0,
                                       std::numeric_limits<std::int64_t>::max()));
  }
  const LoadedScenario loaded = scenario_of(file, file.path(), ".");
  const std::string& design = loaded.scenario.monte_carlo.design;
  refuse_unused(request, design);
  if (compares_samples(design)) {
    answer_with(
        request, file, summary,
        designed_sensitivity(file, samples, summary, make_plan(loaded), {settings, deleted}),
        add_designed, designed_text);
  } else {
    warn_of_chosen(file, loaded.scenario, remarks);
    const Sensitivity found = with_progress(settings, "resampling", [&](const auto& reported) {
      return montecopter::sensitivity(file, samples, summary, reported);
    });
    answer_with(request, file, summary, found, add_sensitivity, sensitivity_text);
  }
  return ExitCode::ok;
}

}  // namespace

Command sensitivity_command() {
  auto request = std::make_shared<SensitivityRequest>();
  const Options own = {
      {"--metric", &request->metrics, "Only these metrics", "NAME"},
      {"--quantile", &request->quantile,
       "Quantile of metrics to estimate with the scatter of one input halved; default: 0.95", "X"},
      {"--resamples", &request->resamples, "Number of resamples for the intervals; default: 200",
       "N"},
      {"--most-deleted", &request->most_deleted,
       "For the designs saltelli and morris: largest fraction of base points or effects lost to "
       "failed samples; default: 0.1",
       "X"},
      {"--point", &request->point, "Only this point of a sweep", "N"},
      {"--json", &request->json, "Print JSON"},
  };
  return {
      .name = "sensitivity",
      .doc = "Find which dispersed input matters for which metric, and for failures",
      .options = joined({result_options(*request), own}),
      .footer =
          "Examples:\n"
          "  montecopter sensitivity hover.h5\n"
          "  montecopter sensitivity hover.h5 --metric max_tilt_deg --quantile 0.99\n"
          "  montecopter sensitivity saltelli.h5 --most-deleted 0.2\n"
          "  montecopter sensitivity hover.h5 --json",
      .run = [request] { return sensitivity(*request); },
  };
}

}  // namespace montecopter::cli
