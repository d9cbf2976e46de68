#pragma once
/// Pieces of the page. Whatever comes from a file or a user passes through text() or attribute():
/// markup is escaped, control characters are shown, and what is very long is cut.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words.hpp"

namespace montecopter::report {

/// Longest names and labels that the page shows, and longest texts (of the scenario, say).
inline constexpr std::size_t most_of_name = 120;
inline constexpr std::size_t most_of_text = 4000;

/// Text between tags or in an attribute in double quotes.
std::string text(std::string_view any, std::size_t most = most_of_name);

/// A number as people read it, with the number as programs read it beside: <data value="...">.
std::string number(double value, int digits = 4);
std::string count(std::int64_t value);

/// "recompute: montecopter stats a.h5", which leads to its entry in the list of commands.
std::string recompute(const std::string& command);

/// "Constant, and not drawn ...: a, b."; "" without names.
std::string constant_note(const std::vector<std::string>& names);

/// A list entry with a mark in a colour of the page's style.
struct LegendEntry {
  std::string style, name;
};
std::string legend(const std::vector<LegendEntry>& entries);

/// A table. Cells are HTML already; the first of each row is its head.
class HtmlTable {
 public:
  HtmlTable(std::string_view caption, const std::vector<std::string>& header);
  /// `style`: "words" where cells are sentences. The head of the row leads to `command`, which
  /// computes its numbers.
  void row(const std::vector<std::string>& cells, const std::string& command = "",
           std::string_view style = "");
  std::string html() const;
  bool empty() const { return rows_.empty(); }

 private:
  std::string head_, rows_;
  bool of_words_ = false;  ///< the cells are sentences, flush left
};

}  // namespace montecopter::report
