#include "scenario/describe/describe.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "core/base/json.hpp"
#include "core/fields/schema_of.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/describe/sections.hpp"

using namespace montecopter;
using Kind = Description::Kind;

namespace {

struct Square {
  static constexpr std::string_view type_name = "square";
  static constexpr std::string_view doc = "Four equal sides";
  double side_m = required;
  static constexpr auto fields() {
    return FieldList{
        field("side_m", &Square::side_m, "m", positive, Vary::per_sample, "Length of a side")};
  }
};

struct Circle {
  static constexpr std::string_view type_name = "circle";
  std::array<double, 3> centre_m = {0, 0.5, 0};
  static constexpr auto fields() {
    return FieldList{
        field("centre_m", &Circle::centre_m, "m", any_number, Vary::per_batch, "Where")};
  }
};

struct Point {
  static constexpr std::string_view type_name = "point";
  static constexpr bool is_default = true;
  double size_m = 0.1;
  static constexpr auto fields() {
    return FieldList{field("size_m", &Point::size_m, "m", positive, Vary::per_sample, "Size")};
  }
};

constexpr std::array<Choice, 2> colours = {{{"red", "like blood"}, {"blue"}}};

struct Inner {
  static constexpr std::array<std::string_view, 2> exactly_one = {"a_s", "rate_hz"};
  std::optional<double> a_s;
  std::optional<Rate> rate_hz;
  static constexpr auto fields() {
    return FieldList{field("a_s", &Inner::a_s, "s", positive, Vary::fixed, "A"),
                     field("rate_hz", &Inner::rate_hz, "Hz", positive, Vary::fixed, "B")};
  }
};

struct Entry {
  bool on = true;
  std::int64_t count = required_integer;
  static constexpr auto fields() {
    return FieldList{field("on", &Entry::on, "Whether"),
                     field("count", &Entry::count, "1", between(0, 3), Vary::fixed, "How many")};
  }
};

struct Everything {
  std::variant<Square, Circle> shape;
  std::variant<Point, Square> mark;
  std::string colour = "red";
  std::vector<std::string> colours_used = {"red"};
  Inner inner;
  std::vector<Entry> entries;
  std::map<std::string, Square> squares;
  std::vector<std::vector<double>> rows;
  std::int64_t n = 7;
  std::vector<double> levels = {0.5, 2};
  static constexpr auto fields() {
    using E = Everything;
    return FieldList{field("shape", &E::shape, "What"),
                     field("mark", &E::mark, "Which mark"),
                     field("colour", &E::colour, colours, "Colour"),
                     field("colours_used", &E::colours_used, colours, "Colours"),
                     field("inner", &E::inner, "Inside"),
                     field("entries", &E::entries, "", between(1, 4), Vary::fixed, "Entries"),
                     field("squares", &E::squares, "", any_number, Vary::per_sample, "Squares"),
                     field("rows", &E::rows, "Rows"),
                     field("n", &E::n, "1", between(1, 9), Vary::fixed, "Number"),
                     field("levels", &E::levels, "m", positive, Vary::fixed, "Levels")};
  }
};

const Description& part(const Description& d, std::string_view key) {
  for (const Description& p : d.parts) {
    if (p.key == key) return p;
  }
  FAIL("no part " << key);
  return d;
}

}  // namespace

