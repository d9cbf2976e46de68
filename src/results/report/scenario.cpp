#include <fmt/format.h>

#include "results/report/document.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "scenario/text/stated.hpp"

namespace montecopter::report {
namespace {

/// Longest scenario text on the page. Longer texts are tables of numbers; their beginning is
/// enough.
constexpr std::size_t most_of_scenario = 100'000;

std::string folded(const std::string& title, const std::string& any) {
  return fmt::format("<details><summary>{}{}</summary><pre>{}</pre></details>\n", title,
                     any.size() > most_of_scenario
                         ? fmt::format(" (the first {} of {} bytes)", most_of_scenario, any.size())
                         : "",
                     text(any, most_of_scenario));
}

}  // namespace

std::optional<Section> scenario_section(const Material& m) {
  const std::string written = m.file.scenario_text();
  HtmlTable table("Origin of the numbers, from comments in the scenario",
                  {"key", "value", "comment"});
  for (const CommentedKey& one : sourced_numbers(written)) {
    table.row({text(one.path), "<code>" + text(one.value) + "</code>", text(one.comment, 1000)}, "",
              "words");
  }
  Section section{"scenario", "Scenario", ""};
  section.html = table.empty()
                     ? "<p class=\"none\">The scenario does not state the origin of its numbers "
                       "(no comments beside keys).</p>\n"
                     : table.html();
  if (is_document(m)) {
    section.html += "<p>The complete scenario is in the <a href=\"#appendix\">appendix</a>.</p>\n";
  } else {
    section.html += folded("As written", written);
    section.html +=
        folded("Resolved: complete, with included files and all defaults", m.file.resolved_text());
  }
  section.html += recompute(
      fmt::format("h5dump -d /provenance/resolved -b LE -o resolved.toml {}", shell_word(m.name)));
  return section;
}

}  // namespace montecopter::report
