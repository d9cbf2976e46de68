/// What the report tells beyond the verdict, of differences that are known.

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "results/diff/mutated.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using diff::CompareOptions;
using diff::Verdict;

namespace {

constexpr double turn = 2 * std::numbers::pi;

/// 60 samples of which every second has a trace of 20 times, 10 ms apart, at 500 steps per second.
Layout timed_layout() {
  Layout layout = sample_layout(60, 2, 20);
  layout.resolved_text = "[integrator]\nrate_hz = 500\n";
  return layout;
}

struct Compared {
  explicit Compared(const Mutate& mutate, const CompareOptions& options = {},
                    const Layout& layout = timed_layout()) {
    write_result(dir / "a.h5", layout);
    write_result(dir / "b.h5", layout, mutate);
    report = compare_files(dir / "a.h5", dir / "b.h5", options);
  }
  TempDir dir;
  diff::Report report;
};

/// The element of a trace signal with so many components.
std::size_t place(std::size_t trace, std::size_t time, std::size_t components,
                  std::size_t component) {
  return (trace * 20 + time) * components + component;
}

void add_to(Block& block, std::size_t column, std::size_t element, double value) {
  set(block, column, element, get<double>(block, column, element) + value);
}

}  // namespace

TEST_CASE("where the difference begins, where it is largest, and its root mean square") {
  const Compared compared([](Block& block) {
    add_to(block, 5, place(10, 3, 3, 1), 0.25);
    add_to(block, 5, place(10, 7, 3, 2), 0.5);
    add_to(block, 5, place(12, 5, 3, 0), 0.125);
  });
  const auto& position = signal(compared.report, "position");
  REQUIRE(position.largest);
  CHECK(position.first->text == "sample 20, time 0.03 s (step 15), axis east");
  CHECK(position.first->step == 15);
  CHECK(position.first->component == "east");
  CHECK(position.largest->text == "sample 20, time 0.07 s (step 35), axis down");
  CHECK(position.tally.max_distance == 0.5);
  const double squares = 0.25 * 0.25 + 0.5 * 0.5 + 0.125 * 0.125;
  CHECK(position.tally.rms() == Approx(std::sqrt(squares / (30 * 20 * 3))));
  CHECK(position.rows == 30);
  CHECK(position.tally.rows_differing == 2);
  REQUIRE(position.growth);
  CHECK(position.growth->from_s == Approx(0.03));
  CHECK(position.growth->to_s == Approx(0.07));
  CHECK(position.growth_sample == 20);
}

TEST_CASE("what lies within the tolerance is neither first nor counted") {
  CompareOptions options;
  options.signals["position"].abs = 0.3;
  const Compared compared(
      [](Block& block) {
        add_to(block, 5, place(10, 3, 3, 1), 0.25);
        add_to(block, 5, place(11, 7, 3, 2), 0.5);
      },
      options);
  const auto& position = signal(compared.report, "position");
  CHECK(position.first->sample == 22);
  CHECK(position.tally.rows_differing == 1);
  CHECK(position.tally.rows_unequal == 2);
}

TEST_CASE("the signal that moved first is named, then the others") {
  const Compared compared([](Block& block) {
    for (std::size_t time = 9; time < 20; ++time) add_to(block, 5, place(10, time, 3, 0), 1);
    for (std::size_t time = 4; time < 20; ++time) add_to(block, 6, place(11, time, 4, 0), 1e-9);
  });
  REQUIRE(compared.report.moved_first);
  CHECK(compared.report.moved_first->signals == std::vector<std::string>{"attitude"});
  CHECK(compared.report.moved_first->text ==
        "attitude, at 0.04 s (step 20) of sample 22; then position at 0.09 s of sample 20");
}

TEST_CASE("attitudes differ by an angle") {
  // A turn about x by 0.02 rad, and its negative: the same attitude.
  Layout layout = timed_layout();
  const auto write = [&](double angle, double sign) {
    return [=](Block& block) {
      for (std::size_t i = 0; i + 3 < block.data[6].size() / 8; i += 4) {
        set(block, 6, i, sign * std::cos(angle / 2));
        set(block, 6, i + 1, sign * std::sin(angle / 2));
        set(block, 6, i + 2, 0.0), set(block, 6, i + 3, 0.0);
      }
    };
  };
  const TempDir dir;
  write_result(dir / "a.h5", layout, write(1.0, 1));
  write_result(dir / "b.h5", layout, write(1.02, -1));
  CompareOptions options;
  const auto exact = compare_files(dir / "a.h5", dir / "b.h5", options);
  const auto& attitude = signal(exact, "attitude");
  CHECK(attitude.verdict == Verdict::differs);
  CHECK(attitude.distance_unit() == "deg");
  CHECK(attitude.in_distance_unit(attitude.tally.max_distance) ==
        Approx(0.02 * 180 / std::numbers::pi));
  CHECK(attitude.in_distance_unit(attitude.tally.rms()) == Approx(0.02 * 180 / std::numbers::pi));
  CHECK(attitude.largest->text == "sample 0, time 0 s (step 0)");
  options.signals["attitude"].angle_rad = 0.0201;
  CHECK(compare_files(dir / "a.h5", dir / "b.h5", options).same());
  options.signals["attitude"].angle_rad = 0.0199;
  CHECK_FALSE(compare_files(dir / "a.h5", dir / "b.h5", options).same());
}

