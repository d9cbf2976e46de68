/// Sweeps: values of the axes, order of the points, and what cannot be swept.

#include "scenario/model/sweep.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "scenario/files/sweep_values.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

/// The small scenario with a sweep at its end, on lines 44 and following; nothing is dispersed on
/// request.
std::string swept(const std::string& sweep, bool dispersed = true) {
  const std::string end = small_scenario.substr(small_scenario.find("[disperse."));
  return with(end, (dispersed ? end : "") + sweep);
}

std::string axis(const std::string& path, const std::string& values) {
  return "[sweep.\"" + path + "\"]\n" + values + "\n";
}

/// The one complaint about a sweep of a number that nothing else changes.
std::string fault(const std::string& values, const std::string& path = "environment.gravity_m_s2") {
  const std::string text = complaint(swept(axis(path, values)));
  CHECK(count_lines(text) == 1);
  return text;
}

TEST_CASE("linspace is numpy's, bit for bit") {
  // float.hex() of numpy.linspace (1.24.2).
  CHECK(equal_differences(0.8, 1.2, 5) ==
        std::vector<double>{0x1.999999999999ap-1, 0x1.ccccccccccccdp-1, 0x1.0p+0,
                            0x1.199999999999ap+0, 0x1.3333333333333p+0});
  CHECK(equal_differences(-3.0, 7.1, 8) ==
        std::vector<double>{-0x1.8p+1, -0x1.8ea0ea0ea0ea1p+0, -0x1.d41d41d41d420p-4,
                            0x1.541d41d41d41cp+0, 0x1.62be2be2be2bep+1, 0x1.0db6db6db6db7p+2,
                            0x1.6a0ea0ea0ea0ep+2, 0x1.c666666666666p+2});
  CHECK(equal_differences(1e-3, 0.3, 4) ==
        std::vector<double>{0x1.0624dd2f1a9fcp-10, 0x1.9c54a6921735fp-4, 0x1.9a485cd7b900bp-3,
                            0x1.3333333333333p-2});
}

TEST_CASE("geomspace is numpy's within rounding") {
  // Powers of ten are known. log and exp are accurate to 2 ulp; an error of 2 ulp in a logarithm of
  // up to 14 is 4e-15 in the value, and the remaining roundings are less than that again.
  const auto decades = equal_ratios(1e-9, 1e-3, 7);
  REQUIRE(decades.size() == 7);
  for (int k = 0; k < 7; ++k) CHECK(decades[k] == Approx(std::pow(10, k - 9)).epsilon(1e-14));
  CHECK(decades.front() == 1e-9);
  CHECK(decades.back() == 1e-3);
  const auto negative = equal_ratios(-2, -0.03, 4);  // numpy.geomspace(-2, -0.03, 4)
  CHECK(negative[0] == -2);
  CHECK(negative[1] == Approx(-0x1.f9148a2366561p-2).epsilon(1e-14));
  CHECK(negative[2] == Approx(-0x1.f2410552c4e8fp-4).epsilon(1e-14));
  CHECK(negative[3] == -0.03);
}

TEST_CASE("points are numbered in the order of the paths, the last one fastest") {
  const SweepGrid grid(load(swept(axis("wind.0.to_m_s.x", "values = [5, 4]") +
                                  axis("environment.gravity_m_s2", "linspace = [9, 11, 3]")))
                           .scenario.sweep);
  REQUIRE(grid.axes() == 2);
  CHECK(grid.path(0) == "environment.gravity_m_s2");
  CHECK(grid.points() == 6);
  CHECK(grid.shape() == std::vector<std::int64_t>{3, 2});
  const double gravity[] = {9, 9, 10, 10, 11, 11}, wind[] = {5, 4, 5, 4, 5, 4};
  for (std::int64_t point = 0; point < 6; ++point) {
    CHECK(grid.value(0, point) == gravity[point]);
    CHECK(grid.value(1, point) == wind[point]);
  }
  CHECK(grid.describe(3) == "environment.gravity_m_s2 = 10, wind.0.to_m_s.x = 4");
  CHECK(SweepGrid().points() == 1);
}

