#include "compare/options.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

#include "base/error.hpp"
#include "base/toml_guard.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::compare;

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
                      Catch::StartsWith("p.toml:2:") && Catch::Contains("no such depth"));
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
  CHECK_THROWS_WITH(load_profile("/dev/zero"), Catch::Contains("larger than 16 MiB"));
  CHECK_THROWS_WITH(load_profile(dir.path()), Catch::Contains("cannot read"));
}
