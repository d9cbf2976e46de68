/// Which files of a folder are scenarios, and which of them are meant.

#include "results/regress/find_scenarios.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

#include "core/base/error.hpp"
#include "record/sample_layout.hpp"
#include "results/regress/last_failed.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

struct Folder {
  Folder() {
    for (const char* name : {"a", "a/b", ".hidden"}) std::filesystem::create_directory(dir / name);
    write_file(dir / "hover.toml", "# a comment\nschema = 1\n");
    write_file(dir / "a/gust.toml", "schema=1\n");
    write_file(dir / "a/b/ekf-gust.toml", "name = 1\nschema\t= 1\n");
    write_file(dir / "vehicle.toml", "# schema = 1 stands in scenarios\ntype = \"multirotor\"\n");
    write_file(dir / ".hidden/x.toml", "schema = 1\n");
    write_file(dir / "a/orphan.golden", "MCGOLDEN");
    write_file(dir / "notes.txt", "schema = 1\n");
  }
  std::vector<std::string> names(const regress::ScenarioRequest& wanted = {}) const {
    std::vector<std::string> found;
    for (const regress::Case& one : regress::find_cases(dir.path(), wanted)) {
      found.push_back(one.name);
    }
    return found;
  }
  TempDir dir;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("scenarios say schema, or a golden stands beside them") {
  CHECK(Folder().names() == Names{"a/b/ekf-gust", "a/gust", "a/orphan", "hover"});
}

TEST_CASE("patterns and words choose") {
  const Folder folder;
  CHECK(folder.names({.pattern = "*gust.toml", .words = {}, .names = {}}) ==
        Names{"a/b/ekf-gust", "a/gust"});
  CHECK(folder.names({.pattern = "a/?ust.toml", .words = {}, .names = {}}) == Names{"a/gust"});
  CHECK(folder.names({.words = {"ekf", "hover"}, .names = {}}) == Names{"a/b/ekf-gust", "hover"});
  CHECK(folder.names({.words = {"nothing"}, .names = {}}).empty());
  CHECK(folder.names({.words = {}, .names = {"hover", "gone"}, .only_names = true}) ==
        Names{"hover"});
}

TEST_CASE("one scenario is a case, too, and what is not there is an error") {
  const Folder folder;
  const auto one = regress::find_cases(folder.dir / "a/gust.toml", {});
  REQUIRE(one.size() == 1);
  CHECK(one[0].golden == folder.dir / "a/gust.golden");
  CHECK(one[0].page == folder.dir / "a/gust.golden.txt");
  CHECK_THROWS_AS(regress::find_cases(folder.dir / "nowhere", {}), Error);
  CHECK_THROWS_AS(regress::find_cases(folder.dir / "notes.txt", {}), Error);
}

TEST_CASE("what failed is known the next time, and ignored by version control") {
  const TempDir dir;
  CHECK_FALSE(regress::read_last_failed(dir.path()));
  REQUIRE(regress::write_last_failed(dir.path(), {"a/b", "c"}));
  CHECK(regress::read_last_failed(dir.path()) == Names{"a/b", "c"});
  CHECK(read_file(dir / ".montecopter/.gitignore") == "*\n");
  CHECK_FALSE(regress::write_last_failed(dir / "gone", {}));
}
