#include "core/base/latex.hpp"

#include <algorithm>

#include "core/base/printable.hpp"

namespace montecopter {
namespace {

struct Sign {
  std::string_view plain, latex;
};

/// The longer signs first: <= is not < and =.
constexpr Sign signs[] = {
    {"+-", "$\\pm$"}, {"<=", "$\\le$"}, {">=", "$\\ge$"},
    {"<", "$<$"},     {">", "$>$"},     {"\\", "\\textbackslash{}"},
    {"{", "\\{"},     {"}", "\\}"},     {"~", "\\textasciitilde{}"},
    {"&", "\\&"},     {"%", "\\%"},     {"^", "\\textasciicircum{}"},
    {"$", "\\$"},     {"#", "\\#"},     {"_", "\\_"},
    {"\n", " "},      {"\t", " "},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "3.2 +- 0.1", "[1.0e-3, inf]", "999/1000": only numbers.
bool is_numeric(std::string_view text) {
  bool has_number = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 3) == "inf") {
      has_number = true;
      at += 2;
      continue;
    }
    const bool is_exponent = text[at] == 'e' && at > 0 && is_digit(text[at - 1]);
    if (!is_digit(text[at]) && !is_exponent &&
        std::string_view(".+-[], /").find(text[at]) == std::string_view::npos) {
      return false;
    }
    has_number = has_number || is_digit(text[at]);
  }
  return has_number;
}

/// The inside of math mode: 1.0e-03 as a power of ten.
std::string math(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) == "+-") {
      out += "\\pm";
      ++at;
    } else if (text.substr(at, 3) == "inf") {
      out += "\\infty";
      at += 2;
    } else if (text[at] == 'e') {
      const bool is_negative = at + 1 < text.size() && text[at + 1] == '-';
      while (at + 1 < text.size() && std::string_view("+-0").find(text[at + 1]) != text.npos) ++at;
      out += is_negative ? "\\times10^{-" : "\\times10^{";
      while (at + 1 < text.size() && is_digit(text[at + 1])) out += text[++at];
      out += '}';
    } else {
      out += text[at];
    }
  }
  return out;
}

/// Behind \\ and the rules, LaTeX takes a bracket or a star for an option.
std::string as_first(const std::string& cell) {
  return cell.starts_with('[') || cell.starts_with('*') ? "{}" + cell : cell;
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    text += c == 0 ? as_first(cells[c]) : " & " + cells[c];
  }
  return text + " \\\\\n";
}

std::string tabular(const Table& table) {
  std::string text =
      "\\begin{tabular}{l" + std::string(table.header.size() - 1, 'r') + "}\n\\toprule\n";
  std::vector<std::string> cells;
  for (const std::string& name : table.header) cells.push_back(latex_text(name));
  text += row_of(cells) + "\\midrule\n";
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells[c] = table.header[c] == "unit" ? latex_unit(row[c]) : latex_cell(row[c]);
    }
    text += row_of(cells);
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

/// Lines of LaTeX that it does not set.
std::string comments(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string line = printable(std::string(lines.substr(0, end)));
    if (!line.empty()) text += "% " + line + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

}  // namespace

std::string latex_text(std::string_view given) {
  const std::string text = printable(std::string(given));
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto* sign = std::find_if(std::begin(signs), std::end(signs), [&](const Sign& s) {
      return std::string_view(text).substr(at).starts_with(s.plain);
    });
    if (sign == std::end(signs)) {
      out += text[at++];
    } else {
      out += sign->latex;
      at += sign->plain.size();
    }
  }
  return out;
}

std::string latex_unit(std::string_view unit) {
  if (unit.empty() || unit == "1") return "";
  std::string out;
  for (std::size_t at = 0; at < unit.size();) {
    const std::size_t end = std::min(unit.find(' ', at), unit.size());
    const std::string_view word = unit.substr(at, end - at);
    std::size_t letters = word.find_first_of("-0123456789");
    if (letters == 0 || !is_numeric(word.substr(std::min(letters, word.size())))) {
      letters = std::string_view::npos;  // not a unit with its power
    }
    const std::string_view name = word.substr(0, letters);
    if (!out.empty()) out += "\\,";
    out += name == "degree" ? "^{\\circ}" : latex_text(name);
    if (name.size() < word.size()) {
      out += "^{" + std::string(word.substr(name.size())) + "}";
    }
    at = end + 1;
  }
  return "$\\mathrm{" + out + "}$";
}

std::string latex_cell(const std::string& cell) {
  constexpr std::string_view complement = "1-P: ";
  if (cell == "-") return "--";
  std::string_view number = cell;
  const bool has_star = number.ends_with('*');
  if (has_star) number.remove_suffix(1);
  const bool is_complement = number.starts_with(complement);
  if (is_complement) number.remove_prefix(complement.size());
  if (!is_numeric(number)) return latex_text(cell);
  return std::string("$") + (is_complement ? "1-P = " : "") + math(number) + "$" +
         (has_star ? "*" : "");
}

std::string latex_tables(const std::vector<TableText>& tables) {
  std::string text;
  for (const TableText& part : tables) {
    text += comments(part.before);
    if (!part.table.header.empty()) text += tabular(part.table);
    text += comments(part.after);
  }
  return text;
}

}  // namespace montecopter
