/// Tables other than [vehicle] that include files.

#include "scenario/describe/json_schema.hpp"
#include "scenario/instrument_checks.hpp"

namespace montecopter::instruments {
namespace {

using Catch::Matchers::Contains;

const std::string gyroscope_file = R"([gyroscope]
bias_deg_s = [1, 2, 3]
rate_hz = 500
[range]
far_m = 4
)";

TEST_CASE("the tables of a format that may include files") {
  const std::vector<Includable> found = includables(schema_of<Root>());
  REQUIRE(found.size() == 1);
  CHECK((found[0].path == "instruments.*" && found[0].what == "device"));
  const std::vector<Includable>& of_scenario = scenario_includables();
  REQUIRE_FALSE(of_scenario.empty());
  CHECK((of_scenario[0].path == "vehicle" && of_scenario[0].what == "vehicle"));
}

TEST_CASE("each named table includes its own file") {
  const Folder folder;
  folder.write("a.toml", gyroscope_file);
  folder.write("b.toml", "[range]\nfar_mm = 8\n");
  const auto read_here = [&](const std::string& text, const std::vector<std::string>& overrides) {
    Reading reading = read(text, overrides, folder.path());
    CHECK(reading.complaint == "");
    return std::move(reading.root);
  };
  const std::string both =
      "[instruments.one]\ninclude = \"a.toml\"\nrange.far_m = 5\n[instruments.one.gyroscope]\n"
      "rate_hz = 250\n[instruments.two]\ninclude = \"b.toml\"\n[instruments.three]\n";
  SECTION("and lies over it") {
    Root root = read_here(both, {});
    REQUIRE(root.instruments.size() == 3);
    CHECK(root.instruments["one"].gyroscope->rate_hz == Rate{250, 1});
    CHECK(number_at(root, "instruments.one.range.far_m") == 5.0);
    CHECK(number_at(root, "instruments.one.gyroscope.bias_rad_s.x") > 0.017);
    CHECK(number_at(root, "instruments.two.range.far_m") == 0.008);
    CHECK_FALSE(root.instruments["three"].range.has_value());
  }
  SECTION("the same file twice") {
    Root root = read_here("[instruments]\np.include = \"b.toml\"\nq.include = \"b.toml\"\n", {});
    CHECK(number_at(root, "instruments.p.range.far_m") == 0.008);
    CHECK(number_at(root, "instruments.q.range.far_m") == 0.008);
  }
  SECTION("a quantity in another unit replaces that of the file") {
    Root root = read_here(
        "[instruments.one]\ninclude = \"a.toml\"\ngyroscope.bias_rad_s = 0.5\n"
        "range.far_mm = 7\n",
        {});
    CHECK(number_at(root, "instruments.one.gyroscope.bias_rad_s.y") == 0.5);
    CHECK(number_at(root, "instruments.one.range.far_m") == 0.007);
    root = read_here(both, {"instruments.two.range.far_m=3"});
    CHECK(number_at(root, "instruments.two.range.far_m") == 3.0);
  }
  SECTION("but not component by component") {
    CHECK_THAT(
        read("[instruments.one]\ninclude = \"a.toml\"\ngyroscope.bias_rad_s.x = 0.5\n", {},
             folder.path())
            .complaint,
        Contains("lab.toml:3:") && Contains("gives components of 'bias_deg_s' in another unit"));
  }
  SECTION("twice in one table is once too often, wherever the file gives it") {
    CHECK_THAT(read("[instruments.one]\ninclude = \"a.toml\"\ngyroscope.bias_rad_s = 1\n"
                    "gyroscope.bias_deg_h = 1\n",
                    {}, folder.path())
                   .complaint,
               Contains("lab.toml:4:24: error: 'instruments.one.gyroscope.bias_rad_s' and "
                        "'instruments.one.gyroscope.bias_deg_h' give the same quantity."));
  }
}

TEST_CASE("an override puts a file in the place of a table") {
  const Folder folder;
  folder.write("a.toml", gyroscope_file);
  folder.write("b.toml", "[range]\nfar_mm = 8\n");
  const std::string a = folder.path() + "/a.toml", b = folder.path() + "/b.toml";
  const std::string one = "[instruments.one]\ninclude = \"a.toml\"\naccelerometer.bias_m_s2 = 1\n";
  const auto root_with = [&](const std::vector<std::string>& overrides) {
    Reading reading = read(one, overrides, folder.path());
    CHECK(reading.complaint == "");
    return std::move(reading.root);
  };
  SECTION("of which nothing is left") {
    Root root = root_with({"instruments.one.include=" + b});
    CHECK(number_at(root, "instruments.one.range.far_m") == 0.008);
    CHECK_FALSE(root.instruments["one"].gyroscope.has_value());
    CHECK_FALSE(root.instruments["one"].accelerometer.has_value());
  }
  SECTION("before other overrides, wherever these stand") {
    for (const auto& overrides :
         {std::vector<std::string>{"instruments.one.range.far_m=2", "instruments.one.include=" + b},
          std::vector<std::string>{"instruments.one.include=" + b, "instruments.one.range.far_m=2"},
          std::vector<std::string>{"instruments.one={include = \"" + b + "\", range.far_m = 2}"}}) {
      Root root = root_with(overrides);
      CHECK(number_at(root, "instruments.one.range.far_m") == 2.0);
      CHECK_FALSE(root.instruments["one"].gyroscope.has_value());
    }
  }
  SECTION("or adds a table, and leaves others alone") {
    Root root = root_with({"instruments.two.include=" + b});
    CHECK(number_at(root, "instruments.two.range.far_m") == 0.008);
    CHECK(root.instruments["one"].gyroscope.has_value());
    CHECK(root.instruments["one"].accelerometer.has_value());
  }
  SECTION("of several the last counts") {
    Root root = root_with({"instruments.one.include=" + a, "instruments.one.include=" + b});
    CHECK_FALSE(root.instruments["one"].gyroscope.has_value());
  }
}

TEST_CASE("problems of files that overrides include are told once") {
  const Folder folder;
  const std::string at = folder.path() + "/";
  folder.write("a.toml", gyroscope_file);
  const auto told = [&](const std::string& override) {
    return read("[instruments.one]\ninclude = \"a.toml\"\n", {override}, folder.path()).complaint;
  };
  // Not relative to the file of the scenario, as those are that it includes itself.
  CHECK_THAT(told("instruments.one.include=a.toml"),
             Contains("--set instruments.one.include=a.toml: error: cannot read the included file "
                      "'a.toml' (No such file or directory). ") &&
                 !Contains("\n"));
  CHECK(told("instruments.one.include=" + at + "nowhere/x.toml") ==
        "--set instruments.one.include=" + at +
            "nowhere/x.toml: error: cannot read the included "
            "file '" +
            at +
            "nowhere/x.toml' (No such file or directory). The name is relative to the "
            "current directory.");
  CHECK(told("instruments.one.include=3") ==
        "--set instruments.one.include=3: error: 'instruments.one.include' must be the name of a "
        "device file. For example include = \"devices/NAME.toml\".");
  folder.write("self.toml", "include = \"self.toml\"\n");
  CHECK(told("instruments.one.include=" + at + "self.toml") ==
        at + "self.toml:1:11: error: an included file cannot include another. Put the keys of both "
             "into one file.");
  folder.write("whole.toml", "schema = 1\n");
  CHECK_THAT(told("instruments.one.include=" + at + "whole.toml"),
             Contains("whole.toml' is a scenario, not a device (a device file holds the keys of "
                      "[instruments.one] without that header).") &&
                 !Contains("\n"));
  CHECK_THAT(told("instrument.one.include=" + at + "a.toml"),
             Contains("unknown key 'instrument'. Did you mean 'instruments'?"));
  CHECK_THAT(told("instruments.one.range.include=" + at + "a.toml"),
             Contains("unknown key 'instruments.one.range.include'"));
}

TEST_CASE("problems of included files") {
  const Folder folder;
  const std::string at = folder.path() + "/";
  const auto told = [&](const std::string& text, const std::vector<std::string>& overrides = {}) {
    return read(text, overrides, folder.path()).complaint;
  };
  const std::string one = "[instruments.one]\ninclude = \"a.toml\"\n";
  folder.write("a.toml", gyroscope_file);
  SECTION("are told at their place in the file") {
    folder.write("a.toml", "[gyroscope]\nbais_deg_s = 1\n[range]\nfar_mm = 0\n");
    CHECK(told(one) == at +
                           "a.toml:2:1: error: unknown key "
                           "'instruments.one.gyroscope.bais_deg_s'. Did you mean 'bias_deg_s'?"
                           "\n" +
                           at +
                           "a.toml:4:10: error: 'instruments.one.range.far_mm' must be "
                           "> 0 m, found 0.0 mm = 0.0 m (Farthest [mm]).");
  }
  SECTION("a file that includes another") {
    folder.write("a.toml", "include = \"b.toml\"\n");
    CHECK(told(one) == at + "a.toml:1:11: error: an included file cannot include another. Put the "
                            "keys of both into one file.");
  }
  SECTION("a file that is not there") {
    CHECK(told("[instruments.one]\ninclude = \"none.toml\"\n") ==
          "lab.toml:2:11: error: cannot read the included file '" + at +
              "none.toml' (No such file or directory). The name is relative to the file that "
              "includes it.");
  }
  SECTION("a name that is none") {
    CHECK(told("[instruments.one]\ninclude = 3\n") ==
          "lab.toml:2:11: error: 'instruments.one.include' must be the name of a device file. "
          "For example include = \"devices/NAME.toml\".");
  }
  SECTION("a scenario") {
    for (const char* text : {"schema = 1\n", "[instruments.one.range]\nfar_m = 1\n"}) {
      folder.write("a.toml", text);
      CHECK(told(one) == "lab.toml:2:11: error: '" + at +
                             "a.toml' is a scenario, not a device (a device file holds the "
                             "keys of [instruments.one] without that header).");
    }
  }
  SECTION("an include elsewhere") {
    CHECK_THAT(told("[floor]\ninclude = \"a.toml\"\nfar_m = 1\n"),
               Contains("unknown key 'floor.include'"));
    CHECK_THAT(told("[instruments.one.range]\ninclude = \"a.toml\"\nfar_m = 1\n"),
               Contains("unknown key 'instruments.one.range.include'"));
  }
  SECTION("no file, several times") {
    CHECK(told("[instruments]\na.include = 1\nb.include = 2\n").find("b.include") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace montecopter::instruments
