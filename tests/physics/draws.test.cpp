/// Which random words the process noise takes: the address of each draw is part of the format.

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/text.hpp"
#include "dynamics/random/numbered_normal.hpp"
#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

constexpr double dt = 1.0 / 960;

/// A body in empty space, pushed by the force noise only; Euler makes v(n+1) = v(n) + dt F(n) / m.
ReferenceCase pushed() {
  ReferenceCase c = free_body(1, {1, 1, 1}, 1.0 / 8);
  c.force_noise = 5e-4;
  return c;
}

Flown fly(const ReferenceCase& c, double noise_hz = 0) {
  return Flown(
      to_scenario(c, {.integrator = "euler", .rate_hz = 960, .samples = 5, .noise_hz = noise_hz}));
}

TEST_CASE("force and moment take six numbers of the stream process.white at each tick") {
  ReferenceCase c = pushed();
  c.moment_noise = 1e-6;
  const Flown flown = fly(c);
  const double force = std::sqrt(5e-4 / dt), moment = std::sqrt(1e-6 / dt);
  std::array<double, 3> v{}, w{};
  const Stream stream = {1, 3, stream_hash("process.white")};
  for (std::uint64_t tick = 0; tick < 5; ++tick) {
    for (std::size_t k = 0; k < 3; ++k) {
      v[k] += dt * force * stream.normal(6 * tick + k);
      w[k] += dt * moment * stream.normal(6 * tick + 3 + k);
      const auto n = static_cast<std::int64_t>(tick) + 1;
      // Rounding; the gyroscopic term of a sphere is zero.
      CHECK(flown.at("velocity", n, 3)[k] == Approx(v[k]).epsilon(1e-13));
      CHECK(flown.at("body_rate", n, 3)[k] == Approx(w[k]).epsilon(1e-13));
    }
  }
}

TEST_CASE("moment noise changes no draw of the force") {
  const Flown without = fly(pushed());
  ReferenceCase c = pushed();
  c.moment_noise = 1e-6;
  const Flown with = fly(c);
  for (std::int64_t n = 0; n < with.outputs(); ++n) {
    for (std::size_t k = 0; k < 3; ++k) {
      REQUIRE(with.at("velocity", n, 2)[k] == without.at("velocity", n, 2)[k]);
    }
  }
  CHECK(with.at("body_rate", 1, 2)[0] != 0);
}

TEST_CASE("noise at half the rate holds each value for two steps") {
  const Flown slow = fly(pushed(), 480);
  const Flown fast = fly(pushed());
  const auto increment = [](const Flown& flown, std::int64_t n, std::size_t k) {
    return flown.at("velocity", n + 1, 1)[k] - flown.at("velocity", n, 1)[k];
  };
  for (std::int64_t n = 0; n < 100; n += 2) {
    for (std::size_t k = 0; k < 3; ++k) {
      // Differences of velocities of 0.01 m/s have an absolute rounding of 1e-18.
      CHECK(increment(slow, n, k) == Approx(increment(slow, n + 1, k)).margin(1e-16));
      CHECK(std::fabs(increment(slow, n + 1, k) - increment(slow, n + 2, k)) > 1e-10);
      // The same draw, scaled to the longer period: sqrt(W / period).
      CHECK(increment(slow, n, k) ==
            Approx(increment(fast, n / 2, k) / std::sqrt(2.0)).margin(1e-16));
    }
  }
}

TEST_CASE("the velocity spread after a second does not depend on the step") {
  // White noise of density W makes a velocity variance of W t / m2 whatever the rate.
  for (const double rate : {240.0, 960.0}) {
    ReferenceCase c = pushed();
    c.duration = 1;
    const int samples = 1000;
    const Flown flown(to_scenario(c, {.integrator = "euler",
                                      .rate_hz = rate,
                                      .output_every = static_cast<int>(rate),
                                      .samples = samples}));
    double square = 0;
    for (int i = 0; i < samples; ++i) {
      for (const double v : flown.at("velocity", 1, i)) square += v * v / (3.0 * samples);
    }
    INFO(rate << " Hz: std " << std::sqrt(square));
    CHECK(std::fabs(square / 5e-4 - 1) < 4 * std::sqrt(2 / (3.0 * samples)));
  }
}

std::string inertia_case(const std::string& inertia, const std::string& dispersions) {
  ReferenceCase c = free_body(1, {0.01, 0.02, 0.025}, 1.0);
  c.body_rate = {1, 2, 3};
  std::string text = to_scenario(c, {.integrator = "rk4", .rate_hz = 100, .samples = 4});
  const std::string header = "inertia_kg_m2 = {";
  text.insert(text.find(header) + header.size(), inertia);
  return text + dispersions;
}

TEST_CASE("a dispersed number flies as if the scenario had it") {
  const Flown flown(inertia_case(
      "",
      "[disperse.\"vehicle.inertia_kg_m2.stretch.*\"]\ndist = \"lognormal\"\nmedian = 1\n"
      "sigma = 0.1\nshare = \"each\"\n"
      "[disperse.\"vehicle.inertia_kg_m2.turn_rad.*\"]\ndist = \"normal\"\nmean = 0\n"
      "sd = 0.1\nshare = \"each\"\n"
      "[disperse.\"simulation.initial.body_rate_rad_s.*\"]\ndist = \"choice\"\n"
      "values = [0.5, 2]\napply = \"factor\"\n"));
  const auto drawn = [&](const std::string& path, std::int64_t i) {
    return flown.number("in_" + path, i);
  };
  for (std::int64_t i = 0; i < 4; ++i) {
    REQUIRE(flown.status(i) == Status::ok);
    std::string inertia;
    for (const std::string key : {"stretch", "turn_rad"}) {
      const std::string at = "vehicle.inertia_kg_m2." + key;
      inertia += key + " = [" + format_double(drawn(at + ".x", i)) + ", " +
                 format_double(drawn(at + ".y", i)) + ", " + format_double(drawn(at + ".z", i)) +
                 "], ";
    }
    const double factor = drawn("simulation.initial.body_rate_rad_s.all.factor", i);
    CHECK((factor == 0.5 || factor == 2));
    ReferenceCase c = free_body(1, {0.01, 0.02, 0.025}, 1.0);
    const Flown alone(inertia_case(
        inertia, "[disperse.\"simulation.initial.body_rate_rad_s.*\"]\ndist = \"fixed\"\nvalue = " +
                     format_double(factor) + "\napply = \"factor\"\n"));
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(flown.at("body_rate", 0, i)[k] == factor * static_cast<double>(k + 1));
      CHECK(flown.at("body_rate", flown.outputs() - 1, i)[k] ==
            alone.at("body_rate", alone.outputs() - 1, 0)[k]);
    }
  }
}

}  // namespace
}  // namespace montecopter
