/// Functions over windows of time in metrics by formula.

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/formula/evaluate.hpp"

namespace montecopter {
namespace {

const FormulaNames names = {{{"speed", 1, {}, ""}, {"position", 2, {"x", "y"}, ""}},
                            {"early", "late", "never"}};

/// Speed 0, 1, 4, 9, ... at t = 0, 0.5, 1, ...; windows of rows 0 to 2, 4 to 6, and beyond the end.
double value(std::string_view text, std::int64_t rows = 8) {
  std::vector<double> speed, position;
  for (int k = 0; k < 8; ++k) {
    speed.push_back(k * k);
    position.push_back(k);
    position.push_back(-k);
  }
  const std::vector<FormulaTrace> traces = {{speed.data(), 1}, {position.data(), 2}};
  const std::vector<FormulaRows> windows = {{0, 3}, {4, 7}, {20, 30}};
  return evaluate(parse_formula(text, names), traces, rows, 0.5, windows);
}

TEST_CASE("functions over a window see its rows alone, and the times since the start") {
  CHECK(value("max(speed, early)") == 4);
  CHECK(value("min(speed, late)") == 16);
  CHECK(value("mean(speed, late)") == Approx((16 + 25 + 36) / 3.0).epsilon(1e-15));
  CHECK(value("rms(t, late)") == Approx(std::sqrt((4 + 6.25 + 9) / 3)).epsilon(1e-15));
  CHECK(value("first(speed, late)") == 16);
  CHECK(value("final(speed, late)") == 36);
  CHECK(value("integral(speed, late)") == (0.5 * 16 + 25 + 0.5 * 36) * 0.5);
  CHECK(value("first_time(speed, 20, late)") == 2.5);
  CHECK(value("last_time(speed, 20, late)") == 3.0);
  CHECK(value("fraction(speed, 20, late)") == Approx(2 / 3.0).epsilon(1e-15));
  CHECK(value("last_time(speed, 99, late)") == 0);
  CHECK(value("time_of_max(speed, late)") == 3.0);
  CHECK(value("time_of_min(speed, late)") == 2.0);
}

/// A sinusoid sin(2 pi t / T) with T = 40 rows has its largest value a quarter of the period after
/// its start and its smallest one at three quarters, and both again each period later.
TEST_CASE("the time of the largest and of the smallest value is that of the first of them") {
  constexpr int rows = 81;
  constexpr double period_s = 0.125;
  std::vector<double> wave, both;
  for (int k = 0; k < rows; ++k) {
    wave.push_back(std::sin(std::acos(-1.0) / 20 * (k % 40)));
    both.push_back(wave.back()), both.push_back(k == 50 ? std::nan("") : k);
  }
  const FormulaNames waves = {{{"wave", 1, {}, ""}, {"both", 2, {"x", "y"}, ""}}, {"none"}};
  const auto of = [&](std::string_view text) {
    return evaluate(parse_formula(text, waves),
                    std::vector<FormulaTrace>{{wave.data(), 1}, {both.data(), 2}}, rows, period_s,
                    std::vector<FormulaRows>{{90, 95}});
  };
  CHECK(of("time_of_max(wave)") == 10 * period_s);
  CHECK(of("time_of_min(wave)") == 30 * period_s);
  CHECK(of("time_of_max(abs(wave))") == 10 * period_s);
  CHECK(of("time_of_min(abs(wave))") == 0);
  CHECK(of("time_of_max(-2 * wave + 1)") == 30 * period_s);
  CHECK(of("time_of_max(t)") == (rows - 1) * period_s);
  CHECK(of("time_of_max(0 * t)") == 0);
  CHECK(std::isnan(of("time_of_max(both.y)")));  // as max(both.y)
  CHECK(std::isnan(of("max(both.y)")));
  CHECK(std::isnan(of("time_of_max(1 / t)")));  // infinite at t = 0, as max(1 / t)
  CHECK(std::isnan(of("max(1 / t)")));
  CHECK(of("time_of_max(both.x)") == 10 * period_s);
  CHECK(std::isnan(of("time_of_max(wave, none)")));
}

TEST_CASE("windows go with everything else that a formula has") {
  CHECK(value("max(speed, late) - max(speed)") == 36 - 49);
  CHECK(value("max(max(speed, early), 10)") == 10);
  CHECK(value("norm(final(position, early) - first(position))") ==
        Approx(std::sqrt(8.0)).epsilon(1e-15));
  CHECK(value("max(speed - mean(speed, early), late)") == Approx(36 - 5 / 3.0).epsilon(1e-15));
  CHECK(value("sum(max(position, early))") == 2);
}

TEST_CASE("a window that the flight does not reach has no value, one that it ends in what it has") {
  CHECK(std::isnan(value("max(speed, never)")));
  CHECK(std::isnan(value("fraction(speed, 1, never)")));
  CHECK(std::isnan(value("mean(speed, late)", 4)));
  CHECK(value("mean(speed, late)", 6) == (16 + 25) / 2.0);
}

std::string fault(std::string_view text) {
  try {
    parse_formula(text, names);
  } catch (const FormulaError& error) {
    return std::to_string(error.at) + ": " + error.what +
           (error.why.empty() ? "" : " (" + error.why + ")");
  }
  return "none";
}

TEST_CASE("a window stands where a function over time takes it, and nowhere else") {
  CHECK(fault("max(speed, lat)") == "11: there is no signal 'lat'");
  CHECK(fault("late") == "0: the formula is a window (a metric is one number per flight)");
  CHECK(fault("(late)") == "0: the formula is a window (a metric is one number per flight)");
  CHECK(fault("max(late)") ==
        "0: 'max' has a window but no signal (it reduces a signal over the times of the window)");
  CHECK(fault("max(speed) + late") ==
        "11: a number is expected next to this (a window is not a number)");
  CHECK(fault("-late") == "0: a number is expected next to this (a window is not a number)");
  CHECK(fault("late^2") == "4: a number is expected next to this (a window is not a number)");
  CHECK(fault("abs(max(speed), late)") ==
        "16: abs(...) does not take a window (it does not reduce over time)");
  CHECK(fault("max(late, speed)") ==
        "4: a number is expected next to this (a window is not a number)");
  CHECK(fault("max(speed, early, late)") ==
        "11: a number is expected next to this (a window is not a number)");
  CHECK(fault("fraction(speed, late)") == "0: 'fraction' does not take 1 arguments (it takes 2)");
  CHECK(fault("share(speed, 1)") == "0: there is no function 'share' any more");
  CHECK(fault("max(speed, 1, 2)") == "0: 'max' does not take 3 arguments (it takes 2 or 1)");
}

}  // namespace
}  // namespace montecopter
