/// Command tables from CSV files.

#include "scenario/files/command_csv.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "dynamics/controllers/controller.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

struct TemporaryDirectory {
  std::filesystem::path path;
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }
};

/// Writes the CSV into a directory of this process (tests run in parallel), and loads the small
/// scenario with it.
LoadedScenario load_csv(const std::string& csv, const std::string& keys = {}) {
  const auto dir =
      std::filesystem::temp_directory_path() / ("montecopter-csv-" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  const TemporaryDirectory removed_at_end{dir};
  std::ofstream(dir / "montecopter-commands.csv", std::ios::binary) << csv;
  const std::string text = with("rows = [[0, 1000, 1000], [0.5, 1100, 900]]",
                                "file = \"montecopter-commands.csv\"" + keys);
  return load_scenario_text(text, "small.toml", dir.string());
}

std::string csv_complaint(const std::string& csv, const std::string& keys = {}) {
  try {
    load_csv(csv, keys);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("rows come from a CSV file and are inlined") {
  const LoadedScenario loaded = load_csv("t_s, left ,right\r\n0,1000,1000\n0.5, 1.1e3,900\n\n");
  CHECK(loaded.resolved == load(small_scenario).resolved);
  const auto& table = std::get<CommandTable>(*loaded.scenario.controller);
  CHECK(table.file.empty());
  CHECK(table.rows.size() == 2);
}

TEST_CASE("time may be counted in steps") {
  const LoadedScenario loaded = load_csv("step,l,r\n0,1000,1000\n500,1100,900\n");
  CHECK(std::get<CommandTable>(*loaded.scenario.controller).time == "step");
}

TEST_CASE("faults of a CSV file are located in it") {
  CHECK_THAT(csv_complaint("t,a,b\n0,1,1\n"),
             Contains("montecopter-commands.csv:1:1: error: the header starts with 't'"));
  CHECK_THAT(csv_complaint("t_s,a,b\n0,1000,1000\n0.5,1100,1O0\n"),
             Contains("montecopter-commands.csv:3:10: error: '1O0' is not a finite number"));
  CHECK_THAT(csv_complaint("t_s,a,b\n0,1000,nan\n"), Contains(".csv:2:8: error: 'nan' is not"));
  CHECK_THAT(csv_complaint("t_s,a,b\n0,1000\n"),
             Contains(".csv:2:1: error: the row has 2 numbers, the header 3 names"));
  CHECK_THAT(csv_complaint("t_s,a\n0,1000\n"),
             Contains(".csv:2:1: error: the row has 2 numbers instead of 3"));
  CHECK_THAT(csv_complaint("t_s,a,b\n0,1000,1000\n0.0005,1,1\n"),
             Contains(".csv:3:1: error: 0.0005 s is not a whole number of steps"));
  CHECK_THAT(csv_complaint("t_s,a,b\n\n0,1000,1000\n"), Contains(".csv:2:1: error"));
  CHECK_THAT(csv_complaint("t_s,a,b\n"), Contains("the command table has no rows"));
}

TEST_CASE("a file that is wrong throughout is not quoted throughout") {
  std::string csv = "t_s,a,b\n";
  for (int i = 0; i < 100'000; ++i) csv += "x,1,1\n";
  const std::string text = csv_complaint(csv);
  CHECK(count_lines(text) == 101);
  CHECK_THAT(text, Contains("small.toml: error: 99900 further problems"));
}

TEST_CASE("a file excludes rows and time") {
  const std::string csv = "t_s,a,b\n0,1000,1000\n";
  CHECK_THAT(csv_complaint(csv, "\nrows = [[0, 1, 1]]"),
             Contains("small.toml:27:8: error: both controller.file and controller.rows"));
  CHECK_THAT(csv_complaint(csv, "\ntime = \"t_s\""),
             Contains("both controller.file and controller.time are given"));
  CHECK_THAT(complaint(with("rows = [[0, 1000, 1000], [0.5, 1100, 900]]", "file = \"none.csv\"")),
             Contains("small.toml:26:8: error: cannot read the command file"));
}

}  // namespace
}  // namespace montecopter
