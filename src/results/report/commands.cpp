#include "results/report/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/index.hpp"
#include "results/report/html.hpp"

namespace montecopter::report {
namespace {

/// Mark of a link to a command. Escaped texts have no quotation marks and cannot contain it.
constexpr std::string_view mark = "href=\"#to: ";

}  // namespace

std::string to_command(const std::string& command, const std::string& shown) {
  const std::string words = text(command, most_of_text);
  return fmt::format("<a class=\"how\" {}{}\" title=\"{}\">{}</a>", mark, words, words, shown);
}

std::size_t Commands::place_of(const std::string& command, const std::string& id,
                               const std::string& title) {
  const Index place =
      first_index_if(entries_, [&](const Entry& entry) { return entry.command == command; });
  if (place == entries_.size()) entries_.push_back({command, id, title});
  return place;
}

std::string Commands::number(const std::string& html, const std::string& id,
                             const std::string& title) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at; (at = html.find(mark, from)) != std::string::npos;) {
    const std::size_t begin = at + mark.size(), end = html.find('"', begin);
    const std::size_t place = place_of(html.substr(begin, end - begin), id, title) + 1;
    out += html.substr(from, at - from);
    out += fmt::format("href=\"#command-{0}\" data-number=\"{0}\"", place);
    from = end + 1;
  }
  return out + html.substr(from);
}

Section Commands::section() const {
  Section section{
      "commands", "Commands",
      "<p>Row names and <i>recompute</i> link here; on paper, the number in brackets refers to "
      "this list. Run a command in the folder of the result to recompute its numbers.</p>\n"
      "<ol class=\"commands\">\n"};
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    section.html += fmt::format(
        "<li id=\"command-{}\" tabindex=\"-1\"><code>{}</code> <a class=\"back\" "
        "href=\"#{}\">{}</a></li>\n",
        k + 1, entries_[k].command, entries_[k].id, entries_[k].title);
  }
  section.html += "</ol>\n";
  return section;
}

}  // namespace montecopter::report
