/// Mutated copies of one result, each with the verdict it must get.

#include "results/diff/compare.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "results/diff/mutated.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using diff::CompareOptions;
using diff::Verdict;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const CompareOptions loose{.all = {.abs = 1e9, .rel = 1e9, .ulp = 1000000}, .signals = {}};

/// Sample and mutant, and the reports of comparing them both ways.
struct Pair {
  explicit Pair(const Layout& changed, const Mutate& mutate = {}, double statistic = 0.5) {
    write_result(dir / "a.h5", sample_layout(60, 2, 20));
    write_result(dir / "b.h5", changed, mutate, statistic);
  }
  diff::Report with(const CompareOptions& options) const {
    const diff::Report there = compare_files(dir / "a.h5", dir / "b.h5", options);
    const diff::Report back = compare_files(dir / "b.h5", dir / "a.h5", options);
    CHECK(there.same() == back.same());
    return there;
  }
  TempDir dir;
};

Layout layout_60() { return sample_layout(60, 2, 20); }

}  // namespace

TEST_CASE("a result is the same as its copy") {
  const Pair pair(layout_60());
  const diff::Report report = pair.with({});
  CHECK(report.same());
  CHECK(report.exit_code() == ExitCode::ok);
  CHECK_FALSE(report.digest);
  for (const auto& entry : report.signals) CHECK(entry.verdict == Verdict::same);
}

TEST_CASE("what no tolerance excuses") {
  Layout changed = layout_60();
  std::string name = "position";
  Verdict verdict = Verdict::unlike;
  std::string reason;
  SECTION("a signal that vanished") {
    changed.columns.erase(changed.columns.begin() + column_index(changed, name));
    verdict = Verdict::missing, reason = "only in";
  }
  SECTION("a shorter trace") {
    changed.dimensions[0].size = 19;
    changed.dimensions[0].coordinates.pop_back();
    reason = "shape (30, 20, 3) against (30, 19, 3)";
  }
  SECTION("fewer traces") { changed.trace_samples.pop_back(), reason = "shape"; }
  SECTION("fewer samples") {
    changed.samples = 59, name = "status";
    reason = "shape (60) against (59)";
  }
  SECTION("another unit") { changed.columns[5].unit = "ft", reason = "units 'm' against 'ft'"; }
  SECTION("another frame") { changed.columns[5].frame = "NWU", reason = "frame"; }
  SECTION("another type") { changed.columns[5].element = Element::f32, reason = "element type"; }
  SECTION("other codes") {
    changed.columns[0].attributes = {{"flag_meanings", "not_run fine diverged"}};
    name = "status", reason = "flag_meanings";
  }
  SECTION("other numbers of the codes") {
    changed.columns[0].flag_values = {0, 2, 1};
    name = "status", reason = "flag_values '0 1 2' against '0 2 1'";
  }
  SECTION("another grid") {
    changed.columns[3].number_attributes = {{"grid_shape", {1, 7}}};
    name = "sweep_point", reason = "grid_shape '7 1' against '1 7'";
  }
  SECTION("another place in the grid") {
    changed.columns[3].number_attributes.push_back({"grid_axis", {1}});
    name = "sweep_point", reason = "grid_axis '' against '1'";
  }
  SECTION("other names of the components") {
    changed.dimensions[1].long_name = "east, north, down";
    reason = "names of 'axis': 'north, east, down' against 'east, north, down'";
  }
  SECTION("other names of the statistics") {
    changed.dimensions[4].long_name = "mean, maximum, minimum";
    name = "stat_t_end_s", reason = "names of 'statistic'";
  }
  const Pair pair(changed);
  for (const CompareOptions& options : {CompareOptions{}, loose}) {
    const diff::Report report = pair.with(options);
    CHECK_FALSE(report.same());
    CHECK(report.exit_code() == ExitCode::no);
    CHECK(signal(report, name).verdict == verdict);
    CHECK_THAT(signal(report, name).reason, Catch::Contains(reason));
  }
}

