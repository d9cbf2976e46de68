/// montecopter report: one page about a result.

#include "report/page.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "base/identity.hpp"
#include "base/json.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "sample_numbers.hpp"
#include "sample_options.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct ReportRequest {
  std::string file;
  std::optional<std::string> output, point;
  std::vector<std::string> signals;
  SampleOptions lines;
  Verification verification;
  bool incomplete = false, force = false, json = false;
};

/// The page, or the name of the result with another ending.
std::string output_of(const ReportRequest& request, const Summary& summary) {
  return request.output.value_or(summary.scenario + ".html");
}

std::int64_t asked_point(const ReportRequest& request, const report::Material& material) {
  if (!request.point) return 0;
  const std::int64_t point =
      whole_number("--point", *request.point, 0, std::numeric_limits<std::int64_t>::max());
  const auto points = static_cast<std::int64_t>(material.samples.groups.size());
  if (!material.summary.is_sweep()) {
    throw Error(ExitCode::usage, "--point: error: the file has no sweep. Leave it out.");
  }
  if (point < points) return point;
  throw Error(
      ExitCode::usage,
      fmt::format("--point: error: there is no point {} (the last one is {}).", point, points - 1));
}

Json answer_of(const std::string& path, const report::Page& page) {
  Json out = Json::object();
  out.set("file", Json::text(path));
  out.set("bytes", Json::number(static_cast<double>(page.html.size())));
  out.set("interactive", Json::boolean(page.is_interactive));
  return out.set("sections", Json::texts(page.sections));
}

/// Of the options that choose samples those that a picture has a use for.
Options line_options(SampleOptions& lines) {
  return {
      {"--sample", &lines.samples, "Draw these samples as lines: 3, 3,17 or 40..45", "N"},
      {"--worst", &lines.worst,
       "Draw this many samples as lines, those with the largest --by; default: 3", "N"},
      {"--by", &lines.by, "With --worst: a metric, or a formula of columns", "NAME"},
      {"--smallest", &lines.smallest, "With --worst: those with the smallest --by"},
  };
}

ExitCode report_page(const ReportRequest& request) {
  Remarks remarks = remarks_on_stderr();
  const auto file =
      open_result(ResultRequest{request.file, request.verification, request.incomplete}, remarks);
  remarks.warn_as_kept(file.warnings(), file.path());
  report::Material material(file);
  material.verified = request.verification.verified();
  material.wishes.point = asked_point(request, material);
  material.wishes.signals = request.signals;
  material.wishes.lines = request.lines.choice(file);
  if (material.summary.is_sweep()) material.wishes.lines.point = material.wishes.point;
  const std::string path = output_of(request, material.summary);
  OutputFile output(path, request.force, file.fd());
  const report::Page page = report::make_page(material, build_name);
  output.add(page.html);
  output.finish();
  answer(request.json ? answer_of(path, page).print() + "\n" : path + "\n");
  return ExitCode::ok;
}

}  // namespace

Command report_command() {
  auto request = std::make_shared<ReportRequest>();
  return {
      .name = "report",
      .doc = "One page about a result: verdicts, metrics, pictures, and what the numbers rest on",
      .options = joined({
          {
              Option{"file", &request->file, "Result file", "FILE.h5"}.required(),
              {"-o,--output", &request->output,
               "The page; default: NAME.html of the scenario's name", "FILE.html"},
              {"--force", &request->force, "Replace the page if it exists"},
              {"--point", &request->point,
               "The point of a sweep that is shown in detail; default: 0", "N"},
              {"--signal", &request->signals,
               "Over time: these traced signals, e.g. position or position.x; default: all",
               "NAME[.COMPONENT]"},
              {"--incomplete", &request->incomplete,
               "Show what is there of a file that is not finished"},
              no_verify_option(request->verification),
          },
          line_options(request->lines),
          {{"--json", &request->json, "Print what was written as JSON"}},
      }),
      .footer =
          "Examples:\n"
          "  montecopter report gust.h5 -o gust.html\n"
          "  montecopter report gust.h5 -o gust.html --worst 2 --by max_tilt_deg --signal "
          "position\n"
          "  montecopter report gust.h5 -o gust.html --force --json",
      .run = [request] { return report_page(*request); },
  };
}

}  // namespace montecopter::cli
