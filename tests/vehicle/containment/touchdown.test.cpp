/// Flights that end at a touchdown: against falls in closed form, and against falls with drag of an
/// independent integrator.

#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>

#include "physics/csv.hpp"
#include "scenario/load.hpp"
#include "support/wind_flight.hpp"

namespace montecopter {
namespace {

constexpr double g = 9.81;

/// A body of 2 kg that falls; `more` are further tables of TOML.
struct Fall {
  std::string initial;
  std::string more = {};
  std::string vehicle = {};
  double step_s = 0.001;
  std::int64_t steps = 3000;
  int samples = 1;
  std::string integrator = "rk4";
  std::string simulation = "end = \"touchdown\"\n";
};

std::string text_of(const Fall& fall) {
  std::string text = to_scenario(WindFlight{.winds = fall.more,
                                            .step_s = fall.step_s,
                                            .steps = fall.steps,
                                            .samples = fall.samples,
                                            .integrator = fall.integrator,
                                            .initial = fall.initial,
                                            .vehicle = fall.vehicle,
                                            .signals = "\"position\", \"attitude\""});
  text.replace(text.find("gravity_m_s2 = 0"), 16, fmt::format("gravity_m_s2 = {}", g));
  text.insert(text.find("[simulation]\n") + 13, fall.simulation);
  return text;
}

const std::string heights =
    "[disperse.\"simulation.initial.position_m.z\"]\ndist = \"uniform\"\nlow = -60\nhigh = -1\n";

TEST_CASE("a touchdown is the end of a flight, at its instant") {
  const Flown flown(text_of({.initial = "position_m = [0, 0, -10]\nvelocity_m_s = [3, -4, 0]",
                             .more = heights,
                             .samples = 70}));
  int landed = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const double height = -flown.at("position", 0, i)[2], time = std::sqrt(2 * height / g);
    if (time > 3) {
      CHECK(flown.status(i) == Status::no_touchdown);
      CHECK(flown.number("t_end_s", i) == 3);
      continue;
    }
    ++landed;
    const auto metric = [&](const char* name) { return flown.number(name, i); };
    CHECK(flown.status(i) == Status::ok);
    // RK4 and the polynomial of the step are exact for a parabola: rounding of 3000 steps.
    CHECK(metric("t_end_s") == Approx(time).margin(1e-12));
    CHECK(metric("m_flight_time_s") == metric("t_end_s"));
    CHECK(metric("m_touchdown_north_m") == Approx(3 * time).margin(1e-11));
    CHECK(metric("m_touchdown_east_m") == Approx(-4 * time).margin(1e-11));
    CHECK(metric("m_touchdown_distance_m") == Approx(5 * time).margin(1e-11));
    CHECK(metric("m_min_altitude_m") == Approx(0).margin(1e-12));
    CHECK(metric("m_touchdown_horizontal_speed_m_s") == Approx(5).margin(1e-12));
    CHECK(metric("m_touchdown_vertical_speed_m_s") == Approx(g * time).margin(1e-11));
    CHECK(metric("m_max_speed_m_s") == Approx(std::hypot(5, g * time)).margin(1e-11));
    CHECK(metric("m_touchdown_angle_deg") ==
          Approx(std::atan2(g * time, 5) * 180 / 3.141592653589793).margin(1e-10));
    CHECK(metric("m_touchdown_energy_j") == Approx(25 + g * g * time * time).margin(1e-9));
    const auto last = static_cast<std::int64_t>(time / 0.001);
    CHECK(std::isfinite(flown.at("position", last, i)[2]));
    CHECK(std::isnan(flown.at("position", last + 1, i)[2]));
  }
  CHECK(landed > 40);  // of heights of 1 to 60 m, those below 44 m
  CHECK(landed < 65);
}

TEST_CASE("a touchdown has the same bits alone, beside others, and in every kernel") {
  const Plan plan = plan_of(text_of({.initial = "position_m = [0, 0, -10]",
                                     .more = heights,
                                     .vehicle = "drag_area_m2 = 0.06",
                                     .samples = 70}));
  const Flown all(plan, "auto"), plain(plan, "baseline");
  CHECK(all.digests() == plain.digests());
  for (std::int64_t i = 0; i < 70; ++i) {
    for (const PlannedMetric& metric : plan.metrics()) {
      CAPTURE(metric.name);
      const auto bits = [&](const Flown& flown) {  // the energy at no touchdown is NaN
        return std::bit_cast<std::uint64_t>(flown.number(metric.column_name(), i));
      };
      CHECK(bits(all) == bits(plain));
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

constexpr double body_kg = 2, pi = 3.141592653589793;

/// A fall of the body with the drag per mass of another one, in a wind along its path.
Flown fall_with_drag(double height_m, double speed_m_s, double drag_area_m2_per_kg, double wind_m_s,
                     double step_s) {
  return Flown(text_of({.initial = fmt::format("position_m = [0, 0, {}]\nvelocity_m_s = [{}, 0, 0]",
                                               -height_m, speed_m_s),
                        .more = fmt::format("[[wind]]\ntype = \"steady\"\nto_m_s = [{}, 0, 0]\n"
                                            "[environment.atmosphere]\ntype = \"uniform\"\n"
                                            "density_kg_m3 = 1.225\n",
                                            wind_m_s),
                        .vehicle = fmt::format("drag_area_m2 = {}", drag_area_m2_per_kg * body_kg),
                        .step_s = step_s,
                        .steps = static_cast<std::int64_t>(20 / step_s)}));
}

TEST_CASE("falls with drag and wind are those of an independent integrator") {
  const Csv csv = read_csv(reference_path("containment/casex_ballistic_descent.csv"));
  REQUIRE(csv.rows.size() == 180);
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto at = [&](const char* name) { return csv.at(row, name); };
    REQUIRE(at("vy_down_m_s") == 0);
    // Seen from the air, a fall in wind is a fall in still air.
    const double wind = row % 2 == 0 ? 0 : -3, speed = at("vx_m_s") + wind;
    const Flown flown = fall_with_drag(
        at("altitude_m"), speed, at("cd") * at("frontal_area_m2") / at("mass_kg"), wind, 0.005);
    const double angle = at("exact_angle_deg") * pi / 180, time = at("exact_time_s");
    const double along = at("exact_impact_speed_m_s") * std::cos(angle) + wind;
    const double down = at("exact_impact_speed_m_s") * std::sin(angle);
    CAPTURE(row, wind);
    CHECK(flown.status() == Status::ok);
    // The table has seven significant digits, and half a unit of the seventh is 5e-7. The distance
    // in wind has those of the time, too.
    CHECK(flown.number("t_end_s") == Approx(time).epsilon(1e-6));
    CHECK(flown.number("m_touchdown_north_m") ==
          Approx(at("exact_distance_m") + wind * time).epsilon(1e-6).margin(3e-6 * time));
    CHECK(flown.number("m_touchdown_vertical_speed_m_s") == Approx(down).epsilon(1e-6));
    // The angle has seven digits of up to 90 degrees: 5e-6 degrees, or 1e-7 of the speed down.
    CHECK(flown.number("m_touchdown_horizontal_speed_m_s") ==
          Approx(std::abs(along)).margin(1e-6 * down));
  }
}

TEST_CASE("falls of the classes of Annex F, by the approximation of casex") {
  const Csv csv = read_csv(reference_path("containment/jarus_annex_f_ballistic_classes.csv"));
  const double mass_kg[] = {3, 50, 400, 5000, 10000}, area_m2[] = {0.1, 0.5, 2, 8, 14};
  REQUIRE(csv.rows.size() == std::size(mass_kg));
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const Flown flown = fall_with_drag(csv.at(row, "altitude_m"), csv.at(row, "cruise_m_s"),
                                       0.8 * area_m2[row] / mass_kg[row], 0, 0.005);
    const double speed = std::hypot(flown.number("m_touchdown_horizontal_speed_m_s"),
                                    flown.number("m_touchdown_vertical_speed_m_s"));
    // In the other table casex is up to 7.9 % off in distance and 11 % in speed; from 1000 m at
    // 200 m/s it is 12.9 % too fast.
    CHECK(flown.number("m_touchdown_distance_m") ==
          Approx(csv.at(row, "distance_m")).epsilon(0.08));
    CHECK(speed == Approx(csv.at(row, "impact_m_s")).epsilon(0.13));
  }
}

TEST_CASE("the instant is found to 1e-9 s with drag") {
  // A vertical fall from rest: t = v / g acosh(exp(h g / v^2)) at a terminal speed of v.
  const double height = 60, area_per_kg = 0.03;
  const double v = std::sqrt(2 * g / (1.225 * area_per_kg));
  const double time = v / g * std::acosh(std::exp(height * g / (v * v)));
  // Steps of 10 ms have RK4's own error beside it.
  CHECK(fall_with_drag(height, 0, area_per_kg, 0, 0.001).number("t_end_s") ==
        Approx(time).margin(1e-9));
  CHECK(fall_with_drag(height, 0, area_per_kg, 0, 0.01).number("t_end_s") ==
        Approx(time).margin(1e-8));
}

TEST_CASE("every integrator finds the instant") {
  const std::string integrator = GENERATE(from_range(all_integrators()));
  CAPTURE(integrator);
  const Flown flown(text_of({.initial = "position_m = [0, 0, -10]", .integrator = integrator}));
  CHECK(flown.status() == Status::ok);
  // Euler's methods fall too far or too short by half a step: 0.5 g h t, at 14 m/s.
  CHECK(flown.number("t_end_s") == Approx(std::sqrt(20 / g)).margin(6e-4));
  CHECK(flown.number("m_min_altitude_m") == Approx(0).margin(1e-12));
}

TEST_CASE("metrics from the first event, and the mass that is left") {
  const Flown flown(text_of({.initial = "position_m = [2, 0, -10]\nvelocity_m_s = [15, 0, 0]",
                             .more = "[[event]]\ntype = \"mass_drop\"\nmass_kg = 0.5\nat_s = 1\n"
                                     "[[event]]\ntype = \"all_rotors_off\"\nat_s = 0.5\n"}));
  const double time = std::sqrt(20 / g), speed = std::hypot(15, g * time);
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("m_touchdown_distance_m") == Approx(15 * time).margin(1e-10));
  CHECK(flown.number("m_touchdown_distance_from_event_m") ==
        Approx(15 * (time - 0.5)).margin(1e-10));
  CHECK(flown.number("m_touchdown_time_after_event_s") == Approx(time - 0.5).margin(1e-12));
  CHECK(flown.number("m_touchdown_energy_j") == Approx(0.5 * 1.5 * speed * speed).margin(1e-9));
  // An event after the touchdown does not count.
  const Flown late(text_of({.initial = "position_m = [2, 0, -10]",
                            .more = "[[event]]\ntype = \"all_rotors_off\"\nat_s = 2\n"}));
  CHECK(late.status() == Status::ok);
  CHECK(std::isnan(late.number("m_touchdown_time_after_event_s")));
}

TEST_CASE("a rise from the ground, or from below it, is no touchdown") {
  // Up at 5 m/s and down again; from 1 m below, it passes the ground twice.
  const Flown up(text_of({.initial = "position_m = [0, 0, 0]\nvelocity_m_s = [0, 0, -5]"}));
  CHECK(up.number("t_end_s") == Approx(10 / g).margin(1e-12));
  const Flown below(text_of({.initial = "position_m = [0, 0, 1]\nvelocity_m_s = [0, 0, -5]"}));
  CHECK(below.number("t_end_s") == Approx((5 + std::sqrt(25 - 2 * g)) / g).margin(1e-12));
}

TEST_CASE("grounds that stop vehicles have touchdowns at their height") {
  const Flown flown(text_of({.initial = "position_m = [0, 0, -10]",
                             .more = "[environment.ground]\ntype = \"sih2022\"\nheight_m = 4\n"}));
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("t_end_s") == Approx(std::sqrt(12 / g)).margin(1e-12));
}

TEST_CASE("all rotors off is a failure of each rotor") {
  const auto flight = [](const std::string& events) {
    return Flown(ScenarioBuilder::quadrotor()
                     .set("simulation.end", "touchdown")
                     .set("simulation.initial.velocity_m_s", "[5, 1, 0]")
                     .put(events)
                     .text());
  };
  std::string failures;
  for (int k = 0; k < 4; ++k) {
    failures += fmt::format("[[event]]\ntype = \"rotor_failure\"\nrotor = {}\nat_s = 0.3\n", k);
  }
  const Flown off = flight("[[event]]\ntype = \"all_rotors_off\"\nat_s = 0.3\n");
  CHECK(off.status() == Status::ok);
  CHECK(off.digests() == flight(failures).digests());
}

}  // namespace
}  // namespace montecopter
