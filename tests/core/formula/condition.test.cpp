/// Conditions on samples: what they mean, and what is said of those that mean nothing.

#include "core/formula/condition.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/formula/evaluate.hpp"

namespace montecopter {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Each = std::vector<double>;

const std::vector<ConditionColumn> columns = {
    {"tilt_deg", {"m_tilt_deg"}},
    {"vehicle.mass_kg", {"in_vehicle.mass_kg"}},
    {"sensors.imu-1.bias", {}},
    {"status", {}, {}, {"not_run", "ok", "diverged"}},
    {"sample"},
    {"android"},  // begins with a keyword
};

/// Five samples.
const std::array<Each, 6> numbers = {{
    {10, 40, 41, nan, -3},
    {1.0, 1.1, 0.9, 1.0, 1.0},
    {1, 2, 3, 4, 5},
    {1, 1, 2, 2, 1},
    {0, 1, 2, 3, 4},
    {0, 0, 0, 0, 1},
}};

Each rows_of(const Formula& formula) {
  std::array<FormulaTrace, 6> traces;
  for (std::size_t c = 0; c < numbers.size(); ++c) traces[c] = {numbers[c].data(), 1};
  return evaluate_rows(formula, traces, 5);
}

Each holds(std::string_view text) { return rows_of(parse_condition(text, columns)); }
Each quantity(std::string_view text) { return rows_of(parse_quantity(text, columns)); }

/// "7: what (why). suggestion"
template <class Parse>
std::string complaint(Parse parse, std::string_view text) {
  try {
    parse(text, columns);
  } catch (const FormulaError& error) {
    return std::to_string(error.at) + ": " + error.what +
           (error.why.empty() ? "" : " (" + error.why + ")") + ". " + error.suggestion;
  }
  return "none";
}
std::string complaint(std::string_view text) { return complaint(parse_condition, text); }

}  // namespace

TEST_CASE("a comparison holds or not, sample by sample, and never for NaN") {
  CHECK(holds("tilt_deg < 40") == Each{1, 0, 0, 0, 1});
  CHECK(holds("tilt_deg <= 40") == Each{1, 1, 0, 0, 1});
  CHECK(holds("tilt_deg > 40") == Each{0, 0, 1, 0, 0});
  CHECK(holds("tilt_deg >= 40") == Each{0, 1, 1, 0, 0});
  CHECK(holds("tilt_deg == 40") == Each{0, 1, 0, 0, 0});
  CHECK(holds("tilt_deg != 40") == Each{1, 0, 1, 0, 1});
  CHECK(holds("not tilt_deg == 40") == Each{1, 0, 1, 1, 1});
  CHECK(holds("tilt_deg == tilt_deg") == Each{1, 1, 1, 0, 1});
}

TEST_CASE("the smaller and the larger of two numbers are NaN if either is, in any order") {
  CHECK(holds("min(tilt_deg, 50) < 100") == Each{1, 1, 1, 0, 1});
  CHECK(holds("min(50, tilt_deg) < 100") == Each{1, 1, 1, 0, 1});
  CHECK(holds("max(tilt_deg, 50) > 0") == Each{1, 1, 1, 0, 1});
  CHECK(holds("max(50, tilt_deg) > 0") == Each{1, 1, 1, 0, 1});
  CHECK(quantity("min(max(tilt_deg, 20), 40.5)")[1] == 40);
  CHECK(quantity("min(40.5, max(20, tilt_deg))")[2] == 40.5);
}

TEST_CASE("and binds before or, not before both, and parentheses before all") {
  CHECK(holds("sample == 0 or sample == 1 and sample == 2") == Each{1, 0, 0, 0, 0});
  CHECK(holds("(sample == 0 or sample == 1) and sample >= 1") == Each{0, 1, 0, 0, 0});
  CHECK(holds("not sample == 0 and sample < 2") == Each{0, 1, 0, 0, 0});
  CHECK(holds("not (sample == 0 and sample < 2)") == Each{0, 1, 1, 1, 1});
  CHECK(holds("not not sample == 0") == Each{1, 0, 0, 0, 0});
  CHECK(holds("(((sample)) == (0))") == Each{1, 0, 0, 0, 0});
}

