#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "record/sample_layout.hpp"
#include "results/summarise/report.hpp"
#include "results/summarise/selection.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

constexpr std::int64_t points = 7;  // append_element() gives row % 7

/// The sample file with a metric, of a sweep over `points` masses and names or without one.
Layout metric_layout(bool sweep) {
  Layout layout = sample_layout(200, 2, 50);
  std::erase_if(layout.columns, [&](const Column& c) {
    return c.name == "stat_t_end_s" || (c.name == "sweep_point" && !sweep);
  });
  std::erase_if(layout.dimensions, [](const Dimension& d) { return d.name == "statistic"; });
  const std::vector<std::string> names(statistic_names.begin(), statistic_names.end());
  std::string joined;
  for (const auto& name : names) joined += (joined.empty() ? "" : ", ") + name;
  layout.dimensions.push_back({.name = "statistic",
                               .size = static_cast<std::int64_t>(statistic_names.size()),
                               .coordinates = {},
                               .unit = "",
                               .long_name = joined});
  if (sweep) {
    layout.dimensions.push_back(
        {.name = "point", .size = points, .coordinates = {}, .unit = "", .long_name = "point"});
    layout.columns.push_back(
        {.name = "sweep_vehicle.mass_kg", .rows = Rows::none, .dims = {"point"}, .unit = "kg"});
  }
  layout.columns.push_back({.name = "m_height_m", .unit = "m", .nan_until_written = true});
  layout.columns.push_back({.name = "stat_height_m",
                            .rows = Rows::none,
                            .dims = sweep ? std::vector<std::string>{"point", "statistic"}
                                          : std::vector<std::string>{"statistic"},
                            .unit = "m",
                            .nan_until_written = true});
  return layout;
}

/// Writes it, statistics by the summary; the masses are 0.5, 1.5, ...
void write_result(const std::string& path, const Layout& layout) {
  record::Writer writer = open_writer(path, layout);
  for (const auto& rows : blocks_of(writer.missing_rows())) writer.write(make_block(layout, rows));
  const Summary summary = summarise(record::ResultFile::open(path));
  std::vector<std::vector<std::byte>> bytes;
  if (summary.is_sweep()) bytes = {sample_statistics(layout).front()};
  for (auto& column : statistics_bytes(summary)) bytes.push_back(std::move(column));
  writer.finish(bytes);
}

/// m_height_m of a row, as append_element() makes it.
double height(std::int64_t row) { return 0.1 * static_cast<double>(row) + 1; }

}  // namespace

TEST_CASE("a file without a sweep is one group") {
  const TempDir dir;
  write_result(dir / "a.h5", metric_layout(false));
  const auto file = record::ResultFile::open(dir / "a.h5");
  const Summary summary = summarise(file);
  CHECK_FALSE(summary.is_sweep());
  CHECK(verify_statistics(file, summary));
  CHECK(file.at("stat_height_m").shape == std::vector<std::int64_t>{statistic_names.size()});
  CHECK(summary.groups.at(0).rows.at(0)[statistic("n")] == 200);
  CHECK(summary.groups[0].rows[0][statistic("max")] == height(199));
}

TEST_CASE("a sweep has statistics for each of its points") {
  const TempDir dir;
  write_result(dir / "a.h5", metric_layout(true));
  const auto file = record::ResultFile::open(dir / "a.h5");
  const Summary summary = summarise(file);
  CHECK(verify_statistics(file, summary));
  REQUIRE(summary.groups.size() == points);
  const std::vector<double> stored = file.read_f64("stat_height_m");
  for (std::int64_t p = 0; p < points; ++p) {
    std::vector<double> values;
    for (std::int64_t row = p; row < 200; row += points) values.push_back(height(row));
    const StatisticsRow expected = summarise_values(values);
    const GroupSummary& group = summary.groups[static_cast<std::size_t>(p)];
    CHECK(std::memcmp(&group.rows[0], &expected, sizeof expected) == 0);
    CHECK(std::memcmp(&stored[static_cast<std::size_t>(p) * statistic_names.size()], &expected,
                      sizeof expected) == 0);
    CHECK(group.group.values.at(0).path == "vehicle.mass_kg");
  }
  CHECK(group_text(summary.groups[3].group) == "point 3: vehicle.mass_kg = 3.5");
  CHECK(stats_text(summary).find("point 6: vehicle.mass_kg = 6.5 (28 ok)") != std::string::npos);
  const std::string json = summary_json(summary, {"a.h5", ""});
  CHECK(json.find("{\"point\": 3, \"values\": {\"vehicle.mass_kg\": 3.5}") != std::string::npos);

  Summary one = summary;
  select_point(one, 6);
  REQUIRE(one.groups.size() == 1);
  CHECK(one.groups[0].group.point == 6);
  CHECK_THROWS_WITH(select_point(one = summary, 7), Catch::Contains("points 0 to 6"));
}

