/// Events: what is left right after them against closed forms, and when they begin and end.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/load.hpp"
#include "support/fly.hpp"
#include "support/plus_quad.hpp"

namespace montecopter {
namespace {

constexpr double step_s = 0.001, gravity = PlusQuad::gravity, mass = PlusQuad::mass;
constexpr double arm = PlusQuad::arm, jx = PlusQuad::jx, jy = PlusQuad::jy, jz = PlusQuad::jz;

std::string event(const std::string& keys) { return "[[event]]\n" + keys + "\n"; }

/// Laws and motors whose failures reach the load in different ways.
PlusQuad any_propulsion() {
  const std::string second = "time_constant_s = 0.05, damping_ratio = 0.8, max = 2000}";
  return GENERATE_COPY(
      PlusQuad{}, PlusQuad{.motor = "{type = \"direct\", max = 2000}"},
      PlusQuad{
          .law = "{type = \"polynomial\", thrust_1_n = 1e-3, thrust_2_n = 4e-6, torque_1_n_m = 0, "
                 "torque_2_n_m = 7e-8}"},
      PlusQuad{.motor = "{type = \"second_order\", " + second},
      PlusQuad{.motor = "{type = \"load_lag\", time_constant_s = 0.05, max = 2000}"},
      PlusQuad{.law = "{type = \"signed_quadratic\", thrust_n_s2 = 5e-6, torque_n_m_s2 = 7e-8}",
               .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 2000, "
                        "rotor_inertia_kg_m2 = 6e-6}"});
}

TEST_CASE("what a failed rotor no longer gives is missing at once") {
  PlusQuad quad = any_propulsion();
  const double left = GENERATE(0.0, 0.35);
  const int rotor = 1;
  quad.steps = 2;
  quad.more = event(fmt::format(
      "type = \"rotor_failure\"\nat_s = 0.001\nrotor = {}\neffectiveness = {}", rotor, left));
  const Flown flown(to_scenario(quad));
  const auto before = flown.at("rotor_thrust", 0), after = flown.at("rotor_thrust", 1);
  const auto drag = flown.at("rotor_torque", 0), drag_after = flown.at("rotor_torque", 1);
  double lift = 0, f[4], q[4];
  for (int i = 0; i < 4; ++i) {
    f[i] = before[i] * (i == rotor ? left : 1.0), q[i] = drag[i] * (i == rotor ? left : 1.0);
    // One step of the motors, which are settled: nothing but rounding.
    CHECK(after[i] == Approx(f[i]).epsilon(1e-14));
    CHECK(drag_after[i] == Approx(q[i]).epsilon(1e-14));
    lift += f[i];
  }
  // Euler: the change of one step is the acceleration at its start. The vehicle turned before.
  const auto v = flown.at("velocity", 1), v_next = flown.at("velocity", 2);
  const auto w = flown.at("body_rate", 1), w_next = flown.at("body_rate", 2);
  // Tilted by omega step = 2e-6 rad at most: 1e-11 of the lift.
  CHECK((v_next[2] - v[2]) / step_s == Approx(gravity - lift / mass).margin(1e-9));
  const double roll = arm * (f[3] - f[1]), pitch = arm * (f[0] - f[2]);
  const double yaw = q[0] - q[1] + q[2] - q[3];  // spin +1 about an axis up: the nose to the right
  // omega x J omega of rates of 0.02 rad/s: 1e-5 N m against 0.1; rotors of 6e-6 kg m2 as much.
  CHECK((w_next[0] - w[0]) / step_s == Approx(roll / jx).margin(5e-2));
  CHECK((w_next[1] - w[1]) / step_s == Approx(pitch / jy).margin(5e-2));
  CHECK((w_next[2] - w[2]) / step_s == Approx(yaw / jz).margin(5e-2));
}

TEST_CASE("a rotor that fails at rest turns the body by the missing moment, exactly") {
  PlusQuad quad;
  quad.steps = 1;
  quad.commands = "[0, 1000, 1000, 1000, 1000]";
  quad.more = event("type = \"rotor_failure\"\nat_s = 0\nrotor = 2\neffectiveness = 0.25");
  const Flown flown(to_scenario(quad));
  const double f = 5.0, lost = 0.75 * f, q = 0.75 * 0.07;  // k w^2 at 1000 rad/s
  const auto w = flown.at("body_rate", 1);
  CHECK(w[0] == Approx(0).margin(1e-17));
  CHECK(w[1] == Approx(step_s * arm * lost / jy).epsilon(1e-14));
  CHECK(w[2] == Approx(-step_s * q / jz).epsilon(1e-13));
  CHECK(flown.at("velocity", 1)[2] ==
        Approx(step_s * (gravity - (4 * f - lost) / mass)).epsilon(1e-14));
}

TEST_CASE("a failure passes") {
  PlusQuad quad = any_propulsion();
  const double left = GENERATE(0.0, 0.5);
  quad.steps = 60;
  quad.more =
      event(fmt::format("type = \"rotor_failure\"\nat_s = 0.0095\nduration_s = 0.02\nrotor = 0\n"
                        "effectiveness = {}",
                        left));
  const Flown flown(to_scenario(quad));
  const double whole = flown.at("rotor_thrust", 0)[0];
  for (std::int64_t n = 0; n <= 60; ++n) {
    const double expected = n >= 10 && n < 30 ? left * whole : whole;  // 0.0095 and 0.0295 s
    CHECK(flown.at("rotor_thrust", n)[0] == Approx(expected).epsilon(1e-13));
    CHECK(flown.at("rotor_thrust", n)[1] == flown.at("rotor_thrust", 0)[1]);
  }
}

TEST_CASE("less mass falls as T / (m - dm) says") {
  PlusQuad quad;
  quad.steps = 4;
  quad.drag_n_s_m = 0.26;
  quad.initial = "velocity_m_s = [0, 0, 3]";
  quad.commands = "[0, 800, 800, 800, 800]";
  quad.more = event("type = \"mass_drop\"\nat_s = 0.002\nmass_kg = 0.3") +
              event("type = \"mass_drop\"\nat_s = 0.003\nmass_kg = 0.2");
  const Flown flown(to_scenario(quad));
  const double lift = 4 * 5e-6 * 800 * 800;
  for (std::int64_t n = 0; n < 4; ++n) {
    const double now = n < 2 ? mass : n < 3 ? mass - 0.3 : mass - 0.5;
    const double v = flown.at("velocity", n)[2];
    const double expected = v + step_s * (gravity - (lift + 0.26 * v) / now);
    CHECK(flown.at("velocity", n + 1)[2] == Approx(expected).epsilon(1e-15));
  }
}

TEST_CASE("a push accelerates less mass more, and so does noise") {
  const std::string push =
      "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [2, 0, 0]\nstart_s = 0\nduration_s = 9\n";
  PlusQuad quad;
  quad.steps = 4;
  quad.commands = "[0, 0, 0, 0, 0]";
  quad.more = event("type = \"mass_drop\"\nat_s = 0.002\nmass_kg = 0.3") + push;
  const Flown flown(to_scenario(quad));
  for (std::int64_t n = 0; n < 4; ++n) {
    const double now = n < 2 ? mass : mass - 0.3;
    const double change = flown.at("velocity", n + 1)[0] - flown.at("velocity", n)[0];
    CHECK(change == Approx(step_s * 2 / now).epsilon(1e-13));  // a difference of small numbers
  }
  quad.more = "[vehicle.process_noise]\nforce_n2_s = 0.01\n";
  const Flown whole(to_scenario(quad));
  quad.more += event("type = \"mass_drop\"\nat_s = 0.002\nmass_kg = 0.65");
  const Flown light(to_scenario(quad));
  const auto change = [](const Flown& f, std::int64_t n) {
    return f.at("velocity", n + 1)[0] - f.at("velocity", n)[0];
  };
  CHECK(change(light, 1) == change(whole, 1));
  CHECK(change(light, 2) == Approx(2 * change(whole, 2)).epsilon(1e-12));  // half the mass
}

TEST_CASE("a stuck rotor keeps its speed to the last bit, and follows again") {
  const std::string motor = GENERATE(
      "{type = \"first_order\", time_constant_s = 0.05, max = 2000}",
      "{type = \"asymmetric_first_order\", time_constant_up_s = 0.05, time_constant_down_s = 0.1, "
      "max = 2000}",
      "{type = \"slew_limited\", time_constant_s = 0.05, slew_up_1_s = 4000, slew_down_1_s = 4000, "
      "max = 2000}",
      "{type = \"second_order\", time_constant_s = 0.05, damping_ratio = 0.7, max = 2000}");
  const std::string integrator = GENERATE("rk4", "euler_exp", "dopri5");
  PlusQuad quad{.motor = motor};
  quad.integrator = integrator;
  quad.steps = 300;
  quad.signals = "\"rotor_speed\"";
  quad.commands = "[0, 500, 500, 500, 500], [0.05, 1500, 1500, 1500, 1500]";
  quad.more = event("type = \"rotor_stuck\"\nat_s = 0.1\nduration_s = 0.1\nrotor = 3");
  const Flown flown(to_scenario(quad));
  const double stuck = flown.at("rotor_speed", 100)[3];
  CHECK(stuck > 600);  // on its way
  CHECK(stuck == flown.at("rotor_speed", 100)[2]);
  for (std::int64_t n = 101; n <= 200; ++n) REQUIRE(flown.at("rotor_speed", n)[3] == stuck);
  CHECK(flown.at("rotor_speed", 210)[3] != stuck);  // one with inertia starts from rest
  CHECK(flown.at("rotor_speed", 101)[2] != stuck);
  if (motor.starts_with("{type = \"first") && integrator == "dopri5") {
    const double since = 0.05;  // dopri5 is exact to 1e-10
    CHECK(flown.at("rotor_speed", 250)[3] ==
          Approx(1500 + (stuck - 1500) * std::exp(-since / 0.05)).epsilon(1e-9));
  }
}

TEST_CASE("a stuck motor without a speed of its own keeps its command") {
  const std::string motor = GENERATE("{type = \"direct\", max = 2000}",
                                     "{type = \"load_lag\", time_constant_s = 0.01, max = 2000}");
  PlusQuad quad{.motor = motor};
  quad.steps = 300;
  quad.commands = "[0, 500, 500, 500, 500], [0.1, 1500, 1500, 1500, 1500]";
  quad.more = event("type = \"rotor_stuck\"\nat_s = 0.1\nduration_s = 0.1\nrotor = 3");
  const Flown flown(to_scenario(quad));
  for (std::int64_t n = 0; n < 300; ++n) {
    CHECK(flown.at("command", n)[3] == (n < 200 ? 500 : 1500));
    CHECK(flown.at("command", n)[2] == (n < 100 ? 500 : 1500));
  }
  CHECK(flown.at("rotor_thrust", 199)[3] == flown.at("rotor_thrust", 0)[3]);
}

TEST_CASE("a condition begins an event once") {
  PlusQuad quad;
  quad.commands = "[0, 100, 100, 100, 100]";
  quad.initial = "velocity_m_s = [0.5, 0, -4]";  // up by 0.8 m in 0.4 s, and down again
  quad.integrator = "rk4";
  const auto fly = [&](const char* when, const char* more = "") {
    quad.more =
        event(fmt::format("type = \"rotor_failure\"\nrotor = 0\nwhen = {{{}}}\n{}", when, more));
    return Flown(to_scenario(quad));
  };
  /// The first step at which the rotor gives nothing; it must give nothing from then on.
  const auto lost_at = [](const Flown& flown) {
    std::int64_t first = 0;
    while (first < flown.outputs() && flown.at("rotor_thrust", first)[0] != 0) ++first;
    for (std::int64_t n = first; n < flown.outputs(); ++n) {
      REQUIRE(flown.at("rotor_thrust", n)[0] == 0);
    }
    return first;
  };
  const auto first = [](const Flown& flown, auto holds) {
    std::int64_t n = 0;
    while (n < flown.outputs() && !holds(n)) ++n;
    return n;
  };
  const Flown high = fly("altitude_above_m = 0.5");
  CHECK(lost_at(high) == first(high, [&](auto n) { return -high.at("position", n)[2] > 0.5; }));
  CHECK(lost_at(high) < 200);
  CHECK(-high.at("position", 999)[2] < 0.5);  // and so it stays below again
  const Flown low = fly("altitude_below_m = -0.25");
  CHECK(lost_at(low) == first(low, [&](auto n) { return -low.at("position", n)[2] < -0.25; }));
  const auto speed = [](const Flown& f, std::int64_t n) {
    const auto v = f.at("velocity", n);
    return std::hypot(v[0], v[1], v[2]);
  };
  const Flown slow = fly("speed_below_m_s = 1");
  CHECK(lost_at(slow) == first(slow, [&](auto n) { return speed(slow, n) < 1; }));
  const Flown fast = fly("speed_above_m_s = 4.5");
  CHECK(lost_at(fast) == first(fast, [&](auto n) { return speed(fast, n) > 4.5; }));
  const Flown far = fly("distance_above_m = 0.6");
  CHECK(lost_at(far) == first(far, [&](auto n) {
          const auto p = far.at("position", n);
          return std::hypot(p[0], p[1], p[2]) > 0.6;
        }));
  CHECK(lost_at(fly("tilt_above_deg = 1")) == 1001);  // never: it does not turn
  quad.initial = "body_rate_deg_s = [50, 0, 0]";
  const Flown tilted = fly("tilt_above_deg = 10.001");
  CHECK(lost_at(tilted) == 201);  // 10.001 degrees at 50 degrees a second

  quad.initial = "velocity_m_s = [0.5, 0, -4]";
  const Flown brief = fly("altitude_above_m = 0.5", "duration_s = 0.1");
  const std::int64_t begin = lost_at(high);
  for (std::int64_t n = 0; n < brief.outputs(); ++n) {
    const bool lost = n >= begin && n < begin + 100;
    REQUIRE((brief.at("rotor_thrust", n)[0] == 0) == lost);
  }
}

TEST_CASE("each lane has its own time") {
  PlusQuad quad;
  quad.steps = 100;
  quad.more = event("type = \"rotor_failure\"\nat_s = 0.01\nrotor = 0") +
              "[disperse.\"event.0.at_s\"]\ndist = \"uniform\"\nlow = 0\nhigh = 0.12\n";
  std::string text = to_scenario(quad);
  text.replace(text.find("[monte_carlo]"), 13, "[monte_carlo]\nsamples = 70");
  const Flown flown(text);
  for (std::int64_t i = 0; i < 70; ++i) {
    const double at = flown.number("in_event.0.at_s", i);
    for (std::int64_t n = 0; n <= 100; ++n) {
      const bool lost = static_cast<double>(n) * step_s >= at;
      REQUIRE((flown.at("rotor_thrust", n, i)[0] == 0) == lost);
    }
  }
}

TEST_CASE("an event on the way ends with a flight") {
  PlusQuad quad;
  quad.motor = "{type = \"load_lag\", time_constant_s = 0.05, max = 2000}";
  quad.commands = "[0, 0, 0, 0, 0]";
  quad.signals = "\"rotor_thrust\"";
  quad.more = event("type = \"rotor_failure\"\nat_s = 0.5\nrotor = 0\neffectiveness = 0.5") +
              "[simulation.limits]\nground = true\n";
  quad.initial = "position_m = [0, 0, -0.5]\nactuators = [2, 2, 2, 2, 0, 0, 0, 0]";
  const Flown ended(to_scenario(quad));
  REQUIRE(ended.status() == Status::hit_ground);
  REQUIRE(ended.number("t_end_s") < 0.5);
  quad.more = "[simulation.limits]\nground = true\n";
  CHECK(ended.digests() == Flown(to_scenario(quad)).digests());
}

TEST_CASE("readings of a sensor that is out are missing, and no others") {
  PlusQuad quad;
  const std::string sensors =
      "[sensors.a.gyroscope]\nrate_hz = 100\nwhite_noise_rad_s = 0.1\n"
      "[sensors.a.barometer]\nrate_hz = 50\nwhite_noise_m = 0.1\n"
      "[sensors.b.gyroscope]\nrate_hz = 100\nwhite_noise_rad_s = 0.1\nlatency_s = 0.02\n";
  quad.more = sensors;
  const Flown whole(to_scenario(quad));
  const auto outage = [](const char* name) {
    return event(fmt::format(
        "type = \"sensor_outage\"\nsensor = \"{}\"\nat_s = 0.2\nduration_s = 0.3", name));
  };
  /// Readings that show a time from 0.2 s on and before 0.5 s are missing where `out` says so.
  const auto check = [&](const Flown& flown, const char* name, double rate, bool out,
                         double latency = 0) {
    for (std::int64_t k = 0; k < flown.readings(name); ++k) {
      const double seen = static_cast<double>(k) / rate - latency;
      const bool missing = seen < -1e-9 || (out && seen > 0.2 - 1e-9 && seen < 0.5 - 1e-9);
      const double reading = flown.reading(name, k)[0];
      REQUIRE(std::isnan(reading) == missing);
      if (!missing) REQUIRE(reading == whole.reading(name, k)[0]);
    }
  };
  quad.more = sensors + outage("a.gyroscope");
  const Flown one(to_scenario(quad));
  check(one, "a.gyroscope", 100, true);
  check(one, "b.gyroscope", 100, false, 0.02);
  quad.more = sensors + outage("a") + outage("b");
  const Flown all(to_scenario(quad));
  check(all, "a.gyroscope", 100, true);
  check(all, "b.gyroscope", 100, true, 0.02);
  CHECK(all.digests() == whole.digests());  // nothing else happens
}

const std::string lee = std::string(MONTECOPTER_SCENARIOS) + "/examples/lee-helix.toml";

TEST_CASE("twice the gains, half the sag of a heavier vehicle") {
  // At rest m g = m0 (g + k z): z = (m / m0 - 1) g / k.
  const double factor = GENERATE(1.0, 2.0);
  const Flown flown(
      make_plan(load_scenario(
          lee, {"controller.rate_hz=500", "trajectory.velocity_m_s=[0,0,0]",
                "trajectory.amplitude_m=[0,0,0]", "trajectory.heading.rate_rad_s=0",
                "simulation.initial.position_m=[0,0,0]", "simulation.initial.attitude=[1,0,0,0]",
                "disperse.\"vehicle.mass_kg\"={dist=\"fixed\", value=4.6}",
                fmt::format("event=[{{type=\"gain_change\", at_s=1, factor={}}}]", factor)})),
      "auto");
  const double sag = (4.6 / 4.34 - 1) * 9.81 / (16 * factor);
  // The slowest pole, e^(-2.8 * 9), leaves 1e-11.
  CHECK(flown.at("position", flown.outputs() - 1)[2] == Approx(sag).margin(1e-9));
}

}  // namespace
}  // namespace montecopter