TEST_CASE("values that no tolerance excuses") {
  const Layout layout = layout_60();
  std::string name;
  Mutate mutate;
  SECTION("status") {
    name = "status";
    mutate = [&](Block& block) { set<std::int8_t>(block, 0, 7, 2); };
  }
  SECTION("a whole number") {
    name = "sweep_point";
    mutate = [&](Block& block) { set<std::int64_t>(block, 3, 7, 99); };
  }
  SECTION("NaN against a number") {
    name = "position";
    mutate = [&](Block& block) { set(block, 5, 7, not_a_number); };
  }
  SECTION("infinity against a number") {
    name = "position";
    mutate = [&](Block& block) { set(block, 5, 7, HUGE_VAL); };
  }
  const Pair pair(layout, mutate);
  for (const CompareOptions& options : {CompareOptions{}, loose}) {
    const diff::Report report = pair.with(options);
    CHECK_FALSE(report.same());
    CHECK(signal(report, name).verdict == Verdict::differs);
    CHECK(signal(report, name).tally.differing == 1);
  }
}

TEST_CASE("one ulp") {
  const Pair pair(layout_60(), [](Block& block) {
    set(block, 5, 605, std::nextafter(get<double>(block, 5, 605), 2e9));
  });
  const diff::Report exact = pair.with({});
  CHECK_FALSE(exact.same());
  const diff::SignalReport& position = signal(exact, "position");
  CHECK(exact.signals.front().name == "position");  // worst first
  CHECK(position.verdict == Verdict::differs);
  CHECK(position.tally.differing == 1);
  CHECK(position.tally.compared == 30 * 20 * 3);
  // 605 = trace 10, time 1, axis 2; trace 10 is sample 20.
  REQUIRE(position.first);
  CHECK(position.first->sample == 20);
  CHECK(position.first->time_s == 0.01);
  CHECK(position.first->text == "sample 20, time 0.01 s, axis down");
  CHECK(signal(exact, "check").verdict == Verdict::informational);

  CompareOptions options;
  options.signals["position"].ulp = 1;
  const diff::Report within = pair.with(options);
  CHECK(within.same());
  CHECK(signal(within, "position").verdict == Verdict::within);
  options.signals["position"] = {.abs = 1e-12};
  CHECK(pair.with(options).same());
  options.signals["position"] = {.abs = 1e-17};
  CHECK_FALSE(pair.with(options).same());
  options.signals = {{"attitude", {.abs = 1.0}}};
  CHECK_FALSE(pair.with(options).same());
}

TEST_CASE("NaN in the same place, and zeros of either sign, are the same") {
  const TempDir dir;
  const Layout layout = layout_60();
  const auto with_zero = [](double zero, double other_nan) {
    return [=](Block& block) {
      set(block, 5, 3, zero);
      set(block, 5, 4, other_nan);
    };
  };
  write_result(dir / "a.h5", layout, with_zero(0.0, not_a_number));
  write_result(dir / "b.h5", layout, with_zero(-0.0, -not_a_number));
  const diff::Report report = compare_files(dir / "a.h5", dir / "b.h5");
  CHECK(report.same());
  CHECK(signal(report, "position").verdict == Verdict::same);
}

TEST_CASE("shuffled samples differ") {
  const Pair pair(layout_60(), [](Block& block) {
    for (std::size_t i = 0; i < 16; ++i) {
      const auto first = get<std::uint64_t>(block, 4, i);
      set(block, 4, i, get<std::uint64_t>(block, 4, 16 + i));
      set(block, 4, 16 + i, first);
    }
  });
  const diff::Report exact = pair.with({});
  CHECK_FALSE(exact.same());
  REQUIRE(exact.digest);
  CHECK(exact.digest->samples == 2);
  CHECK(exact.digest->first_sample == 0);
  // With tolerances, flights may differ in their last bits: digests are informational.
  const diff::Report tolerant = pair.with(loose);
  CHECK(tolerant.same());
  CHECK(signal(tolerant, "digest").verdict == Verdict::informational);
  CHECK(tolerant.digest);
}

TEST_CASE("the digests tell where a flight parts, without traces") {
  const TempDir dir;
  const Layout layout = sample_layout(60, 0);
  write_result(dir / "a.h5", layout);
  write_result(dir / "b.h5", layout, [](Block& block) {
    for (std::size_t i = 9; i < 16; ++i) set<std::uint64_t>(block, 4, 12 * 16 + i, 1);
  });
  const diff::Report report = compare_files(dir / "a.h5", dir / "b.h5");
  REQUIRE(report.digest);
  CHECK(report.digest->first_sample == 12);
  CHECK(report.digest->checkpoint == 9);
  CHECK(report.digest->text ==
        "1 of 60 samples flew differently; sample 12 diverges between step 80 and step 90");
  CHECK(report.digest->step == 90.0);
  CHECK_FALSE(report.digest->time_s);
  CHECK(signal(report, "digest").tally.max_abs == 0);
}

