/// Times and attitudes of logs as they are repaired, columns and instances as they are named.

#include "core/logs/recorded_flight.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/error.hpp"
#include "core/logs/columns.hpp"
#include "core/logs/instances.hpp"
#include "core/logs/integral.hpp"
#include "core/logs/signal_kinds.hpp"

using namespace montecopter;
using namespace montecopter::logs;

namespace {

RecordedSignal signal(const std::string& name, std::vector<std::string> components,
                      std::vector<double> time_s, std::vector<double> values) {
  RecordedSignal made;
  made.name = name;
  made.components = std::move(components);
  made.time_s = std::move(time_s);
  made.values = std::move(values);
  return made;
}

}  // namespace

TEST_CASE("gaps are intervals longer than two and a half usual ones") {
  const auto made = signal("battery_voltage", {""}, {0, 0.1, 0.2, 0.3, 0.5, 0.8, 0.9},
                           {1, 1, std::nan(""), 1, 1, 1, 1});
  const TimeQuality quality = time_quality(made);
  CHECK(quality.rate_hz == Approx(10).epsilon(1e-9));
  REQUIRE(quality.gaps.size() == 1);
  CHECK(quality.gaps[0].from_s == 0.5);
  CHECK(quality.gaps[0].to_s == 0.8);
  CHECK(quality.missing == 1);
  CHECK(median_interval({0, 1, 3, 4, 5}) == 1);
}

TEST_CASE("a row that ran ahead is taken out, and rows of a clock that was set back are told") {
  RecordedFlight flight;
  auto ahead = signal("battery_voltage", {""}, {0, 0.1, 7, 0.3, 0.4, 0.5}, {0, 1, 2, 3, 4, 5});
  REQUIRE(repair_times(flight, ahead));
  CHECK(ahead.time_s == std::vector<double>{0, 0.1, 0.3, 0.4, 0.5});
  CHECK(ahead.values == std::vector<double>{0, 1, 3, 4, 5});
  CHECK(flight.remarks.size() == 1);
  auto none = signal("battery_voltage", {""}, {std::nan("")}, {1});
  CHECK_FALSE(repair_times(flight, none));
}

TEST_CASE("quaternions that are nearly of norm 1 are made so, and others turn nothing") {
  RecordedFlight flight;
  auto attitude = signal("attitude", {"w", "x", "y", "z"}, {0, 1, 2},
                         {0.999, 0, 0, 0, 0, 0, 0, 0, 0, 1.004, 0, 0});
  REQUIRE(repair_attitudes(flight, attitude));
  CHECK(attitude.time_s == std::vector<double>{0, 2});
  CHECK(attitude.values == std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0});
}

TEST_CASE("the integral of a straight line is exact, and ends at a gap") {
  std::vector<double> times, values;
  for (int k = 0; k <= 20; ++k) {
    if (k > 10 && k < 15) continue;  // 0.5 s without rows
    const double t = 0.1 * k;
    times.push_back(t);
    for (const double x : {1 + 2 * t, 0.0, -t}) values.push_back(x);
  }
  const Integral integral(signal("velocity", {"x", "y", "z"}, times, values));
  std::array<double, 3> way{};
  REQUIRE(integral.between(0.15, 0.85, way));
  CHECK(way[0] == Approx(0.7 + 0.85 * 0.85 - 0.15 * 0.15).epsilon(1e-12));
  CHECK(way[1] == 0);
  CHECK(way[2] == Approx(-(0.85 * 0.85 - 0.15 * 0.15) / 2).epsilon(1e-12));
  CHECK_FALSE(integral.between(0.9, 1.6, way));
  CHECK_FALSE(integral.between(1.5, 2.1, way));
}

TEST_CASE("axes of a log are turned into NED and FRD") {
  ColumnRule position;
  position.kind = kind_of("position");
  position.world = WorldAxes::enu;
  double enu[] = {1, 2, 3};  // east, north, up
  turn_axes(position, enu);
  CHECK((enu[0] == 2 && enu[1] == 1 && enu[2] == -3));
  ColumnRule rate;
  rate.kind = kind_of("body_rate");
  rate.body = BodyAxes::flu;
  double flu[] = {1, 2, 3};  // forward, left, up
  turn_axes(rate, flu);
  CHECK((flu[0] == 1 && flu[1] == -2 && flu[2] == -3));
  // Level and heading north: in ENU that is a quarter turn about up from east.
  ColumnRule attitude;
  attitude.kind = kind_of("attitude");
  attitude.world = WorldAxes::enu;
  attitude.body = BodyAxes::flu;
  const double half = std::sqrt(0.5);
  double north[] = {half, 0, 0, half};
  turn_axes(attitude, north);
  CHECK(std::abs(north[0]) == Approx(1).epsilon(1e-12));
  for (const double x : {north[1], north[2], north[3]}) CHECK(x == Approx(0).margin(1e-12));
}

TEST_CASE("columns are checked all at once") {
  const Columns good = parse_columns(
      "[time]\ncolumn = \"t\"\nunit = \"ms\"\n[columns.body_rate]\nfrom = [\"p\", \"q\", "
      "\"r\"]\nunit = \"deg/s\"\n",
      "c.toml");
  CHECK(good.time_factor == Approx(1e-3));
  REQUIRE(good.rules.size() == 1);
  CHECK(good.rules[0].factor == Approx(std::acos(-1.0) / 180).epsilon(1e-15));
  try {
    parse_columns(
        "[time]\ncolumn = \"t\"\n[columns.body_rat]\nfrom = [\"p\"]\n[columns.velocity]\nfrom = "
        "[\"u\"]\n",
        "c.toml");
    FAIL("taken");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK_THAT(error.what(), Catch::Contains("body_rat") && Catch::Contains("velocity"));
  }
}

TEST_CASE("of several instances the first is read, or the one that was asked for") {
  Instances first;
  CHECK(first.is_wanted("sensor_accel", 0));
  CHECK_FALSE(first.is_wanted("sensor_accel", 1));
  Instances second({"sensor_accel=1"});
  CHECK_FALSE(second.is_wanted("sensor_accel", 0));
  CHECK(second.is_wanted("sensor_accel", 1));
  CHECK_NOTHROW(second.require_all("a.ulg"));
  Instances third({"sensor_accel=2"});
  CHECK_FALSE(third.is_wanted("sensor_accel", 0));
  CHECK_THROWS_AS(third.require_all("a.ulg"), Error);
  CHECK_THROWS_AS(Instances({"sensor_accel"}), Error);
}
