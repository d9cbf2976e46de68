#include "core/base/table.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

using namespace montecopter;

TEST_CASE("numbers for people keep their digits") {
  CHECK(significant(3.14159) == "3.142");
  CHECK(significant(3.0) == "3.000");
  CHECK(significant(1000.0) == "1000");
  CHECK(significant(-0.28444) == "-0.2844");
  CHECK(significant(123456.0) == "1.235e+05");
  CHECK(significant(0.0) == "0");
  CHECK(significant(std::numeric_limits<double>::quiet_NaN()) == "-");
}

TEST_CASE("a mean has the decimals of its standard error") {
  CHECK(mean_text(3.24012, 0.038235) == "3.240 +- 0.038");
  CHECK(mean_text(1234.567, 12.3) == "1235 +- 12");
  CHECK(mean_text(1.87131, 0.0997) == "1.87 +- 0.10");
  CHECK(mean_text(3.0, 0.0) == "3.000 +- 0");
  CHECK(mean_text(2.5, std::numeric_limits<double>::quiet_NaN()) == "2.500");
  CHECK(mean_text(3.5e12, 1e10) == "3.5e+12 +- 1e+10");
  CHECK(mean_text(1e-9, 1e-11) == "1e-09 +- 1e-11");
}

TEST_CASE("tables are aligned, and wrap their columns rather than their lines") {
  Table table{{"", "one", "two"}, {{"first", "1", "2.5"}, {"x", "10.25", "-"}}};
  CHECK(table_text(table) ==
        "         one  two\n"
        "first      1  2.5\n"
        "x      10.25    -\n");
  table.header.assign(30, "header");
  table.rows = {std::vector<std::string>(30, "-1.234e-05")};
  std::istringstream lines(table_text(table));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    CHECK(line.size() <= 100);
    CHECK((line.rfind("header", 0) == 0 || line.rfind("-1.234e-05", 0) == 0));
  }
  CHECK(count == 10);  // 29 columns in blocks of up to 7
}

TEST_CASE("a name of any length, with any bytes, stays within its line") {
  const Table table{{"", "mean", std::string(10000, 'y')},
                    {{std::string(10000, 'x'), "1.5", "2"}, {"a\nb\x1b[31m", "10", "\t"}}};
  for (const std::size_t width : {40, 80, 160}) {
    std::istringstream lines(table_text(table, width));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      CHECK(line.size() <= width);
      CHECK(line.find('\x1b') == std::string::npos);
    }
    CHECK(count % 3 == 0);
  }
  CHECK(table_text(table, 80).find("a b\\x1b[31m") != std::string::npos);
  CHECK(table_text(table, 80).find("xxx...xxx") != std::string::npos);
}

TEST_CASE("a table can be turned, and tells its width") {
  const Table table{{"", "one", "two"}, {{"first", "1", "2.5"}, {"x", "10.25", "-"}}};
  CHECK(width_of(table) == 5 + 1 + 5 + 1 + 3);
  const Table turned = transposed(table);
  CHECK(turned.header == std::vector<std::string>{"", "first", "x"});
  CHECK(turned.rows ==
        std::vector<std::vector<std::string>>{{"one", "1", "10.25"}, {"two", "2.5", "-"}});
  CHECK(transposed(turned).rows == table.rows);
  CHECK(tables_text({{"a\n", {}, "b\n"}, {"", table, ""}}) == "a\nb\n" + table_text(table));
}
