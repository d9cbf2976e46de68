/// Closed loops: the published example, closed forms of what a loop settles at, and when commands
/// take effect.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "physics/csv.hpp"
#include "scenario/load.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

const std::string lee_helix = std::string(MONTECOPTER_SCENARIOS) + "/examples/lee-helix.toml";

Flown fly_lee(const std::vector<std::string>& overrides) {
  return Flown(make_plan(load_scenario(lee_helix, overrides)), "auto");
}

/// Largest distance from the published flight [m].
double distance(const Flown& flown, const Csv& truth) {
  double worst = 0;
  for (std::size_t n = 0; n < truth.rows.size(); ++n) {
    const auto p = flown.at("position", static_cast<std::int64_t>(n));
    worst = std::max(worst, std::hypot(p[0] - truth.at(n, "x"), p[1] - truth.at(n, "y"),
                                       p[2] - truth.at(n, "z")));
  }
  return worst;
}

TEST_CASE("Lee's helix, continuous: as the published equations solved to 1e-12") {
  const Csv truth = read_csv(reference_path("controllers/lee2010_case1_helix.csv"));
  const Flown flown = fly_lee({});
  REQUIRE(flown.outputs() == static_cast<std::int64_t>(truth.rows.size()));
  const double worst = distance(flown, truth);
  INFO(worst);
  CHECK(worst < 1e-9);  // the truncation of RK4 at 1 ms (1e-11); the truth has 12 digits
  double sum = 0;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const double t = flown.time(n), pi = 3.141592653589793;
    const auto p = flown.at("position", n);
    sum += std::pow(p[0] - 0.4 * t, 2) + std::pow(p[1] - 0.4 * std::sin(pi * t), 2) +
           std::pow(p[2] - 0.6 * std::cos(pi * t), 2);
  }
  // Its README: over the 501 times of the file.
  CHECK(std::sqrt(sum / 501) == Approx(0.125955).margin(1e-6));
  CHECK(flown.number("m_max_tracking_error_m") == 0.6);  // at the start
  CHECK(flown.number("m_saturated_fraction") == 0);
}

TEST_CASE("a hold of the command costs in proportion to its length") {
  const Csv truth = read_csv(reference_path("controllers/lee2010_case1_helix.csv"));
  const auto error = [&](int rate_hz) {
    return distance(fly_lee({fmt::format("controller.rate_hz={}", rate_hz)}), truth);
  };
  const double at_1000 = error(1000), at_500 = error(500), at_250 = error(250);
  INFO(at_1000 << " " << at_500 << " " << at_250);
  CHECK(at_1000 < 5e-3);  // what the README of the truth asks
  // A hold is half a period of delay: its effect is of first order, the next term a few per cent.
  CHECK(at_500 / at_1000 == Approx(2).epsilon(0.05));
  CHECK(at_250 / at_500 == Approx(2).epsilon(0.05));
}

TEST_CASE("a delay of a period is worth two holds more") {
  // A hold delays by half its period on average, a delay by all of it: three halves together.
  const Csv truth = read_csv(reference_path("controllers/lee2010_case1_helix.csv"));
  const double held = distance(fly_lee({"controller.rate_hz=500"}), truth);
  const double delayed =
      distance(fly_lee({"controller.rate_hz=500", "controller.delay_s=0.002"}), truth);
  CHECK(delayed / held == Approx(3).epsilon(0.1));  // to first order
}

TEST_CASE("the paper's second example: recovery from upside down") {
  const Flown flown = fly_lee(
      {"controller.rate_hz=1000", "simulation.duration_s=6", "trajectory.velocity_m_s=[0,0,0]",
       "trajectory.amplitude_m=[0,0,0]", "trajectory.heading.rate_rad_s=0",
       "simulation.initial.attitude=[0.0157,0.99987675,0,0]"});  // 178.2 degrees about x
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("m_max_tilt_deg") > 178);
  const std::int64_t end = flown.outputs() - 1;
  for (const double x : flown.at("position", end)) {
    // The slower pole of s^2 + 5.6 s + 16 has a real part of -2.8: e^(-2.8 * 5) of a metre or two.
    CHECK(std::fabs(x) < 1e-5);
  }
  CHECK(flown.at("attitude", end)[0] == Approx(1).margin(1e-6));
}

std::string hover(const std::string& more) {
  std::ifstream file(lee_helix);
  std::stringstream text;
  text << file.rdbuf();
  std::string all = text.str();
  const auto first = all.find("[trajectory]"), last = all.find("[controller]");
  all.replace(first, last - first, "[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, 0]\n\n");
  all.replace(all.find("\"continuous\""), 12, "500");
  all.replace(all.find("../vehicles"), 11, MONTECOPTER_SCENARIOS "/vehicles");
  return all + more;
}

TEST_CASE("a controller knows the nominal vehicle: a heavier sample sinks by what it lacks") {
  // At rest m g = m0 (g + k z): z = (m / m0 - 1) g / k.
  const Flown flown(
      hover("[monte_carlo]\nsamples = 9\n[disperse.\"vehicle.mass_kg\"]\n"
            "dist = \"uniform\"\nlow = 4.0\nhigh = 4.7\n"));
  for (std::int64_t i = 0; i < 9; ++i) {
    const double mass = flown.number("in_vehicle.mass_kg", i);
    const double sunk = (mass / 4.34 - 1) * 9.81 / 16;
    CHECK(std::fabs(sunk) > 1e-4);
    // The slowest pole, e^(-2.8 * 10), leaves 1e-13; the time step leaves equilibria as they are.
    CHECK(flown.at("position", flown.outputs() - 1, i)[2] == Approx(sunk).margin(1e-10));
  }
}

TEST_CASE("a controller knows the vehicle of its sweep point") {
  const Flown flown(hover("[sweep.\"vehicle.mass_kg\"]\nvalues = [3.0, 4.34, 5.0]\n"));
  for (std::int64_t i = 0; i < 3; ++i) {
    CHECK(flown.number("m_max_tracking_error_m", i) < 1e-12);  // it starts where it is to be
  }
}

TEST_CASE("commands hold for a period and start after the delay") {
  const Flown flown = fly_lee({"controller.rate_hz=250", "controller.delay_s=0.003",
                               "output.rate_hz=1000", "simulation.duration_s=0.05"});
  const auto command = [&](std::int64_t step) { return flown.at("command", step)[0]; };
  CHECK(command(0) == Approx(4.34 * 9.81 / 4 / 100).epsilon(1e-15));  // the weight, until then
  for (std::int64_t n = 1; n < flown.outputs(); ++n) {
    INFO(n);
    CHECK((command(n) == command(n - 1)) == (n % 4 != 3));  // looks at 0, 4, 8, ... steps
  }
}

}  // namespace
}  // namespace montecopter
