/// Results of two versions of the program: what both hold is compared, whatever else differs.

#include <catch2/catch.hpp>

#include "results/diff/mutated.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

/// Statistics with these names and values.
void write_statistics(const std::string& path, const std::string& names,
                      const std::vector<double>& values) {
  Layout layout = sample_layout(60, 0);
  for (Dimension& dimension : layout.dimensions) {
    if (dimension.name != "statistic") continue;
    dimension.long_name = names;
    dimension.size = static_cast<std::int64_t>(values.size());
  }
  record::Writer writer = open_writer(path, layout);
  for (const auto& rows : blocks_of(writer.missing_rows())) writer.write(make_block(layout, rows));
  auto statistics = sample_statistics(layout);
  for (auto& bytes : statistics) {
    std::memcpy(bytes.data(), values.data(), values.size() * sizeof(double));
  }
  writer.finish(statistics);
}

std::string reason_of(const TempDir& dir, double sd) {
  std::filesystem::remove(dir / "b.h5");
  write_statistics(dir / "b.h5", "n, mean, se, sd, min, max, q50", {60, 1, 0.1, sd, 0, 2, 1});
  const auto report = compare_files(dir / "a.h5", dir / "b.h5");
  CHECK_FALSE(report.same());
  return signal(report, "stat_t_end_s").reason;
}

}  // namespace

TEST_CASE("statistics that both have are compared by name") {
  const TempDir dir;
  write_statistics(dir / "a.h5", "n, mean, sd, min, max", {60, 1, 0.5, 0, 2});
  CHECK(reason_of(dir, 0.5) == "shape (5) against (7); all 5 common statistics agree");
  CHECK(
      reason_of(dir, 0.25) ==
      "shape (5) against (7); 1 of the 5 common statistics differ, the first sd: 0.5 against 0.25");
}

TEST_CASE("codes that both have are compared by meaning") {
  const TempDir dir;
  Layout layout = sample_layout(60, 0);
  write_result(dir / "a.h5", layout);
  layout.columns[0].flag_values = {0, 3, 1};
  layout.columns[0].attributes = {{"flag_meanings", "not_run ok hit_ground"}};
  const auto with = [&](std::int8_t code) {
    std::filesystem::remove(dir / "b.h5");
    write_result(dir / "b.h5", layout, [&](Block& block) {
      for (std::size_t i = 0; i < 60; ++i) set<std::int8_t>(block, 0, i, 3);
      set<std::int8_t>(block, 0, 7, code);
    });
    return signal(compare_files(dir / "a.h5", dir / "b.h5"), "status").reason;
  };
  CHECK_THAT(with(3), Catch::EndsWith("; all 60 values have the same meaning"));
  CHECK_THAT(with(1),
             Catch::EndsWith("; 1 of the 60 values have a different meaning, the first sample "
                             "7: ok against hit_ground"));
}