TEST_CASE("the resolved scenario holds the values, however they were given") {
  const LoadedScenario listed = load(swept(axis("environment.gravity_m_s2", "values = [9, 10]")));
  const LoadedScenario spaced =
      load(swept(axis("environment.gravity_m_s2", "linspace = [9, 10, 2]")));
  CHECK(listed.resolved == spaced.resolved);
  CHECK_THAT(listed.resolved, Contains("independent_points = false\n") &&
                                  Contains("[sweep.\"environment.gravity_m_s2\"]\n"
                                           "values = [9.0, 10.0]\n"));
  const LoadedScenario again = load_scenario_text(listed.resolved, "small.toml", "/nowhere");
  CHECK(again.resolved == listed.resolved);
  const std::string without = load(small_scenario).resolved;
  CHECK(without.find("sweep") == std::string::npos);
  CHECK(without.find("independent_points") == std::string::npos);
}

TEST_CASE("an override replaces the values of an axis") {
  const std::string text = swept(axis("environment.gravity_m_s2", "linspace = [9, 11, 3]"));
  const auto values = [&](const char* override_text) {
    return load(text, {override_text}).scenario.sweep.at("environment.gravity_m_s2").values;
  };
  CHECK(values("sweep.\"environment.gravity_m_s2\".values=[1, 2]") == std::vector<double>{1, 2});
  CHECK(values("sweep.\"environment.gravity_m_s2\"={geomspace=[1, 4, 2]}") ==
        std::vector<double>{1, 4});
}

/// The complaint about a CSV file of values, or the values.
std::string csv_fault(const std::string& csv, const std::string& column,
                      std::vector<double>* values = nullptr) {
  const std::string file = "/tmp/montecopter-sweep-" + std::to_string(::getpid()) + ".csv";
  std::ofstream(file) << csv;
  const std::string text =
      swept(axis("environment.gravity_m_s2", "file = \"" + file + "\"" + column));
  std::string complaint_text = complaint(text);
  if (values != nullptr && complaint_text.empty()) {
    *values = load(text).scenario.sweep.at("environment.gravity_m_s2").values;
  }
  std::remove(file.c_str());
  return complaint_text;
}

TEST_CASE("values from a CSV file") {
  std::vector<double> values;
  CHECK(csv_fault("g\n9.5\n9.6\r\n 9.7 \n\n", "", &values).empty());
  CHECK(values == std::vector<double>{9.5, 9.6, 9.7});
  const std::string table = "\xef\xbb\xbfname,g\n1,9.5\n2,9.25\n";
  CHECK(csv_fault(table, "\ncolumn = \"g\"", &values).empty());
  CHECK(values == std::vector<double>{9.5, 9.25});
  CHECK_THAT(csv_fault(table, ""), Contains(":45:8: error: '/tmp/") &&
                                       Contains("has 2 columns. Name one with column = name or g"));
  CHECK_THAT(csv_fault(table, "\ncolumn = \"h\""),
             Contains("small.toml:46:10: error: '/tmp/") && Contains("has no column 'h'"));
  CHECK_THAT(csv_fault("g\n9.5\nx\n", ""), Contains(".csv:3:1: error: 'x' is not a finite number"));
  CHECK_THAT(csv_fault("g\n9.5\nnan\n", ""), Contains(".csv:3:1: error: 'nan' is not a finite"));
  CHECK_THAT(csv_fault("g,h\n1,2\n3\n", "\ncolumn = \"g\""),
             Contains(".csv:3:1: error: the row has 1 number, the header 2 names"));
  CHECK(csv_fault("9.5\n9.6\n", "", &values).empty());  // without a header
  CHECK(values == std::vector<double>{9.5, 9.6});
  CHECK_THAT(csv_fault("g\n", ""), Contains("has no values"));
  CHECK_THAT(csv_fault("g\n1\n1\n", ""), Contains("has the value 1 twice"));
}

