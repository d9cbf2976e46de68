/// montecopter report: writes one page about a result.

#include "results/report/page.hpp"

#include <fmt/format.h>

#include <ctime>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "core/base/identity.hpp"
#include "core/base/input_file.hpp"
#include "core/base/json.hpp"
#include "operation_options.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "plan/plan.hpp"
#include "print_pdf.hpp"
#include "progress.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/report/convergence_record.hpp"
#include "results/report/searches.hpp"
#include "sample_numbers.hpp"
#include "sample_options.hpp"
#include "streams.hpp"
#include "vehicle/containment/operation_warnings.hpp"

namespace montecopter::cli {
namespace {

struct ReportRequest {
  std::vector<std::string> files;
  std::optional<std::string> output, point, converge, pdf;
  std::vector<std::string> signals, searches;
  SampleOptions lines;
  OperationOptions operation;
  Verification verification;
  bool incomplete = false, force = false, json = false;
};

/// The output file: by default the name of the scenario with .html.
std::string output_of(const ReportRequest& request, const Summary& summary) {
  return request.output.value_or(summary.scenario + ".html");
}

std::int64_t asked_point(const ReportRequest& request, const report::Material& material) {
  if (!request.point) return 0;
  const std::int64_t point =
      whole_number("--point", *request.point, 0, std::numeric_limits<std::int64_t>::max());
  const auto points = std::ssize(material.samples.groups);
  if (!material.summary.is_sweep()) {
    throw Error(ExitCode::usage, Problem{"--point", "the file has no sweep", "", "Leave it out"});
  }
  if (point < points) return point;
  throw Error(ExitCode::usage, Problem{"--point", fmt::format("there is no point {}", point),
                                       fmt::format("the last one is {}", points - 1)});
}

std::string read_text(const std::string& path, std::size_t most = 100'000) {
  std::string why;
  if (auto bytes = read_input_file(path, most, why)) return *bytes;
  throw Error(ExitCode::io, Problem{path, "cannot read the file", why});
}

/// 2026-11-28 (UTC)
std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

Json answer_of(const std::string& path, const std::optional<std::string>& pdf,
               const report::Page& page) {
  Json out = Json::object();
  out.set("file", Json::text(path));
  if (pdf) out.set("pdf", Json::text(*pdf));
  out.set("bytes", Json::number(page.html.size()));
  out.set("interactive", Json::boolean(page.is_interactive));
  return out.set("sections", Json::texts(page.sections));
}

/// The options that choose samples for figures.
Options line_options(SampleOptions& lines) {
  return {
      {"--sample", &lines.samples, "Draw these samples as lines: 3, 3,17 or 40..45", "N"},
      {"--worst", &lines.worst, "Draw the N samples with the largest --by as lines; default: 3",
       "N"},
      {"--by", &lines.by, "With --worst: a metric, or a formula of columns", "NAME"},
      {"--smallest", &lines.smallest, "With --worst: the samples with the smallest --by"},
  };
}

/// Borders of the operation around its flight geography, if options describe it.
std::vector<report::MapRing> rings_of(const OperationOptions& request,
                                      const report::Material& material) {
  const int given = (request.speed.empty() ? 0 : 1) + (request.height.empty() ? 0 : 1) +
                    (request.dimension.empty() ? 0 : 1);
  if (given == 0 && !request.geography && !request.home && !request.wind) return {};
  if (given < 3) {
    throw Error(ExitCode::usage,
                Problem{"--speed", "the borders of an operation need three numbers", "",
                        "Give --speed, --height and --dimension"});
  }
  SoraOperation operation = operation_of(request);
  if (!material.file.find("m_touchdown_north_m")) {
    throw Error(ExitCode::refused,
                Problem{"--speed", "the result has no touchdowns, and so no map for borders",
                        "it takes simulation.end = \"touchdown\", and no event of the type end",
                        "Leave the borders out"});
  }
  if (!material.scenario) {
    throw Error(ExitCode::refused, Problem{"--speed", "the scenario of the result cannot be loaded",
                                           material.scenario_trouble, "Leave the borders out"});
  }
  const TimeGrid time = make_plan(*material.scenario).time;
  const Geography geography =
      geography_of(request, home_of(request, false), material.scenario->scenario,
                   static_cast<double>(time.steps) * time.step_s);
  operation.has_parachute = has_parachute(material.scenario->scenario);
  const SoraVolumes volumes = sora_volumes(operation);
  const char* const buffer = !operation.has_parachute ? "ground risk buffer"
                             : operation.wind_m_s > 0 ? "ground risk buffer, parachute"
                                                      : "ground risk buffer, ballistic";
  std::vector<report::MapRing> rings;
  for (const auto& [name, distance_m] : {std::pair{"flight geography", 0.0},
                                         {"contingency volume", volumes.contingency},
                                         {buffer, volumes.contingency + volumes.buffer}}) {
    report::MapRing& ring = rings.emplace_back();
    ring.name = name;
    for (const MapPoint& point : border_around(geography, distance_m)) {
      ring.north.push_back(point.north_m), ring.east.push_back(point.east_m);
    }
  }
  return rings;
}

struct OpenedResult {
  OpenedResult(const std::string& path, const ReportRequest& request, Remarks& remarks)
      : file(open_result(ResultRequest{path, request.verification, request.incomplete}, remarks)),
        verified(request.verification.verified()) {
    remarks.warn_as_kept(file.warnings(), file.path());
  }
  report::Material material() const {
    report::Material material(file);
    material.verified = verified;
    return material;
  }

