#include "core/base/latex.hpp"

#include <catch2/catch.hpp>

using namespace montecopter;

TEST_CASE("LaTeX sets text of any kind as it is") {
  CHECK(latex_text("max_tilt_deg") == "max\\_tilt\\_deg");
  CHECK(latex_text("P(x <= 0.5) >= 99 % & a<b>c") == "P(x $\\le$ 0.5) $\\ge$ 99 \\% \\& a$<$b$>$c");
  CHECK(latex_text("\\input{x}~^$#") ==
        "\\textbackslash{}input\\{x\\}\\textasciitilde{}\\textasciicircum{}\\$\\#");
  CHECK(latex_text("mean +- se") == "mean $\\pm$ se");
  CHECK(latex_text("a\nb") == "a b");
  CHECK(latex_text("Höhe") == "Höhe");
  CHECK(latex_text("\x1b[31m").find('\x1b') == std::string::npos);
}

TEST_CASE("units are in math mode") {
  CHECK(latex_unit("m s-1") == "$\\mathrm{m\\,s^{-1}}$");
  CHECK(latex_unit("kg m2") == "$\\mathrm{kg\\,m^{2}}$");
  CHECK(latex_unit("rad s-0.5") == "$\\mathrm{rad\\,s^{-0.5}}$");
  CHECK(latex_unit("degree") == "$\\mathrm{^{\\circ}}$");
  CHECK(latex_unit("1").empty());
  CHECK(latex_unit("").empty());
  CHECK(latex_unit("$}{\\x") == "$\\mathrm{\\$\\}\\{\\textbackslash{}x}$");
}

TEST_CASE("numbers of a table are in math mode, words are not") {
  CHECK(latex_cell("3.285 +- 0.080") == "$3.285 \\pm 0.080$");
  CHECK(latex_cell("-1.2e-05 +- 3e+10*") == "$-1.2\\times10^{-5} \\pm 3\\times10^{10}$*");
  CHECK(latex_cell("[5.1e-5, inf]") == "$[5.1\\times10^{-5}, \\infty]$");
  CHECK(latex_cell("1-P: 1.0e-3") == "$1-P = 1.0\\times10^{-3}$");
  CHECK(latex_cell("999/1000") == "$999/1000$");
  CHECK(latex_cell("-") == "--");
  CHECK(latex_cell("ok") == "ok");
  CHECK(latex_cell("") == "");
  CHECK(latex_cell("100 %") == "100 \\%");
  CHECK(latex_cell("back: mean of back <= 0.08") == "back: mean of back $\\le$ 0.08");
}

TEST_CASE("a table is a tabular, its notes are comments") {
  const TableText part{"head\n", {{"", "unit", "50 %"}, {{"[a_b", "m", "1.5"}}}, "a\x07\n\nb\n"};
  CHECK(latex_tables({part}) ==
        "% head\n"
        "\\begin{tabular}{lrr}\n\\toprule\n"
        " & unit & 50 \\% \\\\\n\\midrule\n"
        "{}[a\\_b & $\\mathrm{m}$ & $1.5$ \\\\\n"
        "\\bottomrule\n\\end{tabular}\n"
        "% a\\x07\n% b\n");
}
