/// What `ok` promises: every number is finite, or missing where the documentation says that it may
/// be (docs/result-file.md).

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"
#include "support/fly.hpp"
#include "support/plus_quad.hpp"

namespace montecopter {
namespace {

PlusQuad flight(const std::string& more = "") {
  PlusQuad quad;
  quad.steps = 20;
  quad.more = more;
  return quad;
}

TEST_CASE("squares that overflow end a flight as diverged, and only that flight") {
  // 1e160 is a velocity of which the state is finite and the square is not.
  const std::string spread =
      "[disperse.\"simulation.initial.velocity_m_s.x\"]\ndist = \"choice\"\nvalues = [{}]\n";
  const auto fly = [&](const char* values) {
    std::string text = to_scenario(flight(fmt::format(fmt::runtime(spread), values)));
    text.replace(text.find("[monte_carlo]"), 13, "[monte_carlo]\nsamples = 70");
    return Flown(text);
  };
  const Flown flown = fly("1.0, 1e160"), calm = fly("1.0, 1.0");
  int diverged = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const double speed = flown.number("m_max_speed_m_s", i);
    const bool is_fast = flown.number("in_simulation.initial.velocity_m_s.x", i) > 1;
    CHECK(flown.status(i) == (is_fast ? Status::diverged : Status::ok));
    CHECK(std::isfinite(speed) == !is_fast);
    diverged += is_fast;
    if (is_fast) continue;
    CHECK(speed == calm.number("m_max_speed_m_s", i));
    CHECK(flown.at("velocity", 20, i)[2] == calm.at("velocity", 20, i)[2]);
  }
  CHECK(diverged > 10);
  CHECK(diverged < 60);
}

TEST_CASE("a trace that no float can hold ends a flight as diverged") {
  PlusQuad quad = flight();
  quad.initial = "velocity_m_s = [1e39, 0, 0]";
  std::string text = to_scenario(quad);
  CHECK(Flown(text).status() == Status::ok);  // of 1e39 there are squares
  text.replace(text.find("[output]"), 8, "[output]\ndtype = \"f32\"");
  CHECK(Flown(text).status() == Status::diverged);
}

TEST_CASE("a trace with a number that is not finite ends a flight as diverged, and only that one") {
  // Air of 1e160 m/s does not move a vehicle without drag, but its airspeed is infinite.
  PlusQuad quad = flight(
      "[[wind]]\ntype = \"steady\"\nto_m_s = [1, 0, 0]\n"
      "[disperse.\"wind.0.to_m_s.x\"]\ndist = \"choice\"\nvalues = [1.0, 1e160]\n");
  const auto fly = [&](const char* signals) {
    quad.signals = signals;
    std::string text = to_scenario(quad);
    text.replace(text.find("[monte_carlo]"), 13, "[monte_carlo]\nsamples = 70");
    return Flown(text);
  };
  const Flown flown = fly("\"airspeed\", \"wind\""), untold = fly("\"wind\"");
  int diverged = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const bool is_fast = flown.number("in_wind.0.to_m_s.x", i) > 1;
    CHECK(flown.status(i) == (is_fast ? Status::diverged : Status::ok));
    CHECK(untold.status(i) == Status::ok);
    diverged += is_fast;
  }
  CHECK(diverged > 10);
  CHECK(diverged < 60);
}

TEST_CASE("a flight with an infinite metric is a failure") {
  PlusQuad quad = flight();
  quad.initial = "velocity_m_s = [1e160, 0, 0]";
  const Plan plan = plan_of(to_scenario(quad));
  Progress progress;
  simulate(plan, std::vector<std::int64_t>{0}, {.kernel = &choose_kernel("auto")}, progress,
           [](const Block&) {});
  CHECK(progress.failed == 1);
}

TEST_CASE("numbers that need not exist are missing from flights that are ok") {
  SECTION("formulas without a finite value") {
    const Flown flown(
        to_scenario(flight("[metrics]\nnever_s = {formula = \"first_time(norm(velocity), 1e9)\"}\n"
                           "root = {formula = \"sqrt(0 - mean(t))\"}\n"
                           "overflow = {formula = \"1e200 * (1e200 + mean(t))\"}\n")));
    CHECK(flown.status() == Status::ok);
    for (const char* name : {"m_never_s", "m_root", "m_overflow"}) {
      CHECK(std::isnan(flown.number(name)));
    }
  }
  SECTION("a step that is never settled") {
    const Flown flown(make_plan(load_scenario(
                          std::string(MONTECOPTER_SCENARIOS) + "/examples/hummingbird-steps.toml",
                          {"simulation.duration_s=1.2"})),
                      "auto");
    CHECK(flown.status() == Status::ok);
    CHECK(std::isnan(flown.number("m_settling_time_s")));
  }
  SECTION("readings of a sensor that is out") {
    const Flown flown(to_scenario(
        flight("[sensors.a.gyroscope]\nrate_hz = 1000\n[[event]]\ntype = \"sensor_outage\"\n"
               "sensor = \"a\"\nat_s = 0\n")));
    CHECK(flown.status() == Status::ok);
    CHECK(std::isnan(flown.reading("a.gyroscope", 5)[0]));
  }
}

}  // namespace
}  // namespace montecopter
