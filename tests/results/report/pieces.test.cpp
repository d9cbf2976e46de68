/// The pieces of the page, apart from any result.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "results/report/chart.hpp"
#include "results/report/histogram.hpp"
#include "results/report/html.hpp"
#include "results/report/labels.hpp"
#include "scenario/text/stated.hpp"

using namespace montecopter::report;

TEST_CASE("texts of others cannot become markup, and are cut between characters") {
  CHECK(text("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;'");
  CHECK(text("\x1b[31m\xff") == "\\x1b[31m\\xff");
  CHECK(text(std::string(10000, 'a')).size() == most_of_name);
  std::string umlauts;
  for (int k = 0; k < 200; ++k) umlauts += "ü";
  CHECK(text(umlauts, 10) == "üüü...");
}

TEST_CASE("numbers carry all their digits") {
  CHECK(number(1.0 / 3) == "<data value=\"0.3333333333333333\">0.3333</data>");
  CHECK(number(NAN) == "<data value=\"\">-</data>");
  CHECK(number(INFINITY) == "<data value=\"inf\">∞</data>");
}

TEST_CASE("ticks are at round numbers within the axis, some five of them") {
  for (const auto& [low, high] :
       std::vector<std::pair<double, double>>{{0, 1},
                                              {-0.037, 0.0021},
                                              {1133.0001, 1133.0009},
                                              {-5e12, 7e12},
                                              {1e-15, 3e-15},
                                              {1133.0000001, 1133.0000009}}) {
    const std::vector<Tick> ticks = ticks_of({"", low, high, false});
    CAPTURE(low, high, ticks.size());
    CHECK(ticks.size() >= 3);
    CHECK(ticks.size() <= 9);
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      CHECK(ticks[k].at >= low - 1e-9 * (high - low));
      CHECK(ticks[k].at <= high + 1e-9 * (high - low));
      for (std::size_t j = 0; j < k; ++j) CHECK(ticks[j].label != ticks[k].label);
    }
  }
  CHECK(ticks_of({"", 0, 1, false})[1].label == "0.2");
  const std::vector<Tick> decades = ticks_of({"", 0.01, 100, true});
  REQUIRE(decades.size() == 5);
  CHECK(decades[4].at == Approx(100));
}

TEST_CASE("axes of what does not vary, or is nothing, have some width") {
  for (const double value : {0.0, 5.0, -1e300}) {
    Axis axis = Axis::empty("x");
    axis.include(value);
    axis = axis.padded();
    CHECK(axis.low < value);
    CHECK(axis.high > value);
  }
  const Axis none = Axis::empty("x").padded();
  CHECK(none.low < none.high);
  Axis nan = Axis::empty("x");
  nan.include(NAN);
  nan.include(INFINITY);
  CHECK(nan.padded().high == Approx(1.04));
}

TEST_CASE("a histogram counts every value once, an edge with the bin above it") {
  std::vector<double> values(1000);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<double>(k % 10);
  std::sort(values.begin(), values.end());
  const Histogram of = histogram(values);
  REQUIRE(of.edges.size() == of.counts.size() + 1);
  CHECK(std::accumulate(of.counts.begin(), of.counts.end(), 0.0) == 1000);
  for (std::size_t b = 0; b < of.counts.size(); ++b) {
    const bool last = b + 1 == of.counts.size();
    const auto in = [&](double v) { return v >= of.edges[b] && (last || v < of.edges[b + 1]); };
    const auto counted = std::count_if(values.begin(), values.end(), in);
    CHECK(of.counts[b] == static_cast<double>(counted));
  }
  CHECK(histogram({3, 3, 3}).counts == std::vector<double>{3});
  constexpr double huge = std::numeric_limits<double>::max();
  CHECK(histogram({-huge, huge}).counts == std::vector<double>{2});
}

TEST_CASE("comments of a scenario belong to the key beside or below them") {
  const auto found = montecopter::sourced_numbers(
      "# the file\n\nschema = 1\n[vehicle]  # an Iris\n# weighed\nmass_kg = 1.5 # with "
      "\"battery\"\n"
      "name = \"a # b\"\n[[wind]]\nto_m_s = [1, 2, 3]\nx = '#' # quoted\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].path == "vehicle");
  CHECK(found[0].comment == "an Iris");
  CHECK(found[1].path == "vehicle.mass_kg");
  CHECK(found[1].value == "1.5");
  CHECK(found[1].comment == "weighed with \"battery\"");
  CHECK(found[2].path == "wind.x");
  CHECK(found[2].comment == "quoted");
}

TEST_CASE("long labels keep what tells them apart") {
  const std::vector<std::vector<std::string>> lists = {
      {"vehicle.rotors.0.motor.time_constant_s", "vehicle.rotors.1.motor.time_constant_s"},
      {"vehicle.rotors.0.law.thrust_n_s2.factor", "vehicle.rotors.0.law.torque_n_m_s2.factor",
       "vehicle.rotors.7.law.thrust_n_s2.factor", "wind.0.to_m_s.x"},
      {"vehicle.inertia_kg_m2.stretch.x", "vehicle.inertia_kg_m2.stretch.y",
       "vehicle.inertia_kg_m2.stretch.z"},
      {std::string(60, 'a') + "b" + std::string(60, 'a'), std::string(121, 'a')},
      {"instruments.übergröße_links.gyroscope.bias",
       "instruments.übergröße_rechts.gyroscope.bias"}};
  for (const auto& names : lists) {
    for (const std::size_t most : {8, 12, 25}) {
      const std::vector<std::string> labels = distinct_labels(names, most);
      REQUIRE(labels.size() == names.size());
      for (std::size_t a = 0; a < labels.size(); ++a) {
        CAPTURE(labels[a], most);
        const auto characters = std::count_if(labels[a].begin(), labels[a].end(), [](char c) {
          return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
        });
        CHECK(characters <= static_cast<std::ptrdiff_t>(most));
        for (std::size_t b = 0; b < a; ++b) CHECK(labels[a] != labels[b]);
      }
    }
  }
  CHECK(distinct_labels({"mass", "drag"}, 25) == std::vector<std::string>{"mass", "drag"});
}