TEST_CASE("arithmetic is that of formulas, and binds before comparisons") {
  CHECK(holds("2 * sample + 1 > sample ^ 2") == Each{1, 1, 1, 0, 0});
  CHECK(holds("abs(tilt_deg) < 5") == Each{0, 0, 0, 0, 1});
  CHECK(holds("sqrt(sample) == 2") == Each{0, 0, 0, 0, 1});
  CHECK(holds("max(sample, 2) == 2 and min(sample, 1) == 1") == Each{0, 1, 1, 0, 0});
  CHECK(holds("vehicle.mass_kg > 1e0") == Each{0, 1, 0, 0, 0});
  CHECK(quantity("-sample / 2") == Each{0, -0.5, -1, -1.5, -2});
}

TEST_CASE("columns are named in short, as in the file, or in quotes") {
  CHECK(holds("m_tilt_deg > 40") == holds("tilt_deg > 40"));
  CHECK(holds("in_vehicle.mass_kg > 1") == holds("vehicle.mass_kg > 1"));
  CHECK(holds("\"sensors.imu-1.bias\" > 3") == Each{0, 0, 0, 1, 1});
  CHECK(holds("\"vehicle.mass_kg\"<1") == Each{0, 0, 1, 0, 0});
  CHECK(holds("android == 1") == Each{0, 0, 0, 0, 1});
}

TEST_CASE("a status is compared with the names that it has") {
  CHECK(holds("status != ok") == Each{0, 0, 1, 1, 0});
  CHECK(holds("diverged == status") == Each{0, 0, 1, 1, 0});
  CHECK(holds("status == \"ok\" and tilt_deg < 0") == Each{0, 0, 0, 0, 1});
}

TEST_CASE("a name that several columns have is written behind that of its column") {
  const std::vector<ConditionColumn> two = {{"status", {}, {}, {"not_run", "ok"}},
                                            {"gains", {"in_gains"}, {}, {"soft", "ok"}},
                                            {"sample"}};
  const std::array<Each, 3> values = {{{1, 1, 0}, {0, 1, 1}, {0, 1, 2}}};
  const auto of = [&](std::string_view text) {
    std::array<FormulaTrace, 3> traces;
    for (std::size_t c = 0; c < values.size(); ++c) traces[c] = {values[c].data(), 1};
    return evaluate_rows(parse_condition(text, two), traces, 3);
  };
  CHECK(of("gains == soft") == Each{1, 0, 0});
  CHECK(of("in_gains != soft and sample < 2") == Each{0, 1, 0});
  CHECK(of("gains == gains.ok and status == status.ok") == Each{0, 1, 0});
  const auto say = [&](std::string_view text) {
    return complaint([&](std::string_view t, const auto&) { return parse_condition(t, two); },
                     text);
  };
  CHECK(say("gains == ok") ==
        "9: 'ok' is a value of both 'status' and 'gains'. Write status.ok or gains.ok");
  CHECK(say("gains == status.ok") ==
        "6: names of different columns are compared (they are never equal). ");
  CHECK(say("gains == 1").starts_with("6: a name and a number cannot be compared"));
}

