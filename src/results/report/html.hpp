#pragma once
/// Pieces of the page. All input from a file or a user passes through text() or attribute(): markup
/// is escaped, control characters are shown, and very long texts are cut.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words.hpp"

namespace montecopter::report {

/// Longest names and labels on the page, and longest texts (such as the scenario).
inline constexpr std::size_t most_of_name = 120;
inline constexpr std::size_t most_of_text = 4000;

/// Text between tags or in an attribute in double quotes.
std::string text(std::string_view any, std::size_t most = most_of_name);

/// A number in readable form, with the exact number beside it: <data value="...">.
std::string number(double value, int digits = 4);
std::string count(std::int64_t value);

/// "recompute: montecopter stats a.h5", a link to its entry in the list of commands.
std::string recompute(const std::string& command);

/// "Constant, therefore not drawn ...: a, b."; "" without names.
std::string constant_note(const std::vector<std::string>& names);

/// A legend entry with a mark in a colour of the page's style.
struct LegendEntry {
  std::string style, name;
};
std::string legend(const std::vector<LegendEntry>& entries);

/// A table. Cells are HTML already; the first cell of each row is its head.
class HtmlTable {
 public:
  HtmlTable(std::string_view caption, const std::vector<std::string>& header);
  /// Adds a row. `style`: "words" where cells are sentences. The head of the row links to
  /// `command`, which recomputes its numbers.
  void row(const std::vector<std::string>& cells, const std::string& command = "",
           std::string_view style = "");
  std::string html() const;
  bool empty() const { return rows_.empty(); }

 private:
  std::string head_, rows_;
  bool of_words_ = false;  ///< the cells are sentences, flush left
};

}  // namespace montecopter::report
