#include "core/base/remarks.hpp"

#include <catch2/catch.hpp>

#include "core/base/repeated.hpp"

using namespace montecopter;

namespace {

Problem noise_of(const std::string& sensor, const std::string& line) {
  return {.where = "s.toml:" + line,
          .what = sensor + " has a scale error",
          .why = "the filter does not estimate it",
          .suggestion = "Set noise." + sensor,
          .is_warning = true};
}

}  // namespace

TEST_CASE("warnings are alike if they differ only in names, numbers and places") {
  CHECK(are_alike("a.h5: warning: not verified: why.", "b.h5: warning: not verified: why."));
  CHECK(are_alike("warning: 'a.b' has no effect.", "warning: 'c.d' has no effect."));
  CHECK(are_alike("warning: sweep point 1: 24 degrees", "warning: sweep point 3: 12.5 degrees"));
  CHECK_FALSE(are_alike("warning: the gain is low.", "warning: the gain is high."));
  CHECK_FALSE(are_alike("warning: the gain is low.", "warning: the gain is low now."));
  CHECK_FALSE(are_alike("warning: a.b is low.", "warning: a.b is empty."));
}

TEST_CASE("a warning that comes many times is given once in full, then by name and count") {
  std::vector<std::string> lines;
  {
    Remarks remarks([&](const std::string& line) { lines.push_back(line); });
    remarks.warn_all({noise_of("imu0.gyro", "3:1"),
                      noise_of("imu1.gyro", "4:1"),
                      {.where = "s.toml", .what = "other", .why = "", .suggestion = ""},
                      noise_of("gps.position", "9:1"),
                      noise_of("imu0.gyro", "8:1")});
    CHECK(lines == std::vector<std::string>{
                       "s.toml:3:1: warning: imu0.gyro has a scale error (the filter does not "
                       "estimate it). Set noise.imu0.gyro.",
                       "warning: 2 more like this: imu1.gyro, gps.position",
                       "s.toml: warning: other."});
    CHECK(remarks.said() == lines);
    CHECK(remarks.warnings().size() == 4);  // in full, for JSON and the result file
    CHECK(remarks.kept().size() == 4);
    CHECK(remarks.warned());
  }
  CHECK(lines.size() == 3);
}

TEST_CASE("two of a kind are both given in full") {
  std::vector<std::string> lines;
  Remarks remarks([&](const std::string& line) { lines.push_back(line); });
  remarks.warn_all({noise_of("imu0.gyro", "3:1"), noise_of("imu1.gyro", "4:1")});
  CHECK(lines == remarks.warnings());
}

TEST_CASE("warnings of a run that come one by one are named at its end") {
  std::vector<std::string> lines;
  {
    Remarks remarks([&](const std::string& line) { lines.push_back(line); });
    for (int k = 0; k < 30; ++k) {
      remarks.warn_of_run("part" + std::to_string(k) + ".h5: warning: not verified.");
    }
    remarks.warn_of_run("a.h5: warning: cut.");
    remarks.warn_of_run("b.h5: warning: cut.");
    CHECK(lines.size() == 2);
  }
  REQUIRE(lines.size() == 4);
  CHECK(lines[2].starts_with("warning: 29 more like this: part1.h5, part2.h5, "));
  CHECK(lines[2].ends_with(", part20.h5 and 9 others"));
  CHECK(lines[3] == "b.h5: warning: cut.");
}
