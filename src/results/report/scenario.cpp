#include <fmt/format.h>

#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/report/stated.hpp"

namespace montecopter::report {
namespace {

/// Longer ones are tables of numbers, of which the beginning says enough.
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
  HtmlTable table("Comments of the scenario: where its numbers are from",
                  {"key", "value", "comment"});
  for (const CommentedKey& one : sourced_numbers(written)) {
    table.row({text(one.path), "<code>" + text(one.value) + "</code>", text(one.comment, 1000)}, "",
              "words");
  }
  Section section{"scenario", "Scenario", ""};
  section.html = table.empty()
                     ? "<p class=\"none\">Its text says nothing of where its numbers are from "
                       "(no comments beside keys).</p>\n"
                     : table.html();
  section.html += folded("As it was written", written);
  section.html +=
      folded("Resolved: complete, with what was included and all defaults", m.file.resolved_text());
  section.html += recompute(
      fmt::format("h5dump -d /provenance/resolved -b LE -o resolved.toml {}", shell_word(m.name)));
  return section;
}

}  // namespace montecopter::report
