#pragma once
/// Tables for LaTeX: `tabular` with the rules of the package booktabs.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/table.hpp"

namespace montecopter {

/// Text with LaTeX's special characters escaped, and +-, <, <= and >= as signs.
std::string latex_text(std::string_view text);

/// "m s-1" as $\mathrm{m\,s^{-1}}$, "degree" as a degree sign; empty for "1".
std::string latex_unit(std::string_view unit);

/// A cell of a table: numbers, means with errors and intervals in math mode, the rest as text.
std::string latex_cell(const std::string& cell);

/// A tabular for each table, and the lines around it as comments. A column with the header "unit"
/// holds units.
std::string latex_tables(const std::vector<TableText>& tables);

}  // namespace montecopter