TEST_CASE("a struct describes itself") {
  const Description d = describe_table(Everything{});
  REQUIRE(d.kind == Kind::table);
  REQUIRE(d.parts.size() == 10);

  const Description& shape = part(d, "shape");
  CHECK(shape.kind == Kind::variant);
  CHECK(shape.required);
  CHECK(shape.type_key == "type");
  REQUIRE(shape.parts.size() == 2);
  CHECK(shape.parts[0].key == "square");
  CHECK(shape.parts[0].doc == "Four equal sides");
  CHECK(shape.parts[1].doc.empty());
  CHECK_FALSE((shape.parts[0].is_default || shape.parts[1].is_default));
  const Description& mark = part(d, "mark");
  CHECK((mark.kind == Kind::variant && !mark.required));
  CHECK((mark.parts[0].is_default && !mark.parts[1].is_default));
  const Description& side = part(shape.parts[0], "side_m");
  CHECK((side.kind == Kind::number && side.required && side.default_value.empty()));
  CHECK((side.unit == "m" && side.vary == Vary::per_sample && side.range.low == 0));
  const Description& centre = part(shape.parts[1], "centre_m");
  CHECK((centre.kind == Kind::vector && !centre.required));
  CHECK(centre.default_value == "[0.0, 0.5, 0.0]");
  CHECK(centre.components == std::vector<std::string>{"x", "y", "z"});
  CHECK(centre.vary == Vary::per_batch);

  const Description& colour = part(d, "colour");
  CHECK((colour.kind == Kind::text && colour.default_value == "\"red\"" && !colour.required));
  REQUIRE(colour.choices.size() == 2);
  CHECK(colour.choices[0].doc == "like blood");
  const Description& used = part(d, "colours_used");
  CHECK((used.kind == Kind::list && used.parts[0].kind == Kind::text));
  CHECK(used.default_value == "[\"red\"]");
  CHECK(used.choices.size() == 2);

  const Description& inner = part(d, "inner");
  CHECK((inner.kind == Kind::table && inner.required));  // exactly one has to be given
  CHECK(inner.exactly_one == std::vector<std::vector<std::string>>{{"a_s", "rate_hz"}});
  CHECK((part(inner, "a_s").kind == Kind::number && !part(inner, "a_s").required));
  CHECK((part(inner, "rate_hz").kind == Kind::rate && !part(inner, "rate_hz").required));

  const Description& entries = part(d, "entries");
  CHECK((entries.kind == Kind::list && entries.required && entries.shared_key == "entrie"));
  CHECK(part(entries.parts[0], "on").default_value == "true");
  CHECK(part(entries.parts[0], "count").required);

  CHECK(part(d, "squares").kind == Kind::map);
  CHECK_FALSE(part(d, "squares").required);
  CHECK(part(d, "rows").parts[0].kind == Kind::list);
  CHECK(part(d, "n").default_value == "7");
  CHECK(part(d, "levels").default_value == "[0.5, 2.0]");
  CHECK(part(d, "levels").parts[0].range.low == 0);
}

TEST_CASE("leaf paths are those that a dispersion understands") {
  // Both walk fields(), one over the format, the other over a scenario that has all of it.
  Scenario scenario;
  Multirotor vehicle;
  vehicle.rotors.resize(1);
  scenario.vehicle = vehicle;
  scenario.wind.resize(1);
  std::set<std::string> described;
  for (const DescribedPath& at : leaf_paths(scenario_description())) {
    if (at.leaf->kind == Kind::number) described.insert(at.path);
    for (const std::string& name : at.leaf->components) described.insert(at.path + "." + name);
    if (!at.leaf->components.empty()) described.insert(at.path + ".*");
  }
  for (std::string path : number_paths(all_numbers(scenario))) {
    if (path.find(".0") != std::string::npos) continue;         // the same with '*' is there, too
    if (path.rfind("monte_carlo.quantiles", 0) == 0) continue;  // as many as are given
    INFO(path);
    CHECK(described.count(path) == 1);
  }
}

TEST_CASE("every table has a section, every type a line that says what it is") {
  std::set<std::string> names;
  for (const Section& section : sections()) {
    INFO(section_name(section) << ": give the type a `static constexpr std::string_view doc`");
    CHECK_FALSE(section.doc.empty());
    CHECK(names.insert(section_name(section)).second);
    for (const Description& key : section.table->parts) {
      INFO(key.key);
      CHECK_FALSE(key.doc.empty());
    }
  }
  for (const char* name : {"scenario", "vehicle/multirotor", "motor/direct", "disperse/uniform",
                           "initial", "process_noise", "integrator"}) {
    INFO(name);
    CHECK(names.count(name) == 1);
  }
}

TEST_CASE("JSON") {
  Json json = Json::object();
  json.set("a \"b\"", Json::number(0.1)).set("none", Json()).set("nan", Json::number(required));
  json.set("list", Json::texts({"x", "\n"})).set("yes", Json::boolean(true));
  CHECK(json.print() ==
        "{\"a \\\"b\\\"\": 0.1, \"none\": null, \"nan\": null, \"list\": [\"x\", \"\\n\"], "
        "\"yes\": true}\n");
  Json deep = Json::array();
  deep.add(Json::text(std::string(60, 'x'))).add(Json::text(std::string(60, 'y')));
  CHECK(deep.print() ==
        "[\n  \"" + std::string(60, 'x') + "\",\n  \"" + std::string(60, 'y') + "\"\n]\n");
}
