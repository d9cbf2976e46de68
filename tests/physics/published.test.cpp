/// The published multirotors as shipped in scenarios/vehicles: hover, steady states and closed
/// forms, to the digits that an independent implementation printed (docs/models.md 1.3; DOP853,
/// rtol 1e-12).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fly.hpp"

namespace montecopter {
namespace {

struct Row {
  double time_s;
  std::vector<double> commands;
};

/// A flight of a shipped vehicle by dopri5.
Flown fly_vehicle(const std::string& vehicle, const std::vector<Row>& rows, double duration_s,
                  const std::string& initial = "", const std::string& more = "") {
  std::string table;
  for (const Row& row : rows) {
    table += fmt::format("[{}, {}],\n", row.time_s, fmt::join(row.commands, ", "));
  }
  return Flown(fmt::format(R"(
schema = 1
[vehicle]
include = "vehicles/{}.toml"
process_noise = {{force_n2_s = 0, moment_n2_m2_s = 0, rate_hz = 100}}
{}
[controller]
type = "command_table"
rows = [
{}]
[integrator]
type = "dopri5"
rate_hz = 100
relative_tolerance = 1e-13
absolute_tolerance = 1e-13
[simulation]
duration_s = {}
[simulation.initial]
{}
[output]
traces = "all"
signals = ["position", "velocity", "attitude", "body_rate", "specific_force"]
)",
                           vehicle, more, table, duration_s, initial));
}

std::vector<double> all(double command) { return std::vector<double>(4, command); }

/// Largest speed over the flight.
double drift(const Flown& flown) { return flown.number("m_max_speed_m_s"); }

struct Hover {
  const char* vehicle;
  double command;
  double gravity;
};

TEST_CASE("the published multirotors hover at their published commands") {
  const Hover hover = GENERATE(Hover{"sih2019", 0.4905, 9.81}, Hover{"plus-quad-unit", 0.5, 1},
                               Hover{"plus-quad-real", 495.227220576575, 9.81},
                               Hover{"flightgoggles", 1133.151099197528, 9.81},
                               Hover{"polyrotor-rpg", 0.430407913881, 9.81},
                               Hover{"polyrotor-agi", 0.465184972697, 9.81});
  const Flown flown = fly_vehicle(hover.vehicle, {{0, all(hover.command)}}, 10, "",
                                  fmt::format("[environment]\ngravity_m_s2 = {}", hover.gravity));
  INFO(hover.vehicle);
  // The commands are printed with 12 digits: a thrust wrong by 2e-12 g for 10 s is 2e-10 m/s.
  CHECK(drift(flown) < 5e-10);
  CHECK(flown.at("specific_force", 0)[2] == Approx(-hover.gravity).epsilon(1e-11));
}

const std::string earth = "[environment]\ngravity_m_s2 = 9.81";

TEST_CASE("SIH: free fall, yaw and roll") {
  // v_D(1 s) = (m g / K)(1 - 1/e)
  const Flown fall = fly_vehicle("sih2019", {{0, all(0)}}, 1, "", earth);
  CHECK(fall.at("velocity", 100)[2] == Approx(6.201102682108).margin(1e-12));
  const double h = 0.4905 / 0.5;
  const Flown yaw = fly_vehicle("sih2019", {{0, {.6 * h, .6 * h, .4 * h, .4 * h}}}, 1.4, "", earth);
  CHECK(yaw.at("body_rate", 140)[2] == Approx(0.992176429137).margin(1e-12));
  const double u = 0.4905;
  const Flown roll =
      fly_vehicle("sih2019", {{0, {u - .05, u + .05, u + .05, u - .05}}}, 1, "", earth);
  CHECK(roll.at("body_rate", 100)[0] == Approx(5.056964470628).margin(2e-12));
}

TEST_CASE("plus quad: a free body keeps its energy; roll and yaw") {
  const Flown free_flight = fly_vehicle("plus-quad-real", {{0, all(0)}}, 2,
                                        "body_rate_rad_s = [1.2605504, 1.1103296, -2]",
                                        earth);  // any spin about z of a symmetric body
  const auto w0 = free_flight.at("body_rate", 0), w = free_flight.at("body_rate", 200);
  // Transverse rates turn with wz (Jzz - Jxx) / Jxx = wz about z.
  const double turn = -4.0;
  CHECK(w[0] == Approx(w0[0] * std::cos(turn) - w0[1] * std::sin(turn)).margin(1e-11));
  CHECK(w[1] == Approx(w0[0] * std::sin(turn) + w0[1] * std::cos(turn)).margin(1e-11));
  const double hover = 495.227220576575;
  // Front, left, back, right. A stronger left rotor rolls the body to the right.
  const Flown roll =
      fly_vehicle("plus-quad-real", {{0, {hover, hover + 20, hover, hover - 20}}}, 0.1, "", earth);
  CHECK(roll.at("body_rate", 10)[0] == Approx(0.316945421161).margin(1e-12));
  const Flown yaw = fly_vehicle(
      "plus-quad-real", {{0, {hover + 30, hover - 30, hover + 30, hover - 30}}}, 1, "", earth);
  CHECK(-yaw.at("body_rate", 100)[2] == Approx(0.285250879052).margin(1e-12));
}

TEST_CASE("FlightGoggles: free fall, motors, reaction torque, yaw damping") {
  const std::string still = "actuators = [0, 0, 0, 0]";
  const Flown fall = fly_vehicle("flightgoggles", {{0, all(0)}}, 2, still, earth);
  CHECK(fall.at("velocity", 200)[2] == Approx(9.534645904705).margin(1e-11));
  CHECK(fall.at("position", 200)[2] == Approx(13.066114178264).margin(1e-11));
  // Rotors 0, 2 up by 500 rad/s, 1, 3 down: the body gets their momentum, -4 * 500 J_r / J_zz.
  const double w = 1133.151099197528;
  const std::string no_torque = "rotor.law.torque_n_m_s2 = 0\nquadratic_aero_moment_n_m_s2 = 0\n";
  const Flown reaction =
      fly_vehicle("flightgoggles", {{0, {w + 500, w - 500, w + 500, w - 500}}}, 1,
                  fmt::format("actuators = [{0}, {0}, {0}, {0}]", w), no_torque + earth);
  CHECK(-reaction.at("body_rate", 100)[2] == Approx(-1.918840579710).margin(1e-11));
  // J_zz w' = -C w |w|: w = w0 / (1 + C w0 t / J_zz) from 5 rad/s.
  const Flown spin = fly_vehicle("flightgoggles", {{0, all(0)}}, 1,
                                 still + "\nbody_rate_rad_s = [0, 0, 5]", earth);
  CHECK(spin.at("body_rate", 100)[2] ==
        Approx(5 / (1 + 0.003 * 5 / 0.0069)).margin(1e-11));  // 1.575342465753
}

TEST_CASE("polynomial rotors: drag decay, lag, steady flight and yaw") {
  const double hover = 0.430407913881;
  // R^T v decays with D along each axis: v_x(1 s) = 3 exp(-0.544), v_y = 2 exp(-0.386).
  const Flown decay =
      fly_vehicle("polyrotor-rpg", {{0, all(hover)}}, 1, "velocity_m_s = [3, -2, 0]", earth);
  CHECK(decay.at("velocity", 100)[0] == Approx(1.741265745422).margin(1e-11));
  CHECK(-decay.at("velocity", 100)[1] == Approx(1.359541051361).margin(1e-11));
  // Steady level flight at 20 degrees of pitch: v = g tan(20) / d_x, f = m g cos(20) / 4.
  const double angle = 20 * M_PI / 180;
  const Flown steady =
      fly_vehicle("polyrotor-rpg", {{0, all(0.418892828)}}, 1,
                  fmt::format("velocity_m_s = [6.563507349543, 0, 0]\nattitude = [{}, 0, {}, 0]",
                              std::cos(angle / 2), -std::sin(angle / 2)),
                  earth);
  // Rotors 1, 2 (counter-clockwise) by du below hover, 3, 4 above: pure yaw, thrust and torque lag.
  const double du = 0.05, k2 = 0.06943067734266406, k1 = 0.06400653744604018;
  const Flown yaw =
      fly_vehicle("polyrotor-rpg", {{0, {hover - du, hover - du, hover + du, hover + du}}}, 0.2,
                  fmt::format("actuators = [{0}, {0}, {0}, {0}, {1}, {1}, {1}, {1}]", 1.496025,
                              0.02348065728476821),
                  earth);
  const double torque = 4 * (2 * k2 * hover + k1) * du, lag = 0.019, t = 0.2;
  CHECK(-yaw.at("body_rate", 20)[2] ==
        Approx(torque / 4.3e-3 * (t - lag * (1 - std::exp(-t / lag)))).epsilon(1e-9));
  // The signal is printed with 9 digits, 5e-10 of some 8 N per unit: 3e-9 m/s in a second.
  CHECK(steady.at("velocity", 100)[0] == Approx(6.563507349543).margin(1e-8));
  CHECK(steady.at("velocity", 100)[2] == Approx(0).margin(1e-8));
}

/// Every term of the polynomial-rotor quadrotor at once. The end was computed by a program of its
/// own: matrices, r x F and RK4 at 0.2 ms in NWU/FLU (numpy), whose error here is about 1e-12.
TEST_CASE("polynomial rotors with A, B, gyroscopic torque and translational lift") {
  const Flown flown(R"(
schema = 1
name = "pb"
[vehicle]
type = "multirotor"
frame = "NWU/FLU"
mass_kg = 0.75
inertia_kg_m2 = {xx = 2.5e-3, yy = 2.1e-3, zz = 4.3e-3}
rotor_drag_1_s = [0.34, 0.37, 0.56]
velocity_aero_moment_n_s = [0.01, 0.002, -0.001, 0.003, 0.012, 0.0005, -0.0007, 0.0004, 0.005]
linear_aero_moment_n_m_s = [0.002, 0.0001, 0, 0.0002, 0.003, 0.0001, 0, 0.0003, 0.001]
translational_lift_1_m = 0.009
[vehicle.rotor]
axis = [0,0,1]
law = {type="polynomial", thrust_1_n=0, thrust_2_n=8.5, torque_1_n_m=-0.02, torque_2_n_m=0.15}
motor = {type="load_lag", time_constant_s=0.019, max=1, rotor_inertia_kg_m2=6e-6, speed_thrust_n_s2=1.51e-6}
[[vehicle.rotors]]
position_m=[0.0989949493661,-0.0989949493661,0]
spin=1
[[vehicle.rotors]]
position_m=[-0.0989949493661,0.0989949493661,0]
spin=1
[[vehicle.rotors]]
position_m=[0.0989949493661,0.0989949493661,0]
spin=-1
[[vehicle.rotors]]
position_m=[-0.0989949493661,-0.0989949493661,0]
spin=-1
[environment]
gravity_m_s2=9.81
[controller]
type="command_table"
rows=[[0,0.47,0.45,0.48,0.46],[0.3,0.44,0.48,0.45,0.49],[0.6,0.5,0.47,0.46,0.48]]
[integrator]
type="dopri5"
rate_hz=100
relative_tolerance=1e-12
absolute_tolerance=1e-12
[simulation]
duration_s=1
[simulation.initial]
position_m=[0,0,-5]
velocity_m_s=[2,-1,0.5]
body_rate_rad_s=[0.3,-0.4,0.5]
actuators=[1.8,1.7,1.9,1.75,0.02,0.021,0.019,0.02]
[output]
traces = "all"
signals=["position","velocity","attitude","body_rate","rotor_thrust","rotor_torque"]
)");
  using Values = std::vector<double>;
  const std::vector<std::pair<std::string, Values>> wanted = {
      {"position", {-0.617287030109907, -2.05486633953985, -2.51540506402721}},
      {"velocity", {-3.83593464772883, -4.18500560562157, 6.56056688728053}},
      {"attitude", {0.524246013708497, -0.306877706183473, 0.749545249677863, 0.263009713211644}},
      {"body_rate", {-0.535257859015346, 1.03938335613026, 2.60099797177846}},
  };
  for (const auto& [signal, row] : wanted) {
    const auto got = flown.at(signal, 100);
    for (std::size_t k = 0; k < row.size(); ++k) {
      CAPTURE(signal, k);
      CHECK(got[k] == Approx(row[k]).margin(1e-10));
    }
  }
}

}  // namespace
}  // namespace montecopter