TEST_CASE("steps have times where the scenario says their rate") {
  Layout layout = sample_layout(60, 0);
  const auto report_of = [&](const std::string& resolved) {
    layout.resolved_text = resolved;
    const TempDir dir;
    write_result(dir / "a.h5", layout);
    write_result(dir / "b.h5", layout, [](Block& block) { set<std::uint64_t>(block, 4, 9, 1); });
    return compare_files(dir / "a.h5", dir / "b.h5");
  };
  const std::string parted = "1 of 60 samples flew differently; sample 0 diverges between ";
  CHECK(report_of("[integrator]\nrate_hz = 500\n").digest->text ==
        parted + "step 80 (0.16 s) and step 90 (0.18 s)");
  CHECK(report_of("[integrator]\nrate_hz = \"1000/3\"\n").digest->time_s == 0.27);
  for (const char* odd : {"[integrator]\nrate_hz = \"1000/0\"\n", "rate_hz = 500\n", "no TOML",
                          "[integrator]\nrate_hz = \"/\"\n", "[integrator]\nrate_hz = true\n"}) {
    CHECK(report_of(odd).digest->text == parted + "step 80 and step 90");
  }
}

TEST_CASE("attitudes with a tolerance are compared up to the sign of the quaternion") {
  const Pair pair(layout_60(), [](Block& block) {
    for (std::size_t i = 0; i < block.data[6].size() / 8; ++i) {
      set(block, 6, i, -get<double>(block, 6, i) * (1 + 1e-12));
    }
  });
  CHECK_FALSE(pair.with({}).same());
  CompareOptions options;
  options.signals["attitude"].rel = 1e-11;
  CHECK(pair.with(options).same());
  options.signals["attitude"].rel = 1e-13;
  CHECK_FALSE(pair.with(options).same());
  // One component with the wrong sign is another attitude.
  const Pair wrong(layout_60(), [](Block& block) { set(block, 6, 2, -get<double>(block, 6, 2)); });
  options.signals["attitude"].rel = 1e-11;
  CHECK_FALSE(wrong.with(options).same());
}

TEST_CASE("statistics are compared, provenance is not") {
  const Pair pair(layout_60(), {}, 0.6);
  const diff::Report report = pair.with({});
  CHECK_FALSE(report.same());
  CHECK(signal(report, "stat_t_end_s").verdict == Verdict::differs);

  const TempDir dir;
  Layout layout = layout_60();
  write_result(dir / "a.h5", layout);
  layout.scenario_text = "# another way to write the same\n";
  layout.root_attributes[1].second = "0.2.0";
  write_result(dir / "b.h5", layout);
  CHECK(compare_files(dir / "a.h5", dir / "b.h5").same());
}

TEST_CASE("an incomplete file is never the same, not even as itself") {
  const TempDir dir;
  const Layout layout = layout_60();
  {
    record::Writer writer = open_writer(dir / "a.h5", layout);
    writer.write(make_block(layout, {0, 1, 2}));
  }
  const diff::Report report = compare_files(dir / "a.h5", dir / "a.h5");
  CHECK_FALSE(report.same());
  REQUIRE(report.problems.size() == 2);
  CHECK_THAT(report.problems[0], Catch::Contains("57 of 60 samples not run"));
}

TEST_CASE("different scenarios are not comparable unless asked for") {
  Layout changed = layout_60();
  changed.resolved_text = "schema = 1\nname = \"other\"\n";
  const Pair pair(changed);
  try {
    pair.with({});
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::refused);
    CHECK_THAT(error.what(), Catch::Contains("name: \"sample\" against \"other\""));
  }
  CHECK(pair.with({.all = {}, .signals = {}, .across = true}).same());
}

TEST_CASE("tolerances for signals that do not exist, or that are no tolerances") {
  const Pair pair(layout_60());
  CompareOptions options;
  options.signals["positon"].abs = 1;
  CHECK_THROWS_WITH(pair.with(options), Catch::Contains("Did you mean 'position'?"));
  CHECK_THROWS_AS(pair.with({.all = {.abs = not_a_number}, .signals = {}}), Error);
  CHECK_THROWS_AS(pair.with({.all = {.rel = -1}, .signals = {}}), Error);
}