TEST_CASE("axes that say nothing clear") {
  CHECK_THAT(fault(""), Contains("small.toml:44:1: error") && Contains("has no values. Give"));
  CHECK_THAT(fault("values = []"),
             Contains("small.toml:45:10: error") && Contains("has no values"));
  CHECK_THAT(fault("values = [1]\nlinspace = [1, 2, 3]"),
             Contains("is given by values and linspace (each of them gives all values). Keep one"));
  CHECK_THAT(fault("values = [1]\ncolumn = \"g\""), Contains("is given without a file"));
  CHECK_THAT(fault("values = [1, 2, 1]"), Contains("has the value 1 twice"));
  CHECK_THAT(fault("values = [1, nan]"), Contains("must be finite"));
  CHECK_THAT(fault("values = [1, true]"), Contains("must be a number, found the boolean true"));
  CHECK_THAT(fault("values = 1"), Contains("must be a list"));
  CHECK_THAT(fault("value = [1]"), Contains("unknown key") && Contains("Did you mean 'values'?"));
  CHECK_THAT(fault("linspace = [1, 2]"),
             Contains("has 2 numbers instead of 3 (first, last, count)"));
  CHECK_THAT(fault("linspace = [1, 2, 2.5]"),
             Contains("asks for 2.5 values (a whole number from 2"));
  CHECK_THAT(fault("linspace = [1, 2, 1]"), Contains("asks for 1 value"));
  CHECK_THAT(fault("linspace = [1, 2, 1e7]"), Contains("asks for 10000000"));
  CHECK_THAT(fault("linspace = [1, 1, 3]"), Contains("the ends are equal"));
  CHECK_THAT(fault("linspace = [-1.7e308, 1.7e308, 3]"), Contains("too far apart for a double"));
  CHECK_THAT(fault("geomspace = [0, 1, 3]"), Contains("must have the same sign and not be zero"));
  CHECK_THAT(fault("geomspace = [-1, 1, 3]"), Contains("must have the same sign and not be zero"));
  CHECK_THAT(fault("file = \"none.csv\""),
             Contains("cannot read the file of values") && Contains("No such file"));
  CHECK_THAT(complaint(swept("[sweep.vehicle]\nmass_kg = {values = [1]}\n")),
             Contains("Quote the dotted path: [sweep.\"vehicle.mass_kg\"]"));
}

TEST_CASE("what cannot be swept") {
  const std::string two = "values = [1, 2]";
  CHECK_THAT(fault(two, "vehicle.mass"), Contains("'vehicle.mass' addresses no number") &&
                                             Contains("Did you mean 'vehicle.mass_kg'?"));
  CHECK_THAT(fault(two, "integrator.rate_hz"), Contains("addresses no number of this scenario "
                                                        "(whole numbers, rates, texts"));
  CHECK_THAT(fault(two, "monte_carlo.samples"), Contains("addresses no number"));
  CHECK_THAT(fault(two, "sweep"), Contains("addresses no number"));
  CHECK_THAT(fault(two, "simulation.duration_s"),
             Contains("'simulation.duration_s' cannot be swept (all points share the time grid") &&
                 Contains("with --set"));
  CHECK_THAT(fault("values = [1e-3, 1e-4]", "integrator.relative_tolerance"),
             Contains("is swept for rk4 (only a controlled integrator has a tolerance"));
  CHECK_THAT(fault(two, "vehicle.mass_kg"),
             Contains("small.toml:44:1: error: 'vehicle.mass_kg' is swept and dispersed (the draw "
                      "of disperse.\"vehicle.mass_kg\" would replace the swept value)"));
  CHECK_THAT(complaint(swept(axis("wind.*.to_m_s.x", two) + axis("wind.0.to_m_s.x", two))),
             Contains("'wind.0.to_m_s.x' is swept twice ('wind.*.to_m_s.x' addresses it too)"));
  CHECK_THAT(fault("values = [1, -2]"),
             Contains("small.toml:45:14: error: 'environment.gravity_m_s2' is swept to -2, which "
                      "is out of range (its range is from 0 to 100)"));
  CHECK_THAT(
      fault("linspace = [0, 1, 3]", "vehicle.inertia_kg_m2.xx"),
      Contains("is swept to 0, which is out of range (its range is from 0 to inf, without 0)"));
}

