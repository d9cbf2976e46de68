/// Units of quantities.

#include "core/fields/units.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "scenario/describe/describe.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {
namespace {

struct Expected {
  const UnitFamily& family;
  std::string suffix;
  double in_si;
};

/// 40 digits by Python's decimal from pi = 3.14159265358979323846264338327950288419716939937510 and
/// g = 9.80665; the compiler rounds them once.
const std::vector<Expected> expected = {
    {units::angular_rate, "rad_s", 1},
    {units::angular_rate, "deg_s", 0.01745329251994329576923690768488612713443},
    {units::angular_rate, "deg_h", 4.848136811095359935899141023579479759564e-6},
    {units::angular_rate_density, "rad_s_sqrt_hz", 1},
    {units::angular_rate_density, "deg_s_sqrt_hz", 0.01745329251994329576923690768488612713443},
    {units::angular_rate_density, "deg_h_sqrt_hz", 4.848136811095359935899141023579479759564e-6},
    {units::angular_rate_density, "deg_sqrt_h", 0.0002908882086657215961539484614147687855738},
    {units::angular_rate_walk, "rad_s_sqrt_s", 1},
    {units::angular_rate_walk, "rad_s2_sqrt_hz", 1},
    {units::angular_rate_walk, "deg_s_sqrt_s", 0.01745329251994329576923690768488612713443},
    {units::angular_rate_walk, "deg_h_sqrt_h", 8.080228018492266559831901705965799599273e-8},
    {units::acceleration, "m_s2", 1},
    {units::acceleration, "mg", 0.00980665},
    {units::acceleration, "ug", 0.00000980665},
    {units::acceleration_density, "m_s2_sqrt_hz", 1},
    {units::acceleration_density, "mg_sqrt_hz", 0.00980665},
    {units::acceleration_density, "ug_sqrt_hz", 0.00000980665},
    {units::acceleration_density, "m_s_sqrt_h", 0.01666666666666666666666666666666666666667},
    {units::acceleration_walk, "m_s2_sqrt_s", 1},
    {units::acceleration_walk, "m_s3_sqrt_hz", 1},
    {units::acceleration_walk, "mg_sqrt_s", 0.00980665},
    {units::acceleration_walk, "ug_sqrt_s", 0.00000980665},
    {units::magnetic_field, "t", 1},
    {units::magnetic_field, "ut", 0.000001},
    {units::magnetic_field, "nt", 0.000000001},
    {units::magnetic_field, "gauss", 0.0001},
    {units::magnetic_field, "mgauss", 0.0000001},
    {units::magnetic_field_density, "t_sqrt_hz", 1},
    {units::magnetic_field_density, "ut_sqrt_hz", 0.000001},
    {units::magnetic_field_density, "nt_sqrt_hz", 0.000000001},
    {units::magnetic_field_density, "gauss_sqrt_hz", 0.0001},
    {units::magnetic_field_density, "mgauss_sqrt_hz", 0.0000001},
    {units::magnetic_field_walk, "t_sqrt_s", 1},
    {units::magnetic_field_walk, "ut_sqrt_s", 0.000001},
    {units::magnetic_field_walk, "nt_sqrt_s", 0.000000001},
    {units::magnetic_field_walk, "gauss_sqrt_s", 0.0001},
    {units::magnetic_field_walk, "mgauss_sqrt_s", 0.0000001},
    {units::angle, "rad", 1},
    {units::angle, "deg", 0.01745329251994329576923690768488612713443},
    {units::length, "m", 1},
    {units::length, "mm", 0.001},
    {units::length_density, "m_sqrt_hz", 1},
    {units::length_walk, "m_sqrt_s", 1},
    {units::speed, "m_s", 1},
    {units::speed_density, "m_s_sqrt_hz", 1},
    {units::speed_walk, "m_s_sqrt_s", 1},
    {units::time, "s", 1},
    {units::time, "ms", 0.001},
    {units::time, "us", 0.000001},
    {units::pressure, "pa", 1},
    {units::pressure, "hpa", 100},
    {units::pressure, "mbar", 100},
    {units::charge, "a_s", 1},
    {units::charge, "a_h", 3600},
    {units::charge, "ma_h", 3.6},
    {units::speed_constant, "rad_s_v", 1},
    {units::speed_constant, "rpm_v", 0.1047197551196597746154214461093167628066},
    {units::g_sensitivity, "rad_s_m_s2", 1},
    {units::g_sensitivity, "deg_s_g", 0.001779740535243257969769177821670614035826},
};

/// Every key of a table in every spelling, with the key that it is a spelling of.
void check_distinct(const Description& table) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Description& part : table.parts) {
    if (table.kind == Description::Kind::variant) break;
    for (const std::string& spelling : spellings(part.key, part.units)) {
      for (const auto& [other, key] : all) {
        INFO(other << " of " << key << " and " << spelling << " of " << part.key);
        CHECK(same_quantity(spelling, other) == (key == part.key));
      }
      all.emplace_back(spelling, part.key);
    }
  }
}

