#include "results/diff/profile.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/toml_guard.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::diff;

TEST_CASE("a tolerance profile") {
  const CompareOptions options = parse_profile(R"(
[all]
rel = 1e-9
[signal.position]
abs = 1
ulp = 4
[signal."in_vehicle.mass_kg"]
)",
                                               "p.toml");
  CHECK(options.of("velocity") == Tolerance{.rel = 1e-9});
  CHECK(options.of("position") == Tolerance{.abs = 1, .ulp = 4});
  CHECK(options.of("in_vehicle.mass_kg").is_zero());
  CHECK_FALSE(options.is_exact());
  CHECK(parse_profile("", "p.toml").is_exact());
}

TEST_CASE("all problems of a profile are told, with their place") {
  try {
    parse_profile(
        "[al]\n[all]\nabs = nan\nrel = -1\nulp = 1.5\n[signal.x]\nabz = 1\nrel = true\nulp = -1\n",
        "p.toml");
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    for (const char* part : {"p.toml:1:2: error: unknown key 'al'. did you mean 'all'?",
                             "p.toml:3:7: error: 'all.abs'", "'all.rel'", "'all.ulp'",
                             "unknown key 'signal.x.abz'. did you mean 'signal.x.abs'?",
                             "p.toml:8:7: error: 'signal.x.rel'", "'signal.x.ulp'"}) {
      CHECK_THAT(error.what(), Catch::Contains(part));
    }
  }
  CHECK_THROWS_WITH(parse_profile("[all\n", "p.toml"), Catch::StartsWith("p.toml:1:"));
  CHECK_THROWS_WITH(parse_profile("all = 1\n", "p.toml"), Catch::Contains("not a table"));
  CHECK_THROWS_WITH(parse_profile("signal = 1\n", "p.toml"), Catch::Contains("not a table"));
  CHECK_THROWS_WITH(load_profile("/nonexistent.toml"), Catch::StartsWith("/nonexistent.toml: "));
}

TEST_CASE("a profile that the parser would follow too deep is refused") {
  std::string dotted = "a";
  for (int i = 0; i < 200000; ++i) dotted += ".a";
  for (const std::string& text :
       {dotted + " = 1\n", "[" + dotted + "]\n", "all = " + std::string(200000, '[')}) {
    CHECK_THROWS_WITH(parse_profile("\n" + text, "p.toml"),
                      Catch::StartsWith("p.toml:2:") && Catch::Contains("need such depth"));
  }
}

TEST_CASE("a profile that is too large is refused before it is read as a whole") {
  const testing::TempDir dir;
  const std::string path = dir / "p.toml";
  testing::write_file(path, "[all]\nrel = 1e-9\n");
  CHECK(load_profile(path).all.rel == 1e-9);
  testing::write_file(path, "");
  CHECK(load_profile(path).is_exact());
  testing::write_file(path, "#");
  std::filesystem::resize_file(path, max_file_bytes + 1);
  CHECK_THROWS_WITH(load_profile(path), Catch::Contains("larger than 16 MiB"));
  CHECK_THROWS_WITH(load_profile("/dev/zero"), Catch::Contains("it is a device"));
  CHECK_THROWS_WITH(load_profile(dir.path()), Catch::Contains("cannot read"));
}

TEST_CASE("patterns: a name beats them, and the one that says more beats the others") {
  const CompareOptions options = parse_profile(R"(
[all]
abs = 1
[signal."stat_*"]
abs = 2
[signal."stat_max_*"]
abs = 3
[signal."*_max_tilt"]
abs = 4
[signal.stat_max_tilt]
abs = 5
[signal."imu?.gyroscope"]
ignore = true
reason = "another random stream"
)",
                                               "p.toml");
  CHECK(options.of("velocity").abs == 1);
  CHECK(options.of("stat_mean").abs == 2);
  CHECK(options.of("stat_max_rate").abs == 3);  // nine characters against five
  CHECK(options.of("m_max_tilt").abs == 4);
  CHECK(options.of("stat_max_tilt").abs == 5);
  CHECK(options.ignored_because("imu0.gyroscope") == "another random stream");
  CHECK(options.ignored_because("imu10.gyroscope").empty());
  // As many characters: the later one.
  const CompareOptions two =
      parse_profile("[signal.\"*b\"]\nabs = 1\n[signal.\"a*\"]\nabs = 2\n", "p.toml");
  CHECK(two.of("ab").abs == 2);
}

TEST_CASE("floors are for units, however they are spelled") {
  const CompareOptions options =
      parse_profile("[unit.\"m/s\"]\nfloor = 1e-9\n[unit.deg]\nfloor = 1e-6\n", "p.toml");
  CHECK(options.floor_of("m s-1") == 1e-9);
  CHECK(options.floor_of("degree") == 1e-6);
  CHECK(options.floor_of("m s-2") == 0);
  CHECK(options.floor_of("m") == 0);
  CHECK_FALSE(options.is_exact());
  CHECK(is_same_unit("rad/s^2", "rad s-2"));
  CHECK(is_same_unit("m/s^1", "m s-1"));
  CHECK(is_same_unit("N*m", "N m"));
  CHECK(is_same_unit("", "1"));
  CHECK_FALSE(is_same_unit("m", "1"));
  CHECK_FALSE(is_same_unit("rad s-1 Hz-0.5", "rad s-1"));
}

TEST_CASE("what a profile may not leave open") {
  for (const auto& [text, says] :
       {std::pair("[signal.x]\nignore = true\n", "ignored without a reason"),
        std::pair("[signal.x]\nignore = true\nreason = \"\"\n", "ignored without a reason"),
        std::pair("[signal.x]\nignore = true\nreason = \"a\"\nabs = 1\n", "ignored and has a"),
        std::pair("[signal.x]\nreason = \"a\"\n", "without ignore = true"),
        std::pair("[signal.x]\nignore = 1\n", "neither true nor false"),
        std::pair("[signal.x]\ntube_s = -1\n", "'signal.x.tube_s' is not a tolerance"),
        std::pair("[all]\ntube_s = 1\n", "unknown key 'all.tube_s'"),
        std::pair("[unit.m]\nabs = 1\n", "unknown key 'unit.m.abs'"),
        std::pair("[unit]\nm = 1\n", "'unit.m' is not a table"),
        std::pair("unit = 1\n", "'unit' is not a table"),
        std::pair("[signal.x]\nabs = 1e-9\nspread_abs = 2e-9\n", "tighter than the spread"),
        std::pair("[signal.x]\nspread_rel = 2e-9\n", "give rel >= 2e-09"),
        std::pair("[signal.x]\nangle_deg = 1e-9\nspread_angle_deg = 2e-9\n", "tighter than")}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(parse_profile(text, "p.toml"), Catch::Contains(says));
  }
  CHECK(parse_profile("[signal.x]\nabs = 2e-9\nspread_abs = 2e-9\n", "p.toml").of("x").abs == 2e-9);
  CHECK(parse_profile("[signal.x]\nrel = 1\nspread_abs = 2\nspread_rel = 0.5\n", "p.toml")
            .of("x")
            .rel == 1);
  CHECK(parse_profile("[learned]\nmargin = 10\nfiles = [{path = \"a\"}]\n", "p.toml").is_exact());
}