TEST_CASE("tolerances can be swept where there are any, and not dispersed") {
  const std::vector<std::string> dopri5 = {"integrator.type=dopri5"};
  const std::string tolerance = axis("integrator.relative_tolerance", "values = [1e-3, 1e-6]");
  CHECK(complaint(swept(tolerance), dopri5).empty());
  CHECK_THAT(complaint(with("[disperse.\"vehicle.mass_kg\"]",
                            "[disperse.\"integrator.relative_tolerance\"]"),
                       dopri5),
             Contains("cannot be dispersed") && Contains("It can be swept."));
}

TEST_CASE("every point has to be possible") {
  CHECK_THAT(
      fault("values = [0.01, 0.02, 0.03]", "vehicle.inertia_kg_m2.zz"),
      Contains("small.toml:44:1: error: sweep point 2: the inertia tensor breaks the triangle "
               "inequality (its principal moments are 0.01, 0.01 and 0.03 kg m2; no moment of a "
               "body exceeds the sum of the other two; with vehicle.inertia_kg_m2.zz = 0.03)."));
  CHECK_THAT(fault("values = [0.01, 0.0003]", "vehicle.rotors.*.motor.time_constant_s"),
             Contains("sweep point 1: rk4 is unstable for the motor lag"));
  CHECK_THAT(fault("values = [1, 0.5]", "simulation.initial.attitude.w"),
             Contains("sweep point 1: the norm of the attitude quaternion is 0.5"));
  const std::string many =
      complaint(swept(axis("vehicle.inertia_kg_m2.zz", "linspace = [0.01, 0.1, 10]") +
                      axis("environment.gravity_m_s2", "values = [1, 2]")));
  CHECK(count_lines(many) == 2);
  // Gravity is the slow axis: zz = 0.03 is the third value of its first row.
  CHECK_THAT(many, Contains("sweep point 2: the inertia tensor breaks") &&
                       Contains("with environment.gravity_m_s2 = 1, "
                                "vehicle.inertia_kg_m2.zz = 0.03"));
  CHECK_THAT(many, Contains("error: 16 of 20 sweep points are invalid (problems that several "
                            "points share are reported once)."));
}

TEST_CASE("a warning that holds at many points is reported once") {
  const LoadedScenario loaded =
      load(swept(axis("vehicle.rotors.*.motor.time_constant_s", "values = [0.1, 0.0009, 0.0008]")));
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings[0].text(), Contains("warning: sweep point 1: rk4 is inaccurate"));
}

TEST_CASE("how many points and rows there may be") {
  CHECK_THAT(complaint(swept(axis("environment.gravity_m_s2", "linspace = [1, 2, 1001]") +
                             axis("wind.0.to_m_s.x", "linspace = [1, 2, 1000]"))),
             Contains("error: the sweep has more than 1000000 points"));
  const std::string three = axis("environment.gravity_m_s2", "values = [1, 2, 3]");
  CHECK(complaint(swept(three), {"monte_carlo.samples=1333333333333333", "output.traces=none"})
            .empty());
  CHECK_THAT(complaint(swept(three), {"monte_carlo.samples=1333333333333334"}),
             Contains("monte_carlo.samples=1333333333333334: error: 1333333333333334 samples at "
                      "each of 3 points are too many (at most 4000000000000000 in all)."));
  CHECK_THAT(complaint(swept(three), {"monte_carlo.samples=50000000", "output.traces=all"}),
             Contains("would trace 150000000 samples"));
  CHECK_THAT(complaint(small_scenario, {"monte_carlo.independent_points=true"}),
             Contains("is given without a sweep"));
}

}  // namespace
}  // namespace montecopter
