/// montecopter sensitivity: which dispersed input of a result file matters for which metric.

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "options.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "sensitivity/report.hpp"
#include "streams.hpp"
#include "summarise/report.hpp"
#include "summarise/selection.hpp"

namespace montecopter::cli {
namespace {

struct Request : ResultRequest {
  std::vector<std::string> metrics;
  std::optional<std::string> quantile, resamples, point;
  bool json = false;
};

inference::EffectSettings settings_of(const Request& request) {
  inference::EffectSettings settings;
  if (request.quantile) {
    settings.quantile = positive_number("--quantile", *request.quantile, 1);
    if (settings.quantile == 1) {
      throw Error(ExitCode::usage,
                  "--quantile: error: it is 1 (that is the maximum, of which samples say little). "
                  "Give a number below 1, such as 0.99.");
    }
  }
  if (request.resamples) {
    settings.resamples =
        static_cast<std::size_t>(whole_number("--resamples", *request.resamples, 50, 100000));
  }
  return settings;
}

ExitCode sensitivity(const Request& request) {
  const inference::EffectSettings settings = settings_of(request);
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
  const Sensitivity found = montecopter::sensitivity(file, samples, summary, settings);
  if (request.json) {
    Json out = Json::object();
    out.set("scenario", Json::text(found.scenario)).set("file", Json::text(file.path()));
    out.set("content_sha256", Json::text(file.content_sha256()));
    add_sensitivity(out, found);
    answer(out.print());
  } else {
    answer(headline(summary) + sensitivity_text(found, answer_width()));
  }
  return ExitCode::ok;
}

}  // namespace

Command sensitivity_command() {
  auto request = std::make_shared<Request>();
  const Options own = {
      {"--metric", &request->metrics, "Only these metrics", "NAME"},
      {"--quantile", &request->quantile,
       "The quantile of metrics of which is told what it would be if an input scattered half as "
       "much; default: 0.95",
       "X"},
      {"--resamples", &request->resamples,
       "How many resamples intervals are computed from; default: 200", "N"},
      {"--point", &request->point, "Only this point of a sweep", "N"},
      {"--json", &request->json, "Print JSON"},
  };
  return {
      .name = "sensitivity",
      .doc = "Which dispersed input of a result file matters for which metric, and for failures",
      .options = joined({result_options(*request), own}),
      .footer =
          "Examples:\n"
          "  montecopter sensitivity hover.h5\n"
          "  montecopter sensitivity hover.h5 --metric max_tilt_deg --quantile 0.99\n"
          "  montecopter sensitivity hover.h5 --json",
      .run = [request] { return sensitivity(*request); },
  };
}

}  // namespace montecopter::cli
