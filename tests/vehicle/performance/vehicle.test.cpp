/// Trim, reserves and modes of the shipped vehicles, against closed forms.

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter {
namespace {

LoadedVehicle shipped(const std::string& name, std::vector<std::string> overrides = {}) {
  overrides.push_back("environment.gravity_m_s2=9.81");
  return load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml",
                      overrides);
}

MultirotorReport report(const LoadedVehicle& loaded) {
  return std::get<MultirotorReport>(report_vehicle(loaded).kind);
}

TEST_CASE("hover commands are the published ones") {
  const auto [name, command] = GENERATE(table<std::string, double>({
      {"sih2019", 0.4905},  // m g / (4 T_max)
      {"sih2022", 0.4905},
      {"plus-quad-real", 495.227220576575},  // sqrt(m g / k) / 2
      {"flightgoggles", 1133.151099197528},  // sqrt(m g / (4 k))
      {"polyrotor-rpg", 0.430407913881},     // root of the polynomial at m g / 4
      {"polyrotor-agi", 0.465184972697},
  }));
  const MultirotorReport r = report(shipped(name));
  INFO(name);
  REQUIRE(r.hover);
  for (const double c : r.hover->commands) CHECK(c == Approx(command).epsilon(1e-11));
  CHECK(std::fabs(r.hover->roll_rad) < 1e-12);
  CHECK(std::fabs(r.hover->pitch_rad) < 1e-12);
}

TEST_CASE("thrust to weight and shaft power follow from the law") {
  const MultirotorReport r = report(shipped("flightgoggles"));
  CHECK(r.thrust_to_weight == Approx(3.769378).epsilon(1e-6));  // 4 k 2200^2 / (m g)
  const double w = 1133.151099197528;
  CHECK(r.hover_power_w == Approx(4 * 2.6e-7 * w * w * w).epsilon(1e-10));
}

TEST_CASE("level flight is the closed form of rotor drag") {
  const LoadedVehicle rpg = shipped("polyrotor-rpg");
  const MultirotorModel model(std::get<Multirotor>(rpg.vehicle), {9.81, 1.225});
  // v = g tan(pitch) / d_x; nose down is negative pitch.
  const auto trim = steady_flight(model, {6.563507349543, 0, 0});
  REQUIRE(trim);
  CHECK(trim->pitch_rad * 180 / M_PI == Approx(-20).epsilon(1e-10));
  CHECK(trim->commands[0] == Approx(0.418892828).epsilon(1e-8));
  // It flies at any speed: nothing but drag along the discs holds it, and lift grows with the
  // speed.
  CHECK(steady_flight(model, {50, 0, 0}));
  const FastestFlight fastest = fastest_flight(model, {200, 0, 0});
  CHECK(fastest.is_reached);
  REQUIRE(fastest.trim);
  CHECK(std::tan(-fastest.trim->pitch_rad) / std::tan(20 * M_PI / 180) ==
        Approx(200 / 6.563507349543).epsilon(1e-9));
}

TEST_CASE("the search for the top speed ends where it gets nowhere") {
  // Nearly on its side already at a low speed, so that it follows in tiny steps.
  const double drag = 95509;
  const MultirotorReport r =
      report(shipped("flightgoggles", {"vehicle.rotor_drag_1_s=[95509.0, 0.0, 0.0]"}));
  REQUIRE(r.fastest.trim);
  CHECK_FALSE(r.fastest.is_reached);
  CHECK_FALSE(r.top_speed_m_s());
  const double speed = r.fastest.trim->velocity_m_s.norm();
  CHECK(std::tan(-r.fastest.trim->pitch_rad) > 1000);
  CHECK(speed < 1);
  CHECK(std::tan(-r.fastest.trim->pitch_rad) == Approx(speed * drag / 9.81).epsilon(1e-3));
}

TEST_CASE("the top speed is where the rotors reach their limit") {
  // Thrust T along body up and drag D against the motion: T sin = D, T cos = m g, so D = m g
  // sqrt((T / m g)^2 - 1) at the largest thrust.
  const double weight = 9.81;  // of 1 kg
  const auto drag_at = [&](double thrust_to_weight) {
    return weight * std::sqrt(thrust_to_weight * thrust_to_weight - 1);
  };
  const MultirotorReport quadratic = report(shipped("flightgoggles"));  // D = 0.1 v^2
  REQUIRE(quadratic.top_speed_m_s());
  const double ratio = 4 * 1.91e-6 * 2200 * 2200 / weight;
  CHECK(*quadratic.top_speed_m_s() == Approx(std::sqrt(drag_at(ratio) / 0.1)).margin(2e-4));
  CHECK(std::cos(quadratic.fastest.trim->pitch_rad) == Approx(1 / ratio).epsilon(1e-4));
  REQUIRE(quadratic.fastest.at_limits.size() == 4);
  for (const CommandAtLimit& limit : quadratic.fastest.at_limits) CHECK(limit.is_highest);

  const MultirotorReport linear = report(shipped("sih2019"));  // D = v, four rotors of 5 N
  REQUIRE(linear.top_speed_m_s());
  CHECK(*linear.top_speed_m_s() == Approx(drag_at(20 / weight)).margin(2e-4));
}

TEST_CASE("the top speed is the fastest that a trim finds") {
  const char* name = GENERATE("flightgoggles", "polyrotor-agi", "neo9-hexa", "f450", "sih2022");
  const LoadedVehicle loaded = shipped(name, {"vehicle.linear_drag_n_s_m=0.4"});
  const MultirotorModel model(std::get<Multirotor>(loaded.vehicle), {9.81, 1.225});
  const std::optional<double> top = report(loaded).top_speed_m_s();
  INFO(name);
  REQUIRE(top);
  CHECK(steady_flight(model, {*top - 1e-3, 0, 0}));
  CHECK_FALSE(steady_flight(model, {*top + 1e-3, 0, 0}));
}

/// The eigenvalues without those that are at rest, real parts only.
std::vector<double> rates(const MultirotorReport& r) {
  std::vector<double> found;
  for (const auto& s : r.modes) {
    if (std::abs(s) > 3e-4) found.push_back(s.real());
  }
  return found;  // by falling real part
}

TEST_CASE("modes are those of drag, damping and lag") {
  // -K_DV / m, thrice; -K_DW / J; -1 / T_TAU four times.
  const auto sih = rates(report(shipped("sih2022")));
  const std::vector<double> wanted = {-0.025 / 0.030, -1, -1, -1, -1, -1, -20, -20, -20, -20};
  REQUIRE(sih.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(sih[i] == Approx(wanted[i]).epsilon(1e-4));
  // Rotor drag along x and y; one lag for thrust and torque of each rotor.
  const auto rpg = rates(report(shipped("polyrotor-rpg")));
  REQUIRE(rpg.size() == 10);
  CHECK(rpg[0] == Approx(-0.386).epsilon(1e-3));
  CHECK(rpg[1] == Approx(-0.544).epsilon(1e-3));
  for (std::size_t i = 2; i < 10; ++i) CHECK(rpg[i] == Approx(-1 / 0.019).epsilon(1e-5));
}

TEST_CASE("a second-order motor has its own poles") {
  const auto r = report(shipped(
      "flightgoggles", {"vehicle.rotor.motor={type = \"second_order\", time_constant_s = 0.02, "
                        "damping_ratio = 0.6, max = 2200.0}"}));
  int pairs = 0;
  for (const auto& s : r.modes) {
    if (std::abs(s) < 1) continue;
    CHECK(s.real() == Approx(-0.6 / 0.02).epsilon(1e-5));
    CHECK(std::fabs(s.imag()) == Approx(0.8 / 0.02).epsilon(1e-5));
    ++pairs;
  }
  CHECK(pairs == 8);
}

TEST_CASE("an axial flow damps climbing") {
  // w' = (dT/dV) w / m at hover, dT/dV = 4 CT'(0) rho n D^3 with the slope of the first segment.
  const MultirotorReport r = report(shipped("f450"));
  const double n = r.hover->commands[0] / (2 * M_PI), d = 0.24003;
  const double slope = (0.1271 - 0.1288) / 0.0209;
  const double climb = 4 * slope * 1.225 * n * d * d * d / 1.4;
  // The table is constant below J = 0, so central differences see half of the slope.
  const auto found = rates(r);
  CHECK(found.front() == Approx(climb / 2).epsilon(1e-3));
}

TEST_CASE("a vehicle with unequal rotors hovers by different commands") {
  const MultirotorReport r =
      report(shipped("flightgoggles", {"vehicle.rotors.0.position_m=[0.1, 0.08, 0]"}));
  REQUIRE(r.hover);
  CHECK(r.hover->residual < 1e-9);
  CHECK(r.hover->commands[0] < r.hover->commands[1]);
}

TEST_CASE("thrust that falls with the command is seen") {
  const MultirotorReport reversed = report(
      shipped("plus-quad-real", {"vehicle.rotor.motor.min=-1000", "vehicle.rotor.motor.max=-100"}));
  REQUIRE(reversed.hover);
  CHECK(reversed.hover->commands[0] == Approx(-495.227220576575).epsilon(1e-11));
  CHECK(reversed.thrust_to_weight == Approx(4 * 1e-5 * 1e6 / 9.81).epsilon(1e-12));
}

TEST_CASE("limits of the state bound what a vehicle can do") {
  const MultirotorReport r =
      report(shipped("flightgoggles", {"vehicle.rotor.motor.state_max=1000"}));
  CHECK_FALSE(r.hover);
  CHECK(r.thrust_to_weight == Approx(4 * 1.91 / 9.81).epsilon(1e-9));  // k w^2 at 1000 rad/s
}

TEST_CASE("what cannot hover is told so") {
  const VehicleReport r = report_vehicle(shipped("sih2019", {"vehicle.mass_kg=3"}));
  CHECK_FALSE(r.can_hover());
  CHECK(vehicle_text(r).find("impossible") != std::string::npos);
  CHECK(vehicle_json(r).find("\"hover\": null") != std::string::npos);
  CHECK_THROWS_AS(
      report_vehicle(load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/sih2019.toml",
                                  {"environment.gravity_m_s2=0"})),
      Error);
}

TEST_CASE("a scenario gives its vehicle, its world and its step") {
  const LoadedVehicle loaded =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/examples/sih-hover.toml");
  CHECK(loaded.name == "sih-hover");
  CHECK(loaded.environment.gravity_m_s2 == 9.81);
  CHECK(loaded.step_s == 0.004);
}

}  // namespace
}  // namespace montecopter
