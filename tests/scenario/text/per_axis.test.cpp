/// Numbers per axis, and other arrays that may be given by fewer numbers.

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/fields/paths.hpp"
#include "core/fields/schema_of.hpp"
#include "scenario/describe/describe.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/text/reader.hpp"
#include "scenario/text/writer.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

struct Gauge {
  PerAxis bias_m = 0.0;
  PerAxis sd_m = required;
  std::optional<PerAxis> scale;
  std::array<double, 9> mixing = {};

  static constexpr auto fields() {
    using G = Gauge;
    return FieldList{
        field("bias_m", &G::bias_m, "m", between(-10, 10), Vary::per_sample, "Bias"),
        field("sd_m", &G::sd_m, "m", positive, Vary::per_sample, "Spread"),
        field("scale", &G::scale, "1", positive, Vary::per_sample, "Scale factors"),
        field("mixing", &G::mixing, "1", between(-1, 1), Vary::per_sample, "Cross talk")};
  }
};

struct Reading {
  Gauge gauge;
  std::string complaint;
};

Reading read(const std::string& text) {
  const toml::table table = toml::parse(text, std::string_view("gauge.toml"));
  Report report("gauge.toml");
  report.locate_in(table);
  Reading reading;
  Reader(report).read(table, reading.gauge);
  const Diagnostics diagnostics = report.diagnostics();
  try {
    diagnostics.throw_if_errors();
  } catch (const Error& error) {
    reading.complaint = error.what();
  }
  return reading;
}

Gauge gauge_of(const std::string& text) {
  const Reading reading = read("sd_m = 1\n" + text);
  CHECK(reading.complaint == "");
  return reading.gauge;
}

std::string complaint(const std::string& text) { return read("sd_m = 1\n" + text).complaint; }

TEST_CASE("numbers per axis: one for all, three, or some by name") {
  CHECK(gauge_of("bias_m = 0.5").bias_m == PerAxis(0.5, 0.5, 0.5));
  CHECK(gauge_of("bias_m = 2").bias_m == PerAxis(2.0));
  CHECK(gauge_of("bias_m = [1, 2.5, -3]").bias_m == PerAxis(1, 2.5, -3));
  CHECK(gauge_of("bias_m = {x = 1, z = 3}").bias_m == PerAxis(1, 0, 3));  // the default is left
  CHECK_FALSE(gauge_of("").scale.has_value());
  CHECK(gauge_of("scale = 2").scale == PerAxis(2, 2, 2));
}

TEST_CASE("of a matrix the diagonal, or the one number on it") {
  using Matrix = std::array<double, 9>;
  CHECK(gauge_of("mixing = 1").mixing == Matrix{1, 0, 0, 0, 1, 0, 0, 0, 1});
  CHECK(gauge_of("mixing = [1, 0.5, 0]").mixing == Matrix{1, 0, 0, 0, 0.5, 0, 0, 0, 0});
  CHECK(gauge_of("mixing = {xy = 1}").mixing == Matrix{0, 1, 0, 0, 0, 0, 0, 0, 0});
  CHECK(complaint("mixing = [1, 2]") ==
        "gauge.toml:2:10: error: 'mixing' must be a number, a list of 3 or a list of 9 numbers, "
        "found 2 (Cross talk).");
}

TEST_CASE("numbers per axis that are none") {
  CHECK(complaint("bias_m = [1, 2]") ==
        "gauge.toml:2:10: error: 'bias_m' must be a number or a list of 3 numbers, found 2 (Bias "
        "[m]).");
  CHECK_THAT(complaint("bias_m = \"1\""),
             Contains("must be a number or a list of 3 numbers, found the text \"1\""));
  CHECK_THAT(complaint("bias_m = true"), Contains("found the boolean true"));
  CHECK_THAT(complaint("bias_m = {w = 1}"), Contains("unknown key 'bias_m.w'"));
  CHECK_THAT(complaint("bias_m = [1, true, 3]"), Contains("'bias_m.y' must be a number"));
  CHECK_THAT(complaint("bias_m = nan"), Contains("must be finite"));
}

TEST_CASE("one number is wrong once, not once per axis") {
  CHECK(complaint("bias_m = 11") ==
        "gauge.toml:2:10: error: 'bias_m' must be between -10 and 10, found 11.0 (Bias [m]).");
  CHECK(complaint("mixing = 2") ==
        "gauge.toml:2:10: error: 'mixing' must be between -1 and 1, found 2.0 (Cross talk).");
}

TEST_CASE("numbers per axis may be required") {
  CHECK(read("").complaint ==
        "gauge.toml:1:1: error: missing 'sd_m' (Spread [m]). Give its x, y and z.");
  CHECK_THAT(read("sd_m = {x = 1, y = 2}").complaint, Contains("missing 'sd_m.z'"));
}

TEST_CASE("numbers per axis are written as three") {
  Writer writer([](std::string_view, std::string_view) { return false; });
  const Gauge gauge = gauge_of("bias_m = 0.5\nscale = 2");
  writer.fields(schema_of<Gauge>(), &gauge, "");
  const std::string text = std::move(writer).text();
  CHECK_THAT(text, Contains("bias_m = [0.5, 0.5, 0.5]\nsd_m = [1.0, 1.0, 1.0]\nscale = [2.0, 2.0, "
                            "2.0]\n"));
}

TEST_CASE("numbers per axis are addressed by axis") {
  Gauge gauge = gauge_of("bias_m = [1, 2, 3]");
  std::map<std::string, double> found;
  for (const NumberRef& n : all_numbers(gauge)) found[n.path] = *n.value;
  CHECK(found.size() == 3 + 3 + 9);  // no scale
  CHECK(found["bias_m.z"] == 3.0);
  CHECK(found["sd_m.x"] == 1.0);
}

TEST_CASE("numbers per axis are described as such") {
  const Description d = describe_table(Gauge{});
  CHECK(d.parts[0].kind == Description::Kind::vector);
  CHECK(type_words(d.parts[0]) == "1 or 3 numbers");
  CHECK(default_words(d.parts[0]) == "all 0.0");
  CHECK(d.parts[0].default_value == "[0.0, 0.0, 0.0]");
  CHECK(d.parts[0].components == std::vector<std::string>{"x", "y", "z"});
  CHECK((d.parts[1].required && default_words(d.parts[1]) == "required"));
  CHECK((!d.parts[2].required && default_words(d.parts[2]).empty()));
  CHECK(type_words(d.parts[3]) == "1, 3 or 9 numbers");
}

}  // namespace
}  // namespace montecopter
