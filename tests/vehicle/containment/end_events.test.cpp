/// Events that end flights: against falls, throws, turns and glides in closed form. Steps are 1 ms.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/load.hpp"
#include "support/wind_flight.hpp"

namespace montecopter {
namespace {

constexpr double g = 9.81, pi = 3.141592653589793;
/// Instants are found to this time. RK4 and the polynomial of a step are exact for falls without
/// drag, so most are far within it.
constexpr double instant_s = 1e-9;

/// A body of 2 kg without drag; `ends` are tables of events.
struct Throw {
  std::string initial;
  std::string ends;
  double gravity_m_s2 = g;
  int samples = 1;
  std::string simulation = "end = \"event\"\n";
  std::string integrator = "rk4";
  std::string vehicle = {};
};

std::string text_of(const Throw& one) {
  std::string text = to_scenario({.winds = one.ends,
                                  .step_s = 0.001,
                                  .steps = 3000,
                                  .samples = one.samples,
                                  .integrator = one.integrator,
                                  .initial = one.initial,
                                  .vehicle = one.vehicle,
                                  .signals = "\"position\", \"attitude\""});
  text.replace(text.find("gravity_m_s2 = 0"), 16,
               fmt::format("gravity_m_s2 = {}", one.gravity_m_s2));
  text.insert(text.find("[simulation]\n") + 13, one.simulation);
  return text;
}

std::string end_when(const std::string& condition, const std::string& more = "") {
  return fmt::format("[[event]]\ntype = \"end\"\nwhen = {{{}}}\n{}", condition, more);
}

Flown fly(const std::string& initial, const std::string& ends, double gravity_m_s2 = g) {
  return Flown(text_of({.initial = initial, .ends = ends, .gravity_m_s2 = gravity_m_s2}));
}

void check_end(const Flown& flown, double time_s) {
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("t_end_s") == Approx(time_s).margin(instant_s));
  CHECK(flown.number("m_flight_time_s") == flown.number("t_end_s"));
}

/// The time at which a function that grows passes zero.
template <class Function>
double root(Function f) {
  double low = 0, high = 3;
  for (int k = 0; k < 100; ++k) (f((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return high;
}

const std::string heights =
    "[disperse.\"simulation.initial.position_m.z\"]\ndist = \"uniform\"\nlow = -60\nhigh = -1\n";

TEST_CASE("a fall ends at its altitude, side by side with others") {
  const Flown flown(text_of({.initial = "position_m = [0, 0, -10]\nvelocity_m_s = [3, -4, 0]",
                             .ends = end_when("altitude_below_m = 0.5") + heights,
                             .samples = 70}));
  int ended = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const double height = -flown.at("position", 0, i)[2], time = std::sqrt(2 * (height - 0.5) / g);
    const auto metric = [&](const char* name) { return flown.number(name, i); };
    if (time > 3) {
      CHECK(flown.status(i) == Status::no_end);
      CHECK(metric("t_end_s") == 3);
      continue;
    }
    ++ended;
    CHECK(flown.status(i) == Status::ok);
    CHECK(metric("t_end_s") == Approx(time).margin(1e-12));
    CHECK(metric("m_end_altitude_m") == Approx(0.5).margin(1e-12));
    CHECK(metric("m_min_altitude_m") == Approx(0.5).margin(1e-12));
    CHECK(metric("m_end_north_m") == Approx(3 * time).margin(1e-11));
    CHECK(metric("m_end_east_m") == Approx(-4 * time).margin(1e-11));
    CHECK(metric("m_end_distance_m") == Approx(5 * time).margin(1e-11));
    CHECK(metric("m_end_horizontal_speed_m_s") == Approx(5).margin(1e-12));
    CHECK(metric("m_end_vertical_speed_m_s") == Approx(g * time).margin(1e-11));
    CHECK(metric("m_end_angle_deg") == Approx(std::atan2(g * time, 5) * 180 / pi).margin(1e-10));
    CHECK(metric("m_end_energy_j") == Approx(25 + g * g * time * time).margin(1e-9));
    CHECK(metric("m_end_tilt_deg") == 0);
    CHECK(metric("m_end_body_rate_rad_s") == 0);
    const auto last = static_cast<std::int64_t>(time / 0.001);
    CHECK(std::isfinite(flown.at("position", last, i)[2]));
    CHECK(std::isnan(flown.at("position", last + 1, i)[2]));
  }
  CHECK(ended > 40);  // of heights of 1 to 60 m, those below 44.6 m
  CHECK(ended < 65);
}

TEST_CASE("conditions on speed and distance") {
  const std::string thrown = "position_m = [7, 0, -40]\nvelocity_m_s = [3, -4, -2]";
  check_end(fly(thrown, end_when("altitude_above_m = 40.1")), (2 - std::sqrt(4 - 0.2 * g)) / g);
  // The speed falls to the horizontal one at 0.2 s, and rises after that.
  check_end(fly(thrown, end_when("speed_above_m_s = 13.3")), (2 + std::sqrt(13.3 * 13.3 - 25)) / g);
  check_end(fly(thrown, end_when("speed_below_m_s = 5.1")), (2 - std::sqrt(5.1 * 5.1 - 25)) / g);
  check_end(fly(thrown, end_when("distance_above_m = 11")),
            root([](double t) { return std::hypot(5 * t, g * t * t / 2 - 2 * t) - 11; }));
}

TEST_CASE("a speed with drag") {
  // From rest, v = w tanh(g t / w) at a terminal speed of w.
  const double w = std::sqrt(2 * g * 2 / (1.225 * 0.06));
  const Flown flown(text_of({.initial = "position_m = [0, 0, -90]",
                             .ends = end_when("speed_above_m_s = 15") +
                                     "[environment.atmosphere]\ntype = \"uniform\"\n"
                                     "density_kg_m3 = 1.225\n",
                             .vehicle = "drag_area_m2 = 0.06"}));
  check_end(flown, w / g * std::atanh(15 / w));
  CHECK(flown.number("m_end_vertical_speed_m_s") == Approx(15).margin(1e-12));
}

TEST_CASE("a turn of constant rate ends at its tilt") {
  const double tilt = GENERATE(30.0, 90.0, 150.0), rate = GENERATE(1.1, 20.0);
  const Flown flown = fly(fmt::format("body_rate_rad_s = [0, {}, 0]", rate),
                          end_when(fmt::format("tilt_above_deg = {}", tilt)), 0);
  check_end(flown, tilt * pi / 180 / rate);
  CHECK(flown.number("m_end_tilt_deg") == Approx(tilt).margin(1e-10));
  CHECK(flown.number("m_end_body_rate_rad_s") == Approx(rate).margin(1e-12));
}

TEST_CASE("a glide crosses the border of an area, at an edge or at an altitude") {
  const auto glide = [](const std::string& condition) {
    return fly("velocity_m_s = [3, 1, -0.5]", end_when(condition), 0);
  };
  const std::string triangle = "corners_m = [[-1, -1], [7.3005, -1], [-1, 7.3005]]";
  check_end(glide(fmt::format("leaves = {{{}}}", triangle)), 6.3005 / 4);  // north + east = 6.3005
  check_end(glide(fmt::format("leaves = {{{}, high_m = 0.6003}}", triangle)), 0.6003 / 0.5);
  const std::string far = "corners_m = [[2, 3], [2, 0], [7, 0], [7, 3]]";
  check_end(glide(fmt::format("enters = {{{}}}", far)), 2.0 / 3);
  check_end(glide(fmt::format("enters = {{{}, low_m = 0.40007}}", far)), 0.40007 / 0.5);
}

TEST_CASE("times and delays are not rounded to steps") {
  const std::string still = "position_m = [0, 0, -1]";
  const std::string at = "[[event]]\ntype = \"end\"\nat_s = 0.73125\n";
  check_end(fly(still, at, 0), 0.73125);
  check_end(fly(still, at + "delay_s = 0.0004\n", 0), 0.73165);
  check_end(fly(still, "[[event]]\ntype = \"end\"\nat_s = 3\n", 0), 3);
  check_end(fly(still, end_when("altitude_below_m = 0.5", "delay_s = 0.01234\n")),
            std::sqrt(1 / g) + 0.01234);
  // The other event begins with the first step at or after its time.
  check_end(fly(still,
                "[[event]]\ntype = \"all_rotors_off\"\nname = \"cut\"\nat_s = 0.5003\n"
                "[[event]]\ntype = \"end\"\nafter = \"cut\"\ndelay_s = 0.25035\n",
                0),
            0.501 + 0.25035);
  // Delays longer than the flight end nothing.
  const Flown late = fly(still, end_when("altitude_below_m = 0.5", "delay_s = 9\n"), 0);
  CHECK(late.status() == Status::no_end);
}

TEST_CASE("the earliest end counts, and formulas tell which one it was") {
  const std::string events =
      "[[event]]\ntype = \"end\"\nname = \"low\"\nwhen = {altitude_below_m = 0.5}\n"
      "[[event]]\ntype = \"end\"\nname = \"fast\"\nwhen = {speed_above_m_s = 10}\n"
      "[metrics]\nlow_s.formula = \"at(t, low)\"\nfast_s.formula = \"at(t, fast)\"\n"
      "last_s.formula = \"at(t, end)\"\nspeed.formula = \"at(norm(velocity), fast)\"\n";
  const auto fall = [&](double height, const char* simulation) {
    return Flown(text_of({.initial = fmt::format("position_m = [0, 0, {}]", -height),
                          .ends = events,
                          .simulation = simulation}));
  };
  const Flown low = fall(3, "end = \"touchdown\"\n"), fast = fall(10, "end = \"event\"\n");
  check_end(low, std::sqrt(2 * 2.5 / g));
  CHECK(low.number("m_low_s") == Approx(low.number("t_end_s")).margin(1e-15));
  CHECK(low.number("m_last_s") == low.number("m_low_s"));
  CHECK(std::isnan(low.number("m_fast_s")));
  check_end(fast, 10 / g);
  CHECK(fast.number("m_fast_s") == Approx(10 / g).margin(1e-12));
  CHECK(fast.number("m_speed") == Approx(10).margin(1e-11));
  CHECK(std::isnan(fast.number("m_low_s")));
}

TEST_CASE("a touchdown and an event: the earlier one ends the flight") {
  const auto fall = [](double speed) {
    return Flown(text_of({.initial = "position_m = [0, 0, -5]",
                          .ends = end_when(fmt::format("speed_above_m_s = {}", speed)),
                          .simulation = "end = \"touchdown\"\n"}));
  };
  check_end(fall(8), 8 / g);
  const Flown down = fall(12);  // it reaches 9.9 m/s
  check_end(down, std::sqrt(10 / g));
  CHECK(down.number("m_end_altitude_m") == Approx(0).margin(1e-12));
  // Within one step: at 9.9045 m/s a height of 9.9045 mm and 0.009810 m/s pass by in a millisecond.
  const double last = std::sqrt(2 * g * 5);
  check_end(fall(last - 1e-4), (last - 1e-4) / g);
  check_end(fall(last + 1e-4), last / g);
}

TEST_CASE("a condition that holds at the start ends the flight there") {
  const Flown flown =
      fly("position_m = [0, 0, -5]\nvelocity_m_s = [3, 4, 0]", end_when("altitude_below_m = 6"));
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("t_end_s") == 0);
  CHECK(flown.number("m_end_altitude_m") == 5);
  CHECK(flown.number("m_end_energy_j") == 25);
  CHECK(std::isfinite(flown.at("position", 0)[0]));
  CHECK(std::isnan(flown.at("position", 1)[0]));
  check_end(fly("position_m = [0, 0, -5]", end_when("altitude_below_m = 6", "delay_s = 0.25035\n")),
            0.25035);
}

TEST_CASE("without a condition that holds, the duration ends the flight or fails it") {
  const auto glide = [](const char* simulation) {
    return Flown(text_of({.initial = "velocity_m_s = [1, 0, 0]",
                          .ends = end_when("distance_above_m = 4"),
                          .gravity_m_s2 = 0,
                          .simulation = simulation}));
  };
  CHECK(glide("end = \"event\"\n").status() == Status::no_end);
  CHECK(glide("end = \"touchdown\"\n").status() == Status::no_touchdown);
  const Flown whole = glide("");
  CHECK(whole.status() == Status::ok);
  CHECK(whole.number("t_end_s") == 3);
  CHECK(whole.number("m_end_distance_m") == Approx(3).margin(1e-12));
  CHECK(whole.number("m_end_energy_j") == Approx(1).margin(1e-12));
}

TEST_CASE("a limit that the flight passes before is a failure") {
  const auto fall = [](double limit_m) {
    return fly("position_m = [0, 0, -9]",
               end_when("altitude_below_m = 5") +
                   fmt::format("[simulation.limits]\ndistance_m = {}\n", limit_m));
  };
  CHECK(fall(3.9).status() == Status::distance_limit);
  // 4.001 m come later in the step of 4 m, in which it falls by 9 mm.
  check_end(fall(4.001), std::sqrt(8 / g));
}

TEST_CASE("distances and times from other events, and the mass that is left") {
  const Flown flown = fly("position_m = [2, 0, -10]\nvelocity_m_s = [15, 0, 0]",
                          "[[event]]\ntype = \"end\"\nwhen = {speed_above_m_s = 20}\n"
                          "[[event]]\ntype = \"mass_drop\"\nmass_kg = 0.5\nat_s = 1\n"
                          "[[event]]\ntype = \"all_rotors_off\"\nat_s = 0.5\n");
  const double time = std::sqrt(400 - 225) / g;
  check_end(flown, time);
  CHECK(flown.number("m_end_distance_from_event_m") == Approx(15 * (time - 0.5)).margin(1e-10));
  CHECK(flown.number("m_end_time_after_event_s") == Approx(time - 0.5).margin(1e-12));
  CHECK(flown.number("m_end_energy_j") == Approx(0.5 * 1.5 * 400).margin(1e-9));
}

TEST_CASE("dispersed thresholds and delays") {
  const Flown flown(text_of({.initial = "velocity_m_s = [2, 0, 0]",
                             .ends = end_when("distance_above_m = 1", "delay_s = 0.1\n") +
                                     "[disperse.\"event.0.when.distance_above_m\"]\n"
                                     "dist = \"uniform\"\nlow = 1\nhigh = 3\n"
                                     "[disperse.\"event.0.delay_s\"]\n"
                                     "dist = \"uniform\"\nlow = 0\nhigh = 1\n",
                             .gravity_m_s2 = 0,
                             .samples = 20}));
  for (std::int64_t i = 0; i < 20; ++i) {
    const double delay = flown.number("in_event.0.delay_s", i);
    CHECK(
        flown.number("t_end_s", i) ==
        Approx(flown.number("in_event.0.when.distance_above_m", i) / 2 + delay).margin(instant_s));
  }
}

TEST_CASE("an end by event has the same bits alone, beside others, and in every kernel") {
  const Plan plan = plan_of(text_of(
      {.initial = "position_m = [0, 0, -10]\nbody_rate_rad_s = [0.4, 0.5, 0]",
       .ends = end_when("altitude_below_m = 2") + end_when("speed_above_m_s = 17") +
               end_when("tilt_above_deg = 70", "delay_s = 0.0123\n") +
               end_when("leaves = {corners_m = [[-9, -9], [9, -9], [-9, 9]], high_m = 59}") +
               heights,
       .samples = 70,
       .vehicle = "drag_area_m2 = 0.06"}));
  const Flown all(plan, "auto"), plain(plan, "baseline");
  CHECK(all.digests() == plain.digests());
  for (std::int64_t i = 0; i < 70; ++i) {
    CHECK(all.status(i) == Status::ok);
    for (const PlannedMetric& metric : plan.metrics()) {
      CAPTURE(metric.name);
      CHECK(all.number(metric.column_name(), i) == plain.number(metric.column_name(), i));
    }
  }
  for (const std::int64_t i : {0, 13, 69}) {
    const Flown alone(plan, "auto", {i});
    const auto of_all = all.digests();
    const auto first = of_all.begin() + i * checkpoint_count;
    CHECK(alone.digests() == std::vector(first, first + checkpoint_count));
    CHECK(alone.number("t_end_s", i) == all.number("t_end_s", i));
  }
}

TEST_CASE("every integrator finds the instant of a condition") {
  const std::string integrator = GENERATE(from_range(all_integrators()));
  CAPTURE(integrator);
  const Flown flown(text_of({.initial = "position_m = [0, 0, -10]",
                             .ends = end_when("altitude_below_m = 2"),
                             .integrator = integrator}));
  CHECK(flown.status() == Status::ok);
  // Euler's methods fall too far or too short by half a step: 0.5 g h t, at 12.5 m/s.
  CHECK(flown.number("t_end_s") == Approx(std::sqrt(16 / g)).margin(6e-4));
  CHECK(flown.number("m_end_altitude_m") == Approx(2).margin(1e-12));
}

TEST_CASE("a vehicle that stands on the ground is at rest at an end within a step") {
  const Flown flown(text_of({.initial = "position_m = [1, 2, -1]",
                             .ends = "[environment.ground]\ntype = \"sih2022\"\n"
                                     "[[event]]\ntype = \"end\"\nat_s = 1.50037\n"}));
  check_end(flown, 1.50037);
  CHECK(flown.number("m_end_vertical_speed_m_s") == 0);
  CHECK(flown.number("m_end_altitude_m") == flown.number("m_min_altitude_m"));
}

}  // namespace
}  // namespace montecopter