TEST_CASE("what is wrong with a condition is said with its place") {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"tild_deg > 40", "0: there is no column 'tild_deg'. Did you mean 'tilt_deg'?"},
      {"tilt_deg > 40 and status == okk", "28: there is no column 'okk'. Did you mean 'ok'?"},
      {"vehicle.mas_kg > 1", "0: there is no column 'vehicle.mas_kg'. Did you mean "},
      {"mean(tilt_deg) > 1", "0: there is no function 'mean'. "},
      {"tilt_deg >", "10: the condition ends where a value is expected. "},
      {"tilt_deg > 40 and", "17: the condition ends where a value is expected. "},
      {"", "0: the condition ends where a value is expected. "},
      {"> 40",
       "0: '>' is not expected here (a value is expected). Use a number, a column, a function or"},
      {"tilt_deg = 40", "9: '=' is not a comparison. Write '==' for equality"},
      {"tilt_deg > 40 && sample > 1",
       "14: '&' is not expected here (the condition ends before it). "
       "Write 'and'"},
      {"tilt_deg > 40 | sample > 1", "Write 'or'"},
      {"!tilt_deg", "0: '!' is not expected here (a value is expected). Write 'not'"},
      {"tilt_deg ! 4", "9: '!' is not a comparison. Comparisons are <, <=, >, >=, == and !="},
      {"1 < tilt_deg < 2",
       "13: comparisons cannot be chained (a comparison has two sides). Write a < b and b < c"},
      {"(1 < tilt_deg) < 2", "15: a comparison cannot be compared"},
      {"status < ok", "7: names have no order (they are equal or different). Use == or !="},
      {"status == 3", "7: a name and a number cannot be compared"},
      {"tilt_deg == ok", "9: a name and a number cannot be compared"},
      {"status + 1 > 2", "0: a number is expected next to this (a name is not a number)"},
      {"tilt_deg * (sample > 1) > 2",
       "9: a number is expected next to this (a comparison is not a number)"},
      {"abs(sample > 1) > 2", "11: ')' is missing ('>' is there instead)"},
      {"tilt_deg", "0: this is a number (it is neither true nor false). Compare it: "},
      {"status", "0: this is a name (it is neither true nor false). Compare it: status == ok"},
      {"tilt_deg and sample > 1",
       "0: a comparison is expected here (a number is neither true nor "},
      {"sample > 1 or tilt_deg", "14: a comparison is expected here"},
      {"not tilt_deg", "4: a comparison is expected here"},
      {"3 > 2",
       "0: the condition uses no value of the samples (its result is the same for all of them)"},
      {"(tilt_deg > 2", "13: ')' is missing (the condition ends before it)"},
      {"tilt_deg > 2)", "12: ')' is not expected here (the condition ends before it)"},
      {"\"tilt_deg > 2", "0: the closing '\"' is missing"},
      {"tilt_deg. > 2", "0: there is no column 'tilt_deg.'. Did you mean 'tilt_deg'?"},
      {"tilt_deg > 2 tilt_deg", "13: 't' is not expected here"},
      {std::string(101, '(') + "1", "the condition is nested too deeply (at most 100 levels)"},
  };
  for (const auto& [text, message] : faults) {
    INFO(text);
    CHECK_THAT(complaint(text), Catch::Contains(message));
  }
}

TEST_CASE("what samples are sorted by is a number") {
  CHECK(complaint(parse_quantity, "tilt_deg > 1") ==
        "0: this is a comparison (one number per sample is expected). ");
  CHECK(complaint(parse_quantity, "status") ==
        "0: this is a name (one number per sample is expected). ");
  CHECK(complaint(parse_quantity, "2") ==
        "0: the formula uses no value of the samples (its result is the same for all of them). ");
}

TEST_CASE("metrics by formula know no comparisons and no quotes") {
  const FormulaNames names = {{{"position", 3, {"x", "y", "z"}, ""}}};
  const auto fault = [&](std::string_view text) {
    try {
      parse_formula(text, names);
    } catch (const FormulaError& error) {
      return std::to_string(error.at) + ": " + error.what;
    }
    return std::string("none");
  };
  CHECK(fault("max(position.x) > 1") == "16: '>' is not expected here");
  CHECK(fault("max(\"position\")") == "4: '\"' is not expected here");
  CHECK(fault("max(position.x) and 1") == "16: 'a' is not expected here");
  CHECK(fault("max(norm(position))") == "none");
}

}  // namespace montecopter
