/// Quantities that are given in another unit.

#include <cmath>

#include "scenario/checks/validate.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/describe/reference.hpp"
#include "scenario/instrument_checks.hpp"
#include "support/small_scenario.hpp"

namespace montecopter::instruments {
namespace {

using Catch::Matchers::Contains;

/// A number times a factor: the factor is rounded once, and the product once.
bool is_near(double value, double exact) {
  return std::abs(value - exact) <= 2 * 0x1p-53 * std::abs(exact);
}

const std::string gyroscope = "[instruments.a.gyroscope]\n";
const std::string bias = "instruments.a.gyroscope.bias_rad_s";

TEST_CASE("a quantity in another unit is that in SI") {
  Root root = root_of(R"(
[instruments.a.gyroscope]
bias_deg_s = [1, -2.5, 180]
density_deg_sqrt_h = 0.3
limit_deg_s = 250
[instruments.a.accelerometer]
bias_mg = {z = 1000}
density_ug_sqrt_hz = 230
[instruments.a.range]
far_mm = 9
[part]
delay_ms = 20
[[parts]]
[[parts]]
delay_us = 7
times_ms = [0, 250]
)");
  // Products with pi / 180 and 9.80665 by Python's decimal, 25 digits.
  CHECK(is_near(number_at(root, bias + ".x"), 0.01745329251994329576923691));
  CHECK(is_near(number_at(root, bias + ".y"), -0.04363323129985823942309227));
  CHECK(is_near(number_at(root, bias + ".z"), 3.141592653589793238462643));
  const std::string density = "instruments.a.gyroscope.density_rad_s_sqrt_hz";
  CHECK(is_near(number_at(root, density + ".y"), 0.00008726646259971647884618454));
  CHECK(
      is_near(number_at(root, "instruments.a.gyroscope.limit_rad_s"), 4.363323129985823942309227));
  CHECK(number_at(root, "instruments.a.accelerometer.bias_m_s2.x") == 0.0);
  CHECK(is_near(number_at(root, "instruments.a.accelerometer.bias_m_s2.z"), 9.80665));
  CHECK(
      is_near(number_at(root, "instruments.a.accelerometer.density_m_s2_sqrt_hz.x"), 0.0022555295));
  CHECK(number_at(root, "instruments.a.range.far_m") == 0.009);
  CHECK(number_at(root, "parts.0.delay_s") == 0.02);  // what all share, in its own unit
  CHECK(number_at(root, "parts.1.delay_s") == 7e-6);
  CHECK(root.parts[1].times_s == std::vector<double>{0.0, 0.25});

  const std::string text = written(root);
  CHECK_THAT(text, Contains("\nfar_m = 0.009\n") && Contains("\ndelay_s = 7e-06\n"));
  for (const char* other : {"deg", "mg", "ug", "mm", "ms", "us ="}) {
    INFO(other);
    CHECK(text.find(std::string("_") + other) == std::string::npos);
  }
  CHECK(written(root_of(text)) == text);
}

TEST_CASE("zero, its sign and the largest numbers survive") {
  const auto x = [](const std::string& value) {
    Root root = root_of(gyroscope + "bias_deg_s.x = " + value);
    return number_at(root, bias + ".x");
  };
  CHECK(x("0") == 0.0);
  CHECK(std::signbit(x("-0.0")));
  CHECK_THAT(complaint("[parts]\n[floor]\nfar_mm = inf\n"),
             Contains("'floor.far_mm' must be finite, found inf"));
}

TEST_CASE("a quantity is given once") {
  CHECK(complaint(gyroscope + "bias_rad_s = 1\nbias_deg_s = 2\n") ==
        "lab.toml:3:14: error: 'instruments.a.gyroscope.bias_rad_s' and "
        "'instruments.a.gyroscope.bias_deg_s' give the same quantity. Keep one of them.");
  CHECK(complaint(gyroscope + "bias_deg_s = 1\nbias_deg_h = \"x\"\n") ==
        "lab.toml:3:14: error: 'instruments.a.gyroscope.bias_deg_s' and "
        "'instruments.a.gyroscope.bias_deg_h' give the same quantity. Keep one of them.");
  // A number that has to be given is not missing besides.
  CHECK_THAT(
      complaint("[floor]\nfar_m = 1\nfar_mm = 1\n"),
      Contains("'floor.far_m' and 'floor.far_mm' give the same quantity") && !Contains("missing"));
}

TEST_CASE("ranges hold in SI and tell what was given") {
  CHECK(complaint(gyroscope + "bias_deg_s = [0, 720, 0]\n") ==
        "lab.toml:2:18: error: 'instruments.a.gyroscope.bias_deg_s.y' must be between -10 and 10 "
        "rad s-1, found 720.0 degree s-1 = 12.566370614359172 rad s-1 (Bias [degree s-1]).");
  CHECK(complaint("[floor]\nfar_mm = -1\n") ==
        "lab.toml:2:10: error: 'floor.far_mm' must be > 0 m, found -1.0 mm = -0.001 m (Farthest "
        "[mm]).");
  CHECK(complaint(gyroscope + "bias_deg_s = [0, 570, 0]\n") == "");  // beyond 10 as it is written
  CHECK_THAT(complaint(gyroscope + "bias_deg_s = \"x\"\n"),
             Contains("bias_deg_s' must be a number or a list of 3 numbers, found the text \"x\" "
                      "(Bias [degree s-1])"));
}

TEST_CASE("misspelt keys are told the near one in its unit") {
  CHECK_THAT(complaint(gyroscope + "bais_deg_h = 1\n"), Contains("Did you mean 'bias_deg_h'?"));
  CHECK_THAT(complaint(gyroscope + "bias = 1\n"), Contains("Did you mean 'bias_rad_s'?"));
  // The number that was meant is not missing besides.
  CHECK(complaint("[floor]\nfra_mm = 1\n") ==
        "lab.toml:2:1: error: unknown key 'floor.fra_mm'. Did you mean 'far_mm'?");
  CHECK(complaint("[floor]\nfar_m = 1\nfra_mm = 1\n") ==
        "lab.toml:3:1: error: unknown key 'floor.fra_mm'. Did you mean 'far_m'?");
  CHECK_THAT(complaint("[floor]\nfar_m = 1\ncolour = 1\n"),
             Contains("Known here: far_m or axis."));  // SI only
  CHECK_THAT(complaint("[[parts]]\ndelay_s = 1\n[floor]\nfar_km = 1\n"),
             Contains("Did you mean 'far_m'?"));  // no unit of that family
}

TEST_CASE("an override in another unit replaces") {
  const auto x = [](const std::string& text, const std::vector<std::string>& overrides) {
    Root root = root_of(text, overrides);
    return number_at(root, bias + ".x");
  };
  const std::string in_si = gyroscope + "bias_rad_s = [1, 2, 3]\n";
  const std::string in_degrees = gyroscope + "bias_deg_s = [1, 2, 3]\n";
  CHECK(is_near(x(in_si, {"instruments.a.gyroscope.bias_deg_s=1"}), 0.01745329251994329576923691));
  CHECK(x(in_degrees, {"instruments.a.gyroscope.bias_rad_s=[4, 5, 6]"}) == 4.0);
  CHECK(x(in_degrees, {"instruments.a.gyroscope.bias_deg_h=1",
                       "instruments.a.gyroscope.bias_rad_s=0.5"}) == 0.5);
  CHECK(x(in_degrees, {"instruments.a.gyroscope={bias_rad_s = 0.25}"}) == 0.25);
  CHECK(is_near(x(in_degrees, {"instruments.a.gyroscope.bias_deg_s.x=180"}),
                3.141592653589793238462643));
  CHECK(complaint(in_si, {"instruments.a.gyroscope.bias_deg_s=1e4"}) ==
        "--set instruments.a.gyroscope.bias_deg_s=1e4: error: "
        "'instruments.a.gyroscope.bias_deg_s' must be between -10 and 10 rad s-1, found 10000.0 "
        "degree s-1 = 174.53292519943295 rad s-1 (Bias [degree s-1]).");
}

TEST_CASE("one component cannot be in another unit than the others") {
  const std::string text = gyroscope + "bias_rad_s = [1, 2, 3]\n";
  CHECK(complaint(text, {"instruments.a.gyroscope.bias_deg_s.x=1"}) ==
        "--set instruments.a.gyroscope.bias_deg_s.x=1: error: 'instruments.a.gyroscope.bias_deg_s' "
        "gives components of 'bias_rad_s' in another unit (all components of a vector have one "
        "unit). Use bias_rad_s, or give all components as a list.");
  // Where nothing is given below, the others have their default.
  Root root = root_of(gyroscope, {"instruments.a.gyroscope.bias_deg_s.x=180"});
  CHECK(number_at(root, bias + ".y") == 0.0);
}

TEST_CASE("later checks find a quantity where it was given") {
  const toml::table table =
      toml::parse(gyroscope + "bias_deg_s = 9\nlimit_deg_s = -1\n", std::string_view("t"));
  Report report("t");
  report.locate_in(table);
  CHECK(report.is_written(bias));
  CHECK(report.is_written("instruments.a.gyroscope.bias_deg_h"));  // the same quantity
  CHECK_FALSE(report.is_written("instruments.a.gyroscope.scale"));
  CHECK(report.place(bias).text() == "t:2:14");
  Root root;
  Reader(report).read(table, root);
  CHECK(report.clean(bias));
  CHECK_FALSE(report.clean("instruments.a.gyroscope.limit_rad_s"));
}

TEST_CASE("only SI varies, and another unit is told so") {
  Root root = root_of(gyroscope + "bias_deg_s = 1\n[floor]\nfar_mm = 1\n");
  const std::vector<NumberRef> numbers = all_numbers(root);
  CHECK(find_numbers(numbers, "instruments.a.gyroscope.bias_deg_s.x").empty());
  const auto in_si = [&](const char* path) { return path_in_si(numbers, path).value_or(""); };
  CHECK(in_si("instruments.a.gyroscope.bias_deg_s.x") == bias + ".x");
  CHECK(in_si("instruments.*.gyroscope.bias_deg_h.*") == "instruments.*.gyroscope.bias_rad_s.*");
  CHECK(in_si("floor.far_mm") == "floor.far_m");
  for (const char* none : {"floor.far_km", "floor.near_mm", "instruments.b.gyroscope.bias_deg_s.x",
                           "instruments.a.gyroscope.bias_deg_s", "", "floor..far_mm"}) {
    INFO(none);
    CHECK(in_si(none) == "");
  }
}

TEST_CASE("other units are described") {
  const Description d = describe_table(Errors<TurnRate>{});
  CHECK(remarks(d.parts[1]) ==
        std::vector<std::string>{"Bias", "May end with _deg_s or _deg_h instead of _rad_s"});
  CHECK(d.parts[1].unit == "rad s-1");
  const Section section{"gyroscope", "", "Turns", "", &d};
  const std::string json = sections_json({section}).print();
  CHECK_THAT(json, Contains("{\"key\": \"limit_deg_h\", \"unit\": \"degree h-1\", \"in_si\": "
                            "4.84813681109536e-06}"));
  CHECK_THAT(sections_text({section}), Contains("_deg_s or _deg_h instead of _rad_s\n"));
}

// --- the first quantity of a scenario in several units
// ---------------------------------------------

TEST_CASE("a scenario in degrees") {
  const std::string text =
      with("position_m = [0, 0, -3]", "position_m = [0, 0, -3]\nbody_rate_deg_s = [0, 0, 90]");
  const LoadedScenario loaded = load(text);
  CHECK(is_near(loaded.scenario.simulation.initial.body_rate_rad_s[2], 1.570796326794896619231322));
  CHECK_THAT(loaded.resolved, Contains("body_rate_rad_s = [0.0, 0.0, 1.5707963267948966]\n") &&
                                  !Contains("body_rate_deg_s"));
  CHECK(load(text, {"simulation.initial.body_rate_rad_s=[1, 0, 0]"})
            .scenario.simulation.initial.body_rate_rad_s == std::array<double, 3>{1, 0, 0});
  const std::string path = "simulation.initial.body_rate_deg_s.z";
  CHECK_THAT(montecopter::complaint(text + "[disperse.\"" + path +
                                    "\"]\ndist = \"uniform\"\nlow = 0\nhigh = 1\n"),
             Contains("'" + path +
                      "' addresses no number of this scenario (paths use SI units). Use "
                      "'simulation.initial.body_rate_rad_s.z'."));
  CHECK_THAT(montecopter::complaint(text + "[sweep.\"" + path + "\"]\nvalues = [1]\n"),
             Contains("Use 'simulation.initial.body_rate_rad_s.z'."));
  // A dispersion in SI of what is given in degrees.
  CHECK(montecopter::complaint(text + "[disperse.\"simulation.initial.body_rate_rad_s.z\"]\ndist = "
                                      "\"uniform\"\nlow = 0\nhigh = 1\n") == "");
}

}  // namespace
}  // namespace montecopter::instruments
