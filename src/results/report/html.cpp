#include "results/report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/junit.hpp"
#include "core/base/shortened.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/report/commands.hpp"

namespace montecopter::report {

std::string text(std::string_view any, std::size_t most) { return xml_quote(shortened(any, most)); }

std::string number(double value, int digits) {
  if (std::isnan(value)) return "<data value=\"\">-</data>";
  const std::string shown =
      std::isinf(value) ? (value > 0 ? "∞" : "−∞") : significant(value, digits);
  return fmt::format("<data value=\"{}\">{}</data>", csv_number(value), shown);
}

std::string count(std::int64_t value) {
  return fmt::format("<data value=\"{0}\">{0}</data>", value);
}

std::string recompute(const std::string& command) {
  // A line breaks between words, not within an option.
  std::string words;
  for (const char c : text(command, most_of_text)) {
    words += c == ' ' ? "</span> <span>" : std::string(1, c);
  }
  return "<p class=\"recompute\">" + to_command(command, "recompute") + ": <code><span>" + words +
         "</span></code></p>\n";
}

std::string constant_note(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  return "<p class=\"note\">Constant, therefore not drawn (variation below 1e-9 of the scale): " +
         text(join(names), most_of_text) + ".</p>\n";
}

std::string legend(const std::vector<LegendEntry>& entries) {
  std::string html = "<ul class=\"legend\">";
  for (const LegendEntry& one : entries) {
    html += fmt::format("<li><i class=\"key {}\"></i>{}</li>", one.style, text(one.name));
  }
  return html + "</ul>\n";
}

HtmlTable::HtmlTable(std::string_view caption, const std::vector<std::string>& header) {
  if (!caption.empty()) head_ = fmt::format("<caption>{}</caption>", text(caption, most_of_text));
  head_ += "<thead><tr>";
  for (const std::string& cell : header) head_ += fmt::format("<th scope=\"col\">{}</th>", cell);
  head_ += "</tr></thead>\n";
}

void HtmlTable::row(const std::vector<std::string>& cells, const std::string& command,
                    std::string_view style) {
  of_words_ = of_words_ || style == "words";
  rows_ += "<tr";
  if (!style.empty()) rows_ += fmt::format(" class=\"{}\"", style);
  rows_ += ">";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    rows_ += k > 0 ? fmt::format("<td>{}</td>", cells[k])
             : command.empty()
                 ? fmt::format("<th scope=\"row\">{}</th>", cells[k])
                 : fmt::format("<th scope=\"row\">{}</th>", to_command(command, cells[k]));
  }
  rows_ += "</tr>\n";
}

std::string HtmlTable::html() const {
  return std::string("<div class=\"table\" tabindex=\"0\"><table") +
         (of_words_ ? " class=\"words\">" : ">") + head_ + "<tbody>\n" + rows_ +
         "</tbody></table></div>\n";
}

}  // namespace montecopter::report