  record::ResultFile file;
  bool verified;
};

ExitCode report_page(const ReportRequest& request) {
  constexpr std::size_t most_files = 8;  // more would make the page unreadable
  if (request.files.size() > most_files) {
    throw Error(
        ExitCode::usage,
        Problem{"FILE", fmt::format("there are {} files", request.files.size()), "",
                fmt::format("Give one result, and at most {} to compare with it", most_files - 1)});
  }
  Remarks remarks = remarks_on_stderr();
  const OpenedResult opened(request.files.front(), request, remarks);
  std::list<OpenedResult> others;  // a Material refers to the file of its OpenedResult
  for (std::size_t k = 1; k < request.files.size(); ++k) {
    others.emplace_back(request.files[k], request, remarks);
  }
  const record::ResultFile& file = opened.file;
  report::Material material = opened.material();
  std::list<report::Material> compared;
  for (const OpenedResult& other : others) {
    material.others.push_back(&compared.emplace_back(other.material()));
  }
  material.options.point = asked_point(request, material);
  if (request.converge) {
    material.options.convergence = report::convergence_html(
        read_text(*request.converge), *request.converge, file.resolved_text());
  }
  for (const std::string& search : request.searches) {
    constexpr std::size_t most = 10'000'000;
    material.options.searches.push_back(report::search_html(
        read_text(search, most), search, file.resolved_text(), material.options.searches.size()));
  }
  material.options.signals = request.signals;
  material.options.rings = rings_of(request.operation, material);
  material.options.lines = request.lines.choice(file);
  if (material.summary.is_sweep()) material.options.lines.point = material.options.point;
  const std::string path = output_of(request, material.summary);
  // Obstacles are reported before anything is written.
  if (request.pdf && is_one_file(path, *request.pdf)) {
    throw Error(ExitCode::usage,
                Problem{"--pdf", fmt::format("'{}' is also the file of --output", *request.pdf), "",
                        "Give two names"});
  }
  std::optional<OutputFile> pdf;
  if (request.pdf) pdf.emplace(*request.pdf, request.force, "--pdf");
  const std::string chromium = request.pdf ? find_chromium() : "";
  OutputFile output(path, request.force);
  ByteProgress progress;
  material.options.progress = &progress;
  std::optional<StepReporter> reporter(std::in_place, progress, "sections of the report");
  const report::Page page = report::make_page(material, build_name);
  reporter.reset();
  material.options.progress = nullptr;
  output.add(page.html);
  output.finish();
  if (pdf) {
    material.options.printed_on = today();
    pdf->add(print_pdf(chromium, report::make_page(material, build_name).html, *request.pdf));
    pdf->finish();
  }
  answer(request.json ? answer_of(path, request.pdf, page).print() + "\n" : path + "\n");
  return ExitCode::ok;
}

}  // namespace

Command report_command() {
  auto request = std::make_shared<ReportRequest>();
  return {
      .name = "report",
      .doc =
          "Write one page about a result: verdicts, metrics, figures, and the origin of the "
          "numbers",
      .options = joined({
          {
              Option{"file", &request->files,
                     "Result file, and up to seven more to compare with it", "FILE.h5"}
                  .required(),
              {"-o,--output", &request->output,
               "Page to write; default: NAME.html, after the scenario's name", "FILE.html"},
              {"--pdf", &request->pdf,
               "Also print the report as a document on A4 pages, with Chromium", "FILE.pdf"},
              {"--force", &request->force, "Replace the page (and the PDF) if it exists"},
              {"--point", &request->point, "Point of a sweep to show in detail; default: 0", "N"},
              {"--converge", &request->converge,
               "Output of `converge --json` for the scenario of the result, as a record of its "
               "integration error",
               "FILE.json"},
              {"--search", &request->searches,
               "Show this output of `rare --json` or `worst --json` for the scenario of the "
               "result (repeatable)",
               "FILE.json"},
              {"--signal", &request->signals,
               "Show these traced signals over time, e.g. position or position.x; default: all",
               "NAME[.COMPONENT]"},
              {"--incomplete", &request->incomplete,
               "Show the finished samples of an unfinished file"},
              no_verify_option(request->verification),
          },
          line_options(request->lines),
          operation_options(request->operation, false),
          {{"--json", &request->json,
            "Print JSON: the written files and the sections of the page"}},
      }),
      .footer =
          "Examples:\n"
          "  montecopter report gust.h5 -o gust.html\n"
          "  montecopter report gust.h5 -o gust.html --worst 2 --by max_tilt_deg --signal "
          "position\n"
          "  montecopter report gust.h5 -o gust.html --pdf gust.pdf\n"
          "  montecopter report soft.h5 stiff.h5 -o gains.html\n"
          "  montecopter report gust.h5 -o gust.html --search rare.json --search worst.json\n"
          "  montecopter report falls.h5 --speed 12 --height 60 --dimension 0.7\n"
          "  montecopter report calm.h5 breeze.h5 gale.h5 -o winds.html\n"
          "  montecopter report gust.h5 -o gust.html --force --json",
      .run = [request] { return report_page(*request); },
  };
}

}  // namespace montecopter::cli
