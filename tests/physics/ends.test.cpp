/// Limits at which flights end: against the times at which falls, turns and glides of constant
/// speed reach them.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/load.hpp"
#include "support/wind_flight.hpp"

namespace montecopter {
namespace {

constexpr double step_s = 0.001;

/// A body of 2 kg that nothing pushes but gravity; `initial` and `limits` are lines of TOML.
std::string body(double gravity_m_s2, const std::string& initial, const std::string& limits,
                 const std::string& more = "") {
  WindFlight flight{.winds = fmt::format("[simulation.limits]\n{}\n{}", limits, more),
                    .step_s = step_s,
                    .steps = 3000,
                    .integrator = "rk4",
                    .initial = initial,
                    .signals = "\"position\", \"attitude\""};
  std::string text = to_scenario(flight);
  text.replace(text.find("gravity_m_s2 = 0"), 16, fmt::format("gravity_m_s2 = {}", gravity_m_s2));
  return text;
}

/// The first step after a time that is not a whole number of steps.
std::int64_t first_after(double time_s) {
  return static_cast<std::int64_t>(std::ceil(time_s / step_s));
}

void check_end(const Flown& flown, Status status, std::int64_t step, std::int64_t sample = 0) {
  CHECK(flown.status(sample) == status);
  CHECK(flown.number("t_end_s", sample) == static_cast<double>(step) * step_s);
  CHECK(flown.number("m_flight_time_s", sample) == static_cast<double>(step) * step_s);
  CHECK(std::isfinite(flown.at("position", step, sample)[2]));
  for (const std::int64_t n : {step + 1, flown.outputs() - 1}) {
    if (step < n && n < flown.outputs()) CHECK(std::isnan(flown.at("position", n, sample)[2]));
  }
}

TEST_CASE("a fall ends at the ground after sqrt(2 h / g)") {
  const Flown flown(body(9.81, "position_m = [0, 0, -10]", "ground = true",
                         "[disperse.\"simulation.initial.position_m.z\"]\ndist = \"uniform\"\n"
                         "low = -40\nhigh = -1\n"));
  const double height = -flown.at("position", 0)[2];
  const std::int64_t step = first_after(std::sqrt(2 * height / 9.81));
  check_end(flown, Status::hit_ground, step);
  const double t = static_cast<double>(step) * step_s;
  // RK4 is exact for a parabola: rounding of 3000 steps.
  CHECK(flown.at("position", step)[2] == Approx(0.5 * 9.81 * t * t - height).margin(1e-11));
}

TEST_CASE("lanes end side by side, each at its own time") {
  std::string text = body(9.81, "position_m = [0, 0, -10]", "ground = true",
                          "[disperse.\"simulation.initial.position_m.z\"]\ndist = \"uniform\"\n"
                          "low = -60\nhigh = -1\n");
  text.replace(text.find("samples = 1"), 11, "samples = 70");
  const Flown flown(text);
  int landed = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const double time = std::sqrt(-2 * flown.at("position", 0, i)[2] / 9.81);
    if (time < 3) {
      check_end(flown, Status::hit_ground, first_after(time), i);
      ++landed;
    } else {
      check_end(flown, Status::ok, 3000, i);
    }
  }
  CHECK(landed > 40);  // of heights of 1 to 60 m, those below 44 m
  CHECK(landed < 65);
}

TEST_CASE("the ground may have a height") {
  const Flown flown(body(9.81, "position_m = [0, 0, -10]", "ground = true",
                         "[environment.ground]\ntype = \"sih2022\"\nheight_m = 4\n"));
  check_end(flown, Status::hit_ground, first_after(std::sqrt(2 * 6 / 9.81)));
}

TEST_CASE("a body at rest on the plane has not hit it") {
  const Flown flown(body(0, "position_m = [0, 0, 0]", "ground = true"));
  check_end(flown, Status::ok, 3000);
}

TEST_CASE("a turn of constant rate ends at its tilt") {
  const double limit = GENERATE(30.0, 90.0, 150.0);
  const Flown flown(body(0, "body_rate_rad_s = [0, 1.1, 0]", fmt::format("tilt_deg = {}", limit)));
  const double pi = 3.141592653589793;
  check_end(flown, Status::tilt_limit, first_after(limit * pi / 180 / 1.1));
}

TEST_CASE("a glide ends at its distance from the start, or at a face of the fence") {
  const std::string glide = "position_m = [1, 1, -5]\nvelocity_m_s = [1, -2, 2]";  // 3 m/s
  check_end(Flown(body(0, glide, "distance_m = 4.0001")), Status::distance_limit,
            first_after(4.0001 / 3));
  const auto fenced = [&](const char* low, const char* high) {
    return Flown(body(0, glide, fmt::format("geofence = {{low_m = {}, high_m = {}}}", low, high)));
  };
  check_end(fenced("[-9, -9, -9]", "[2.00005, 9, 9]"), Status::left_geofence, first_after(1.00005));
  check_end(fenced("[-9, -2.00005, -9]", "[9, 9, 9]"), Status::left_geofence,
            first_after(3.00005 / 2));
  check_end(fenced("[-9, -9, -9]", "[9, 9, -0.50005]"), Status::left_geofence,
            first_after(4.49995 / 2));
  check_end(fenced("[-9, -9, -9]", "[9, 9, 9]"), Status::ok, 3000);
}

TEST_CASE("of limits that are crossed in one step, the lowest number is told") {
  const Flown flown(body(0, "velocity_m_s = [0, 0, 1]\nposition_m = [0, 0, -0.00005]",
                         "ground = true\ngeofence = {low_m = [-9, -9, -9], high_m = [9, 9, 0]}"));
  check_end(flown, Status::hit_ground, 1);
  check_end(Flown(body(0, "position_m = [0, 0, 3]", "ground = true")), Status::hit_ground, 0);
}

TEST_CASE("with a trajectory, the distance is that from it") {
  const std::string lee = std::string(MONTECOPTER_SCENARIOS) + "/examples/lee-helix.toml";
  std::vector<std::string> overrides = {"controller.rate_hz=1000",
                                        "trajectory.velocity_m_s=[0,0,0]",
                                        "trajectory.amplitude_m=[0,0,0]",
                                        "trajectory.heading.rate_rad_s=0",
                                        "simulation.initial.attitude=[1,0,0,0]",
                                        "simulation.initial.position_m=[1,0,0]",
                                        "simulation.initial.velocity_m_s=[1,0,0]",
                                        "output.rate_hz=1000"};
  const auto fly = [&] { return Flown(make_plan(load_scenario(lee, overrides)), "auto"); };
  const Flown free = fly();
  std::int64_t step = 0;
  while (step < free.outputs() && !(free.at("position", step)[0] > 1.05)) ++step;
  REQUIRE(step < 200);
  overrides.push_back("simulation.limits.distance_m=1.05");
  const Flown ended = fly();
  CHECK(ended.status() == Status::distance_limit);
  CHECK(ended.number("t_end_s") == static_cast<double>(step) * ended.plan().time.step_s);
  CHECK(ended.at("position", step)[0] == free.at("position", step)[0]);
}

}  // namespace
}  // namespace montecopter