TEST_CASE("signals are summarised point by point, and signals without components as well") {
  const TempDir dir;
  write_result(dir / "a.h5", metric_layout(true));
  const auto file = record::ResultFile::open(dir / "a.h5");
  const auto traces = traces_by_group(file, read_samples(file));
  REQUIRE(traces.size() == points);
  // Even rows are traced, row 2k as trace k: point 3 has the rows 10, 24, 38, ...
  CHECK(std::vector(traces[3].begin(), traces[3].begin() + 3) ==
        std::vector<std::int64_t>{5, 12, 19});
  const auto choices = choose_signals(file, {"gust"});
  const std::vector<Index> times = {0, 7};
  summarise_signal(file, choices.at(0), traces[3], times,
                   [&](Index t, std::span<const TimeRow> rows) {
                     REQUIRE(rows.size() == 1);
                     CHECK(rows[0][0] == static_cast<double>(traces[3].size()));
                     const double first = 0.1 * 10 + 0.001 * static_cast<double>(t) + 1;
                     CHECK(rows[0][3] == static_cast<double>(static_cast<float>(first)));
                   });
  CHECK(choices[0].signal.full_name(0) == "gust");
}

TEST_CASE("components have the names of their dimension") {
  const TempDir dir;
  write_result(dir / "a.h5", metric_layout(false));
  const auto file = record::ResultFile::open(dir / "a.h5");
  const auto choices = choose_signals(file, {"attitude.y", "position", "attitude.w"});
  REQUIRE(choices.size() == 2);
  CHECK(choices[0].signal.name() == "position");
  CHECK(choices[0].components == std::vector<std::size_t>{0, 1, 2});
  CHECK(choices[0].signal.full_name(2) == "position.down");
  CHECK(choices[1].components == std::vector<std::size_t>{0, 2});
  CHECK_THROWS_WITH(choose_signals(file, {"positon", "attitude.v"}),
                    Catch::Contains("'position'") && Catch::Contains("'attitude.w'"));
}

TEST_CASE("one number over time: those that are NaN do not fly any more") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const TimeRow row = summarise_time(std::vector{nan, 4.0, 1.0, nan, 2.0});
  CHECK(row[0] == 3);
  CHECK(row[1] == Approx(7 / 3.0).epsilon(1e-15));
  CHECK(row[2] == Approx(std::sqrt(7 / 3.0)).epsilon(1e-15));
  CHECK(row[3] == 1);
  CHECK(row[6] == 2);
  CHECK(row[9] == 4);
  CHECK(summarise_time(std::vector{nan})[0] == 0);
  CHECK(std::isnan(summarise_time(std::vector{nan})[1]));
}

TEST_CASE("times are thinned evenly and chosen by nearness") {
  CHECK(thin_times(5, 20) == std::vector<Index>{0, 1, 2, 3, 4});
  CHECK(thin_times(101, 5) == std::vector<Index>{0, 25, 50, 75, 100});
  CHECK(thin_times(10, 4) == std::vector<Index>{0, 3, 6, 9});
  CHECK(thin_times(10, 1) == std::vector<Index>{0});
  CHECK(thin_times(1000000000001, 3) == std::vector<Index>{0, 500000000000, 1000000000000});
  const std::vector<double> times = {0, 0.5, 1, 2};
  CHECK(choose_times(times, std::vector<double>{2, 0.7, 0.74, 0.76}) ==
        std::vector<Index>{1, 2, 3});
  CHECK_THROWS_WITH(choose_times(times, std::vector<double>{2.1}), Catch::Contains("2 s"));
}