void check_distinct_below(const Description& d) {
  check_distinct(d);
  for (const Description& part : d.parts) check_distinct_below(part);
}

TEST_CASE("units have the factors of their definitions") {
  std::set<std::pair<const UnitFamily*, std::string>> checked;
  for (const Expected& unit : expected) {
    INFO(unit.suffix);
    bool found = false;
    for (const Unit& candidate : unit.family.all()) {
      if (candidate.suffix != unit.suffix) continue;
      found = true;
      CHECK(candidate.to_si(1.0) == unit.in_si);
      CHECK((candidate.factor == 1.0 || candidate.divisor == 1.0));
    }
    CHECK(found);
    checked.emplace(&unit.family, unit.suffix);
  }
  std::size_t all = 0;
  for (const UnitFamily* family : unit_families) all += family->all().size();
  CHECK(checked.size() == all);  // none is unchecked
}

TEST_CASE("whole numbers of parts are the decimal that people expect") {
  // The decimal text is parsed by the library, not computed by us.
  for (int n = 0; n <= 5000; ++n) {
    REQUIRE(units::time.all()[1].to_si(n) == parse_double(fmt::format("{}e-3", n)));
    REQUIRE(units::time.all()[2].to_si(n) == parse_double(fmt::format("{}e-6", n)));
    REQUIRE(units::magnetic_field.all()[2].to_si(n) == parse_double(fmt::format("{}e-9", n)));
    REQUIRE(units::pressure.all()[1].to_si(n) == parse_double(fmt::format("{}e2", n)));
  }
}

TEST_CASE("roots of hours are what noise makes of an hour") {
  // White noise of density N integrates to a standard deviation N sqrt(t), and a bias that walks
  // by K grows as K sqrt(t). After 1 h, 1 degree h-0.5 has become 1 degree, 1 degree h-1 h-0.5 has
  // become 1 degree h-1, 1 m s-1 h-0.5 has become 1 m s-1. The root of 3600 s is 60.
  const auto roundings = [](int count) { return count * 0x1p-53; };  // relative, each at most that
  const auto after_an_hour = [](const UnitFamily& family) {
    return family.all().back().to_si(1.0) * 60.0;
  };
  const double rate = after_an_hour(units::angular_rate_walk) * 3600;
  CHECK(std::abs(after_an_hour(units::angular_rate_density) / rad_per_deg - 1) < roundings(4));
  CHECK(std::abs(rate / rad_per_deg - 1) < roundings(5));
  CHECK(after_an_hour(units::acceleration_density) == 1.0);
}

TEST_CASE("two keys are the same quantity in two units of one family") {
  CHECK(same_quantity("bias_rad_s", "bias_deg_s"));
  CHECK(same_quantity("bias_deg_h", "bias_deg_s"));
  CHECK(same_quantity("mass_kg", "mass_kg"));
  CHECK(same_quantity("n_rad_s_sqrt_hz", "n_deg_sqrt_h"));
  CHECK(same_quantity("k_rad_s_sqrt_s", "k_rad_s2_sqrt_hz"));
  CHECK(same_quantity("g_rad_s_m_s2", "g_deg_s_g"));
  CHECK_FALSE(same_quantity("bias_rad_s", "offset_deg_s"));
  CHECK_FALSE(same_quantity("bias_rad_s", "bias_rad"));
  CHECK_FALSE(same_quantity("bias_rad_s", "bias_mg"));
  CHECK_FALSE(same_quantity("bias_rad_s", "bias_rad_s_sqrt_hz"));
  CHECK_FALSE(same_quantity("mass_kg", "mass_g"));             // of no family
  CHECK_FALSE(same_quantity("rad_s", "deg_s"));                // of nothing
  CHECK_FALSE(same_quantity("a.bias_rad_s", "a.bias_deg_s"));  // paths, not keys
  for (const std::string& other : other_spellings("bias_t")) CHECK(same_quantity("bias_t", other));
  CHECK(other_spellings("bias_t").size() == 4);
  CHECK(other_spellings("mass_kg").empty());
  CHECK(other_spellings("a.bias_t").empty());
}

TEST_CASE("no two keys of a table are the same quantity by accident") {
  check_distinct_below(scenario_description());
}

TEST_CASE("every unit has a suffix of its own and a text") {
  for (const UnitFamily* family : unit_families) {
    std::set<std::string_view> suffixes;
    for (const Unit& unit : family->all()) {
      CHECK(suffixes.insert(unit.suffix).second);
      CHECK_FALSE(unit.text.empty());
    }
    CHECK(!family->all().empty());
    CHECK(family->si().to_si(0.1) == 0.1);
  }
}

}  // namespace
}  // namespace montecopter