TEST_CASE("angles that are full turns apart are the same within a tolerance") {
  Layout layout = timed_layout();
  layout.columns[5].name = "euler_angles";
  layout.columns[5].unit = "rad";
  const Mutate mutate = [](Block& block) {
    for (std::size_t i = 0; i < 30 * 20 * 3; ++i) add_to(block, 5, i, turn + 1e-3);
  };
  CHECK(signal(Compared(mutate, {}, layout).report, "euler_angles").tally.max_distance ==
        Approx(1e-3).epsilon(1e-6));
  CHECK_FALSE(Compared(mutate, {}, layout).report.same());
  CompareOptions options;
  options.signals["euler_angles"].abs = 1.01e-3;
  CHECK(Compared(mutate, options, layout).report.same());
  options.signals["euler_angles"].abs = 0.99e-3;
  CHECK_FALSE(Compared(mutate, options, layout).report.same());
  layout.columns[5].name = "position";  // no angle
  options.signals = {{"position", {.abs = 1.01e-3}}};
  CHECK_FALSE(Compared(mutate, options, layout).report.same());
}

TEST_CASE("signals that switch may do so a little later") {
  const auto step_at = [](std::size_t when) {
    return [=](Block& block) {
      for (std::size_t trace = 0; trace < 30; ++trace) {
        for (std::size_t time = 0; time < 20; ++time) {
          for (std::size_t c = 0; c < 3; ++c) {
            set(block, 5, place(trace, time, 3, c), time < when ? 0.0 : 5.0);
          }
        }
      }
    };
  };
  const TempDir dir;
  write_result(dir / "a.h5", timed_layout(), step_at(8));
  write_result(dir / "b.h5", timed_layout(), step_at(10));
  CompareOptions options;
  options.signals["position"].tube_s = 0.02;
  CHECK(compare_files(dir / "a.h5", dir / "b.h5", options).same());
  options.signals["position"].tube_s = 0.01;
  const auto report = compare_files(dir / "a.h5", dir / "b.h5", options);
  CHECK(signal(report, "position").tally.differing == 30 * 3 * 2);
  for (const char* other : {"t_end_s", "attitude", "digest"}) {
    options.signals = {{other, {.tube_s = 0.01}}};
    CHECK_THROWS_WITH(compare_files(dir / "a.h5", dir / "b.h5", options),
                      Catch::Contains("not a real-valued signal over time"));
  }
}

TEST_CASE("what a profile ignores is not compared, and said") {
  CompareOptions options;
  options.ignored["position"] = "not today";
  const Mutate mutate = [](Block& block) { add_to(block, 5, 7, 1); };
  const auto report = Compared(mutate, options).report;
  CHECK(report.same());
  CHECK(signal(report, "position").verdict == Verdict::ignored);
  CHECK(signal(report, "position").reason == "not today");
  CHECK_FALSE(report.moved_first);
  options.ignored = {{"positron", "a slip"}};
  CHECK_THROWS_WITH(Compared(mutate, options), Catch::Contains("Did you mean 'position'?"));
}

TEST_CASE("floors hold beside tolerances, for their unit only") {
  CompareOptions options;
  options.floors["m"] = 1e-3;
  options.signals["position"].rel = 1e-15;
  const auto by = [](double distance) {
    return [=](Block& block) { add_to(block, 5, 7, distance), add_to(block, 5, 9, distance); };
  };
  CHECK(Compared(by(0.9e-3), options).report.same());
  CHECK_FALSE(Compared(by(1.1e-3), options).report.same());
  options.floors = {{"kg", 1.0}, {"furlong", 1.0}};
  const auto report = Compared(by(0.9e-3), options).report;
  CHECK_FALSE(report.same());
  CHECK(report.notes ==
        std::vector<std::string>{"no signal has the unit 'furlong' of the profile"});
}

TEST_CASE("named keys may differ, and no others") {
  const TempDir dir;
  Layout layout = sample_layout(60, 2, 20);
  layout.resolved_text = "name = \"a\"\n[vehicle]\nmass_kg = 1.0\narm_m = 0.2\n";
  write_result(dir / "a.h5", layout);
  layout.resolved_text = "name = \"a\"\n[vehicle]\nmass_kg = 1.5\narm_m = 0.3\n";
  write_result(dir / "b.h5", layout);
  const auto with = [&](std::vector<std::string> keys) {
    CompareOptions options;
    options.across_keys = std::move(keys);
    return compare_files(dir / "a.h5", dir / "b.h5", options);
  };
  CHECK(with({"vehicle"}).same());
  CHECK(with({"vehicle.mass_kg", "vehicle.arm_m"}).scenario.size() == 2);
  CHECK_THROWS_WITH(with({}), Catch::Contains("--across vehicle.arm_m vehicle.mass_kg") &&
                                  Catch::Contains("vehicle.mass_kg: 1.0 against 1.5"));
  try {
    with({"vehicle.mass_kg"});
    CHECK(false);
  } catch (const diff::NotComparable& error) {
    CHECK(error.code() == ExitCode::refused);
    REQUIRE(error.keys().size() == 1);
    CHECK(error.keys()[0].path == "vehicle.arm_m");
  }
  CHECK_THROWS_WITH(with({"vehicle.mas_kg"}), Catch::Contains("Did you mean 'vehicle.mass_kg'?"));
}
