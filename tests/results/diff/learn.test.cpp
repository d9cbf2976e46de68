#include "results/diff/learn.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include <cmath>

#include "results/diff/mutated.hpp"
#include "results/diff/profile.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

namespace {

/// Results of one scenario in which one position is further off in each.
struct Builds {
  explicit Builds(const std::vector<double>& offsets, double tilt = 0) {
    const Layout layout = sample_layout(60, 2, 20);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const std::string path = dir / std::to_string(i) + ".h5";
      write_result(path, layout, [&](Block& block) {
        set(block, 5, 605, 2.0 + offsets[i]);
        for (std::size_t at = 0; at + 3 < block.data[6].size() / 8; at += 4) {
          const double half = 0.5 + tilt * offsets[i] / 2;
          set(block, 6, at, std::cos(half)), set(block, 6, at + 1, std::sin(half));
          set(block, 6, at + 2, 0.0), set(block, 6, at + 3, 0.0);
        }
      });
      files.push_back(ResultFile::open(path));
    }
  }
  TempDir dir;
  std::vector<ResultFile> files;
};

}  // namespace

TEST_CASE("the spread is that of the two results farthest apart") {
  const Builds builds({0, -3e-9, 5e-9});
  const diff::LearnedProfile learned = diff::learn(builds.files, 10);
  REQUIRE(learned.signals.size() == 1);
  CHECK(learned.signals[0].name == "position");
  CHECK(learned.signals[0].spread_abs == Approx(8e-9).epsilon(1e-6));
  CHECK(learned.signals[0].spread_rel == Approx(4e-9).epsilon(1e-6));
  CHECK(learned.signals[0].a == builds.dir / "1.h5");
  CHECK(learned.signals[0].b == builds.dir / "2.h5");
  const double tolerance = learned.signals[0].tolerance.abs;
  CHECK(tolerance >= 10 * learned.signals[0].spread_abs);
  CHECK(tolerance <= 1.1 * 10 * learned.signals[0].spread_abs);
}

TEST_CASE("what was learned is read again, and all results pass") {
  for (const double margin : {1.0, 10.0}) {
    const Builds builds({0, -3e-9, 5e-9}, 100);
    const diff::LearnedProfile learned = diff::learn(builds.files, margin);
    REQUIRE(learned.signals.size() == 2);
    const std::string text = diff::profile_text(learned);
    const diff::CompareOptions options = diff::parse_profile(text, "p.toml");
    CHECK(options.of("attitude").angle_rad >= margin * 8e-7 * (1 - 1e-6));
    CHECK(options.all.is_zero());
    for (const ResultFile& a : builds.files) {
      for (const ResultFile& b : builds.files) CHECK(diff::compare(a, b, options).same());
    }
    const Builds farther({0, 12e-9 * margin});
    CHECK_FALSE(diff::compare(farther.files[0], farther.files[1], options).same());
  }
}

TEST_CASE("a tolerance made smaller than what was measured is refused") {
  const Builds builds({0, 8e-9});
  std::string text = diff::profile_text(diff::learn(builds.files, 2));
  const std::size_t at = text.find("abs = ");
  text.replace(at, text.find('\n', at) - at, "abs = 7e-9");
  CHECK_THROWS_WITH(diff::parse_profile(text, "p.toml"),
                    Catch::Contains("tighter than the spread recorded with it"));
}

TEST_CASE("results that are equal need no tolerance") {
  const Builds builds({0, 0, 0});
  const diff::LearnedProfile learned = diff::learn(builds.files, 10);
  CHECK(learned.signals.empty());
  const std::string text = diff::profile_text(learned);
  CHECK_THAT(text, Catch::Contains("equal bit by bit"));
  CHECK(diff::parse_profile(text, "p.toml").is_exact());
}

TEST_CASE("statistics that the tolerance of their metric does not cover get their own") {
  const TempDir dir;
  const Layout layout = sample_layout(60, 2, 20);
  write_result(dir / "a.h5", layout, {}, 0.5);
  write_result(dir / "b.h5", layout, {}, 0.5 + 1e-9);
  std::vector<ResultFile> files;
  files.push_back(ResultFile::open(dir / "a.h5"));
  files.push_back(ResultFile::open(dir / "b.h5"));
  const diff::LearnedProfile learned = diff::learn(files, 2);
  REQUIRE(learned.signals.size() == 1);
  CHECK(learned.signals[0].name == "stat_t_end_s");
  const auto options = diff::parse_profile(diff::profile_text(learned), "p.toml");
  CHECK(diff::compare(files[0], files[1], options).same());
}

TEST_CASE("spreads at the ends of what numbers reach") {
  for (const auto& [number, factor] : {std::pair{5e-324, 1.0}, {5e-324, 10.0}, {1e308, 100.0}}) {
    const TempDir dir;
    const Layout layout = sample_layout(60, 2, 20);
    std::vector<ResultFile> files;
    for (const double at : {0.0, number}) {
      const std::string path = dir / std::to_string(files.size()) + ".h5";
      write_result(path, layout, [&](Block& block) { set(block, 5, 605, at); });
      files.push_back(ResultFile::open(path));
    }
    const diff::LearnedProfile learned = diff::learn(files, factor);
    REQUIRE(learned.signals.size() == 1);
    const double wanted = std::min(factor * number, std::numeric_limits<double>::max());
    CHECK(learned.signals[0].tolerance.abs >= wanted);
    CHECK(learned.signals[0].tolerance.abs <= 1.1 * wanted);
  }
}

TEST_CASE("what no tolerance covers cannot be learned") {
  const TempDir dir;
  Layout layout = sample_layout(60, 2, 20);
  write_result(dir / "a.h5", layout);
  const auto with = [&](const Mutate& mutate) {
    std::filesystem::remove(dir / "b.h5");
    write_result(dir / "b.h5", layout, mutate);
    std::vector<ResultFile> files;
    files.push_back(ResultFile::open(dir / "a.h5"));
    files.push_back(ResultFile::open(dir / "b.h5"));
    return diff::learn(files, 10);
  };
  CHECK_THROWS_WITH(with([](Block& block) { set<std::int8_t>(block, 0, 7, 2); }),
                    Catch::Contains("'status'") && Catch::Contains("ok against diverged"));
  CHECK_THROWS_WITH(with([](Block& block) { set(block, 5, 7, std::nan("")); }),
                    Catch::Contains("'position'"));
  CHECK_THROWS_WITH(with([](Block& block) { set(block, 5, 7, HUGE_VAL); }),
                    Catch::Contains("'position'"));
  layout.columns[5].unit = "ft";
  CHECK_THROWS_WITH(with({}), Catch::Contains("units 'm' against 'ft'"));
  layout.resolved_text = "name = \"other\"\n";
  CHECK_THROWS_AS(with({}), diff::NotComparable);
}
