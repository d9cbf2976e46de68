/// Tables that the user names, and tables that may be absent.

#include <algorithm>

#include "scenario/describe/sections.hpp"
#include "scenario/instrument_checks.hpp"

namespace montecopter::instruments {
namespace {

using Catch::Matchers::Contains;

const std::string small = R"(schema = 1
[instruments.imu-1.gyroscope]
bias_rad_s = [0.1, 0.2, 0.3]
on = false
rounding = "down"
rate_hz = "1000/3"
scale = {x = 1.5, y = 1, z = 2}
[instruments.imu-1.range]
far_m = 4
[instruments.b2]
)";

TEST_CASE("tables have the names that the user gives them") {
  const Root root = root_of(small);
  REQUIRE(root.instruments.size() == 2);
  const Instrument& imu = root.instruments.at("imu-1");
  REQUIRE(imu.gyroscope.has_value());
  CHECK(imu.gyroscope->bias == PerAxis(0.1, 0.2, 0.3));
  CHECK_FALSE(imu.gyroscope->on);
  CHECK(imu.gyroscope->rounding == "down");
  CHECK(imu.gyroscope->rate_hz == Rate{1000, 3});
  CHECK(imu.gyroscope->scale == PerAxis(1.5, 1, 2));
  CHECK_FALSE(imu.gyroscope->limit.has_value());
  CHECK(imu.range->far_m == 4.0);
  CHECK_FALSE(imu.accelerometer.has_value());  // not even its defaults
  CHECK_FALSE(root.instruments.at("b2").gyroscope.has_value());
  CHECK_FALSE(root.floor.has_value());
  CHECK(root_of("instruments = {}").instruments.empty());
}

TEST_CASE("what is written reads back the same") {
  const Root root =
      root_of(small + "[floor]\nfar_m = 1\n[[parts]]\ndelay_s = 1\nranges.a.far_m = 2\n");
  const std::string text = written(root);
  CHECK_THAT(text,
             Contains("[instruments.b2]\n\n[instruments.imu-1]\n\n[instruments.imu-1.gyroscope]"
                      "\ndensity_rad_s_sqrt_hz = [0.0, 0.0, 0.0]\nbias_rad_s = [0.1, 0.2, 0.3]"
                      "\nscale = [1.5, 1.0, 2.0]\nrounding = \"down\"\non = false\n"
                      "rate_hz = \"1000/3\"\n\n[instruments.imu-1.range]\nfar_m = 4.0\n"));
  CHECK_THAT(text, Contains("[parts.ranges.a]\nfar_m = 2.0\n") && !Contains("accelerometer"));
  CHECK(written(root_of(text)) == text);
}

TEST_CASE("mistakes in named and optional tables are told with their place") {
  CHECK(complaint("[instruments.a.gyroscop]\n") ==
        "lab.toml:1:16: error: unknown key 'instruments.a.gyroscop'. Did you mean "
        "'gyroscope'?");
  CHECK(complaint("[instruments.a.gyroscope]\nbais_rad_s = 1\n") ==
        "lab.toml:2:1: error: unknown key 'instruments.a.gyroscope.bais_rad_s'. Did you mean "
        "'bias_rad_s'?");
  CHECK(complaint("[instruments.a.range]\naxis = [1, 0, 0]\n") ==
        "lab.toml:1:1: error: missing 'instruments.a.range.far_m' (Farthest [m]).");
  CHECK(complaint("[floor]\n") == "lab.toml:1:1: error: missing 'floor.far_m' (Farthest [m]).");
  CHECK(complaint("[instruments.a.range]\nfar_m = 1\naxis = {x = true}") ==
        "lab.toml:3:13: error: 'instruments.a.range.axis.x' must be a number, found the boolean "
        "true (Where it looks).");
  CHECK(complaint("floor = 3\n") ==
        "lab.toml:1:9: error: 'floor' must be a table, found the integer 3 (The floor).");
  CHECK(complaint("instruments = [1]\n") ==
        "lab.toml:1:15: error: 'instruments' must be a table, found a list (Instruments by name).");
  CHECK_THAT(complaint("[instruments]\na = 1\n"), Contains("'instruments.a' must be a table"));
  CHECK_THAT(complaint("[instruments.a.gyroscope]\nrounding = \"up\"\n"),
             Contains("unknown rounding 'up' of 'instruments.a.gyroscope'"));
}

TEST_CASE("a name is part of the name of a dataset") {
  CHECK(complaint("[instruments.\"left imu\".range]\n") ==
        "lab.toml:1:14: error: \"left imu\" cannot be a name in 'instruments' (datasets are named "
        "after it). Use letters, digits, _ and -.");
  for (const char* name : {"\"\"", "\"a.b\"", "\"a/b\"", "\"\u00e9\"", "\"*\""}) {
    INFO(name);
    CHECK_THAT(complaint("[instruments." + std::string(name) + "]\n"),
               Contains("cannot be a name"));
  }
  CHECK(complaint("[instruments.A-z_09]\n") == "");
  // Paths are no names.
  CHECK(complaint("[vary.\"floor.far_m\"]\nvalue = 1\n[floor]\nfar_m = 1\n") == "");
}

TEST_CASE("what all entries of a list share may be an optional or a named table") {
  const Root root = root_of(R"(
[part]
delay_s = 0.5
range = {far_m = 3, axis = [1, 2, 3]}
ranges.a = {far_m = 4, axis = [4, 5, 6]}
[[parts]]
[[parts]]
range = {axis = {y = 9}}
ranges.a.axis.z = 7
ranges.b.far_m = 8
)");
  REQUIRE(root.parts.size() == 2);
  CHECK(root.parts[0].range->far_m == 3.0);
  CHECK(root.parts[1].range->far_m == 3.0);
  CHECK(root.parts[1].range->axis == std::array<double, 3>{1, 9, 3});
  CHECK(root.parts[0].ranges.size() == 1);
  CHECK(root.parts[1].ranges.at("a").axis == std::array<double, 3>{4, 5, 7});
  CHECK(root.parts[1].ranges.at("a").far_m == 4.0);
  CHECK(root.parts[1].ranges.at("b").far_m == 8.0);
  // What nobody gives is missing, whichever of the tables is looked at.
  CHECK_THAT(complaint("part.ranges.a.axis = [1, 0, 0]\n[[parts]]\ndelay_s = 1\n"),
             Contains("missing 'parts.0.ranges.a.far_m'"));
  CHECK_THAT(
      complaint("part.ranges.a.axis = [1, 0, 0]\n[[parts]]\ndelay_s = 1\nranges.b.far_m = 1"),
      Contains("missing 'parts.0.ranges.a.far_m'"));
  CHECK_THAT(complaint("part.range.axis = [1, 0, 0]\n[[parts]]\ndelay_s = 1\n"),
             Contains("missing 'parts.0.range.far_m'"));
}

TEST_CASE("numbers are found below names") {
  Root root = root_of(small +
                      "[instruments.c.gyroscope]\n"
                      "[vary.\"instruments.*.range.far_m\"]\nvalue = 3\n");
  CHECK(number_at(root, "instruments.imu-1.gyroscope.bias_rad_s.z") == 0.3);
  CHECK(number_at(root, "instruments.imu-1.range.far_m") == 4.0);
  const auto count = [&](const std::string& path) {
    return find_numbers(all_numbers(root), path).size();
  };
  CHECK(count("instruments.*.gyroscope.bias_rad_s.y") == 2);
  CHECK(count("instruments.*.gyroscope.bias_rad_s.*") == 6);
  CHECK(count("instruments.*.range.far_m") == 1);
  CHECK(count("instruments.imu-1.*.bias_rad_s.x") == 0);  // not any key
  CHECK(count("*.imu-1.gyroscope.bias_rad_s.x") == 0);
  CHECK(count("instruments.b2.gyroscope.bias_rad_s.x") == 0);  // it has no gyroscope
  CHECK(count("floor.far_m") == 0);
  CHECK(count("vary.*.value") == 0);  // no parameters
  CHECK(count("vary.\"instruments.*.range.far_m\".value") == 0);
  // In the order of the names, so that what is drawn for each does not depend on the file.
  const auto found = find_numbers(all_numbers(root), "instruments.*.gyroscope.bias_rad_s.x");
  CHECK(found[0].path == "instruments.c.gyroscope.bias_rad_s.x");
  CHECK(found[1].path == "instruments.imu-1.gyroscope.bias_rad_s.x");
  CHECK((found[0].unit == "rad s-1" && found[0].vary == Vary::per_sample));
  CHECK(find_numbers(all_numbers(root), "instruments.c.gyroscope.density_rad_s_sqrt_hz.x")[0]
            .range.low == 0);

  for (const std::string& path : number_paths(all_numbers(root))) {
    INFO(path);
    CHECK(count(path) > 0);
  }
}

TEST_CASE("a name that asks for quotes is quoted in paths") {
  Root root;
  root.instruments["a b"].range = Finder{1.0, {}};
  CHECK(all_numbers(root)[0].path == "instruments.\"a b\".range.far_m");
  CHECK(number_at(root, "instruments.\"a b\".range.far_m") == 1.0);
  CHECK(number_at(root, "instruments.*.range.far_m") == 1.0);
}

TEST_CASE("overrides go below names and make new ones") {
  Root root = root_of(small, {"instruments.imu-1.range.far_m=5", "instruments.new.range.far_m=6",
                              "floor.far_m=7", "instruments.imu-1.gyroscope.bias_rad_s.y=8"});
  CHECK(number_at(root, "instruments.imu-1.range.far_m") == 5.0);
  CHECK(number_at(root, "instruments.new.range.far_m") == 6.0);
  CHECK(number_at(root, "floor.far_m") == 7.0);
  CHECK(root.instruments["imu-1"].gyroscope->bias == PerAxis(0.1, 8, 0.3));
  CHECK(complaint(small, {"instruments.imu-1.rang.far_m=5"}) ==
        "--set instruments.imu-1.rang.far_m=5: error: unknown key 'instruments.imu-1.rang'. "
        "Did you mean 'range'?");
}

const Description& part(const Description& d, std::string_view key) {
  const auto found = std::find_if(d.parts.begin(), d.parts.end(),
                                  [&](const Description& p) { return p.key == key; });
  REQUIRE(found != d.parts.end());
  return *found;
}

TEST_CASE("named and optional tables describe themselves") {
  const Description d = describe_table(Root{});
  const Description& instruments = part(d, "instruments");
  CHECK((instruments.kind == Description::Kind::map && !instruments.required));
  const Description& entry = instruments.parts[0];
  CHECK((entry.kind == Description::Kind::table && entry.included_as == "device"));
  CHECK((!entry.required && part(entry, "range").is_optional && !part(entry, "range").required));
  CHECK(part(part(entry, "range"), "far_m").required);  // in that table
  CHECK((part(d, "floor").is_optional && !part(d, "floor").required));
  const Description& gyroscope = part(entry, "gyroscope");
  CHECK(part(gyroscope, "on").default_value == "true");
  CHECK(part(gyroscope, "rounding").choices.size() == 2);
  CHECK((part(gyroscope, "limit_rad_s").units.size() == 3));

  std::vector<std::string> paths;
  for (const DescribedPath& at : leaf_paths(d)) paths.push_back(at.path);
  const auto has = [&](const char* path) {
    return std::count(paths.begin(), paths.end(), path) == 1;
  };
  CHECK(has("instruments.NAME.gyroscope.bias_rad_s"));
  CHECK(has("parts.*.ranges.NAME.far_m"));
  CHECK(has("floor.far_m"));
  for (const std::string& path : paths) CHECK(path.rfind("vary", 0) != 0);
}

TEST_CASE("sections of named tables begin with the name") {
  const Description d = describe_table(Root{});
  std::map<std::string, std::string> headers;
  for (const Section& section : sections_of(d)) headers[section.kind] = section.header;
  CHECK(headers["instruments"] == "[instruments.NAME]");
  CHECK(headers["gyroscope"] == "[instruments.NAME.gyroscope]");
  CHECK(headers["range"] == "[instruments.NAME.range]");
  CHECK(headers["floor"] == "[floor]");
  CHECK(headers["parts"] == "[[parts]]");
  CHECK(headers["parts.range"] == "[parts.range]");
  CHECK(headers["ranges"] == "[parts.ranges.NAME]");
  CHECK(headers["vary"] == "[vary.\"PATH\"]");
}

}  // namespace
}  // namespace montecopter::instruments
