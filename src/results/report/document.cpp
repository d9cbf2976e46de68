#include "results/report/document.hpp"

#include <fmt/format.h>

#include "core/base/counted.hpp"
#include "record/annotations.hpp"
#include "results/report/html.hpp"
#include "results/report/outcome.hpp"
#include "results/requirements/report.hpp"

namespace montecopter::report {
namespace {

/// A string of CSS, whatever is in it.
std::string css_string(std::string_view any) {
  std::string quoted = "\"";
  for (const char c : any) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == ' ';
    const auto byte = static_cast<unsigned char>(c);
    quoted += is_plain ? std::string(1, c) : fmt::format("\\{:x} ", byte);
  }
  return quoted + "\"";
}

std::string whole_text(const std::string& any) {
  constexpr std::size_t most = 1'000'000;  // a book
  return fmt::format(
      "{}<pre>{}</pre>\n",
      any.size() > most
          ? fmt::format("<p class=\"note\">The first {} of {} bytes.</p>\n", most, any.size())
          : "",
      text(any, most));
}

}  // namespace

std::string document_style(const Material& m) {
  const std::string hash = m.file.content_sha256();
  const std::string foot = m.summary.scenario.substr(0, 60) +
                           (hash.empty() ? ", not finished" : ", sha256 " + hash.substr(0, 12));
  constexpr const char* look = "font:8pt \"DejaVu Sans\",sans-serif;color:#57606a";
  return fmt::format(
      "@page{{size:A4;margin:16mm 15mm 18mm;@bottom-left{{content:{};{}}}"
      "@bottom-right{{content:\"page \" counter(page) \" of \" counter(pages);{}}}}}",
      css_string(foot), look, look);
}

std::string title_block(const Material& m, std::string_view build) {
  HtmlTable table("", {"", ""});
  const auto add = [&](const char* item, const std::string& entry) {
    table.row({item, entry}, "", "words");
  };
  const std::string hash = m.file.content_sha256(), flown_by = m.file.build();
  add("result", "<code>" + text(m.name) + "</code>");
  add("samples", text(counts_of(m.summary), most_of_text));
  const std::int64_t flown = flights(m.summary), unfit = m.summary.count(Status::invalid_input);
  add("failed flights",
      fmt::format("{} of {}", failed_flights(m.summary), flown) +
          (unfit > 0 ? fmt::format("; {} cannot fly", counted(unfit, "sample")) : ""));
  if (m.judgements) add("verdicts", text(verdict_counts(*m.judgements)));
  add("content sha256", hash.empty()
                            ? "none: the file is not finished"
                            : "<code>" + hash + "</code>" + (m.verified ? "" : " (not verified)"));
  add("record sha256", "<code>" + record::read_annotations(m.file).last_sha256 + "</code>");
  const std::string started = m.file.started();
  add("flown", text(started.empty() ? "the file does not say when" : started) +
                   ", by montecopter " +
                   text(flown_by.empty() ? "(the file does not say which)" : flown_by));
  add("report", text(m.options.printed_on) + ", by montecopter " + text(build));
  return fmt::format("<header id=\"top\">\n<p class=\"kind\">montecopter report</p>\n<h1>{}</h1>\n",
                     text(m.summary.scenario)) +
         table.html() + "</header>\n";
}

Section scenario_appendix(const Material& m) {
  return {"appendix", "Appendix: the complete scenario",
          "<h3>As it was written</h3>\n" + whole_text(m.file.scenario_text()) +
              "<h3>Resolved: complete, with included files and all defaults</h3>\n" +
              whole_text(m.file.resolved_text())};
}

}  // namespace montecopter::report
