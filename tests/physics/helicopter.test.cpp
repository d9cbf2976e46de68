/// MARVIN through the kernels: the reference traces, and the limits of its model.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"
#include "physics/reference_case.hpp"
#include "simulate/dispatch.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

/// Commands of the flight marvin_a.
const std::string commands = R"(
[controller]
type = "command_table"
rows = [
  [0.0, 1029.99346, 59.862389, 45.409543, -205.122478, 730.411114],
  [0.2, 1029.99346, 119.862389, 45.409543, -205.122478, 730.411114],
  [0.6, 1029.99346, -0.137611, 45.409543, -205.122478, 730.411114],
  [1.0, 1029.99346, 59.862389, 95.409543, -205.122478, 730.411114],
  [1.4, 1029.99346, 59.862389, -4.590457, -205.122478, 730.411114],
  [1.8, 1069.99346, 59.862389, 45.409543, -225.122478, 790.411114],
  [2.4, 1029.99346, 59.862389, 45.409543, -205.122478, 730.411114],
]
)";

/// MARVIN in the atmosphere of its document.
std::string scenario(const std::string& integrator, double duration_s, const std::string& more) {
  return fmt::format(R"(
schema = 1
[vehicle]
include = "vehicles/marvin.toml"
{}
[environment]
gravity_m_s2 = 9.81
atmosphere.type = "isothermal"
[integrator]
{}
[simulation]
duration_s = {}
[simulation.initial]
attitude = [0.99894091882272, 0.04601131058359907, 0, 0]
actuators = [120, 1029.9934600650654, 59.862389038212484, 45.40954281474434, -205.1224778462907, 730.4111142579817]
[output]
traces = "all"
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "servo", "command"]
)",
                     more, integrator, duration_s);
}

struct Gap {
  double body = 0, actuators = 0;
};

/// Largest differences from a trace in NWU/FLU; those above one relative if asked, those of
/// actuators always.
Gap compare(const Flown& flown, const std::string& csv, std::int64_t outputs_per_row,
            bool relative) {
  const Csv trace = read_csv(reference_path("models/" + csv));
  Gap gap;
  const auto take = [](double& worst, double a, double b, bool scaled) {
    const double size = scaled ? std::max(1.0, std::fabs(b)) : 1.0;
    worst = std::max(worst, std::fabs(a - b) / size);
  };
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    const std::int64_t n = static_cast<std::int64_t>(row) * outputs_per_row;
    const char* vectors[3][3] = {{"px", "py", "pz"}, {"vx", "vy", "vz"}, {"wx", "wy", "wz"}};
    const char* signals[3] = {"position", "velocity", "body_rate"};
    for (int s = 0; s < 3; ++s) {
      for (int k = 0; k < 3; ++k) {
        const double sign = k == 0 ? 1 : -1;
        take(gap.body, sign * flown.at(signals[s], n)[k], trace.at(row, vectors[s][k]), relative);
      }
    }
    const auto q = flown.at("attitude", n);
    const double p[4] = {q[0], q[1], -q[2], -q[3]};
    const char* quaternion[4] = {"qw", "qx", "qy", "qz"};
    double along = 0;
    for (int k = 0; k < 4; ++k) along += p[k] * trace.at(row, quaternion[k]);
    for (int k = 0; k < 4; ++k) {
      take(gap.body, along < 0 ? -p[k] : p[k], trace.at(row, quaternion[k]), false);
    }
    const char* servos[5] = {"p_c", "p_x", "p_y", "p_t", "th"};
    for (int k = 0; k < 5; ++k) {
      take(gap.actuators, flown.at("servo", n)[k], trace.at(row, servos[k]), true);
    }
    take(gap.actuators, flown.at("rotor_speed", n)[0], trace.at(row, "omega_r"), true);
  }
  return gap;
}

TEST_CASE("kernels fly MARVIN as DOP853 has it") {
  const Flown flown(scenario("type = \"dopri5\"\nrate_hz = 100\nrelative_tolerance = 1e-13\n"
                             "absolute_tolerance = 1e-13",
                             3, "") +
                    commands);
  const Gap gap = compare(flown, "marvin_a.dop853.csv", 1, false);
  INFO(fmt::format("body {:.2e}, actuators {:.2e}", gap.body, gap.actuators));
  // The reference was itself derived twice, to 7e-12; 1e-8 is what its README asks.
  CHECK(gap.body < 1e-10);
  CHECK(gap.actuators < 1e-12);
}

TEST_CASE("kernels fly MARVIN by the scheme of its document") {
  const Flown flown(scenario("type = \"rk4\"\nrate_hz = 20", 3, "servos.advance = \"per_step\"") +
                    commands);
  const Gap gap = compare(flown, "marvin_a.rk4_20.csv", 1, true);
  INFO(fmt::format("body {:.2e}, actuators {:.2e}", gap.body, gap.actuators));
  CHECK(gap.body < 1e-12);  // the same operations in another order; asked is 1e-10
  CHECK(gap.actuators < 1e-13);
}

TEST_CASE("every kernel flies a helicopter with the same bits, by every integrator") {
  const std::string integrator = GENERATE(from_range(all_integrators()));
  const std::string blades =
      GENERATE("", "main_rotor.flapping = {lock_number = 2, hinge_offset = 0.01}\n");
  const std::string text =  // to behind the step of the commands at 0.2 s
      scenario(fmt::format("type = \"{}\"\nrate_hz = 100", integrator), 0.25,
               blades + "process_noise = {force_n2_s = 0.1, moment_n2_m2_s = 1e-3, rate_hz = 50}") +
      commands.substr(0, commands.find("  [0.6")) + "]\n" + R"(
[monte_carlo]
samples = 19
[disperse."vehicle.mass_kg"]
dist = "uniform"
low = 10.5
high = 11.5
[disperse."wind.0.to_m_s.*"]
dist = "normal"
mean = 0
sd = 2
share = "each"
[[wind]]
type = "steady"
to_m_s = [0, 0, 0]
)";
  const auto wanted = Flown(text, "baseline").digests();
  REQUIRE(wanted.size() == 19 * 16);
  for (const Kernel* kernel : available_kernels()) {
    CAPTURE(integrator, blades, kernel->name);
    CHECK((Flown(text, kernel->name).digests() == wanted));
  }
}

int validity(const std::string& wind) {
  const Flown flown(scenario("type = \"rk4\"\nrate_hz = 200", 0.1,
                             fmt::format("[[wind]]\ntype = \"steady\"\nto_m_s = {}", wind)) +
                    commands.substr(0, commands.find("  [0.2")) + "]\n");
  REQUIRE(flown.status() == Status::ok);
  return flown.flags("validity");
}

TEST_CASE("samples whose rotors meet air from behind are flagged, and fly on") {
  CHECK(validity("[0, 0, 0]") == 0);
  // omega R_M1 = 12 m/s; omega n_T R_T1 = 34 m/s. The body is rolled by 0.092 rad.
  CHECK(validity("[11.9, 0, 0]") == 0);
  CHECK(validity("[12.1, 0, 0]") == 1);
  CHECK(validity("[0, -12.2, 0]") == 1);
  CHECK(validity("[0, 0, 33]") == 0);
  CHECK(validity("[0, 0, 35]") == 2);  // through the main rotor, across the tail rotor
  CHECK(validity("[-40, 0, 0]") == 3);
  CHECK(validity("[0, 0, -4]") == 0);  // the vortex ring, for which a rigid disc is not monitored
}

/// The X-Cell with flapping blades over half a second with these commands of cyclic pitch, from
/// this climb on. Its servos have no limits of cyclic pitch.
Flown flapping(double cyclic_rad, double climb_m_s) {
  return Flown(fmt::format(R"(
schema = 1
[vehicle]
include = "vehicles/xcell.toml"
inertia_kg_m2 = {{xx = 3, yy = 3, zz = 3}}
main_rotor.flapping = {{lock_number = 0.85}}
servos = {{time_constant_s = 0.02, cyclic_x_max = 1}}
[environment]
gravity_m_s2 = 9.81
[controller]
type = "command_table"
rows = [[0, 0.139661, 0, 0, 0.091027, 1], [0.1, 0.139661, {}, 0, 0.091027, 1]]
[integrator]
type = "rk4"
rate_hz = 500
[simulation]
duration_s = 0.5
[simulation.initial]
velocity_m_s = [0, 0, {}]
[output]
traces = "all"
signals = ["lateral_flapping", "longitudinal_flapping"]
rate_hz = 500
)",
                           cyclic_rad, -climb_m_s));
}

/// Largest tilt of the disc [deg].
double largest_tilt_deg(const Flown& flown) {
  double largest = 0;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    largest = std::max(largest, std::hypot(flown.at("lateral_flapping", n)[0],
                                           flown.at("longitudinal_flapping", n)[0]));
  }
  return largest * 180 / M_PI;
}

TEST_CASE("flights that leave the model of flapping blades are flagged") {
  CHECK(flapping(0, 0).flags("validity") == 0);
  CHECK(flapping(0, -1.5).flags("validity") == 0);  // the inflow is 4.9 m/s
  CHECK(flapping(0, -5).flags("validity") == 4);
  CHECK(flapping(0, 5).flags("validity") == 0);
  const Flown gentle = flapping(0.2, 0), step = flapping(0.45, 0);
  CHECK(gentle.flags("validity") == 0);
  CHECK(step.flags("validity") == 8);
  CHECK(largest_tilt_deg(gentle) == Approx(9).margin(3));
  CHECK(largest_tilt_deg(step) == Approx(20).margin(4));
}

TEST_CASE("a helicopter whose rotors are at rest stands on its skids") {
  const std::string skids =
      "contact_points = [{position_m = [0.2, 0.2, -0.3]}, {position_m = [-0.2, 0.2, -0.3]}, "
      "{position_m = [0.2, -0.2, -0.3]}, {position_m = [-0.2, -0.2, -0.3]}]";
  std::string text = scenario("type = \"rk4\"\nrate_hz = 1000", 8, skids) +
                     "[environment.ground]\ntype = \"spring_damper\"\nstiffness_n_m = 5000\n"
                     "damping_n_s_m = 100\n[controller]\ntype = \"command_table\"\n"
                     "rows = [[0, 0, 0, 0, 0, 0]]\n";
  const std::size_t given = text.find("[120,");
  text.replace(given, text.find("]", given) - given, "[0, 0, 0, 0, 0, 0");
  const Flown flown(text);
  REQUIRE(flown.status() == Status::ok);
  const std::int64_t end = flown.outputs() - 1;
  // n k z = m g, the skids 0.3 m below the centre of mass. The roll that it starts with goes as
  // fast as the friction lets the skids creep apart: 800 N m/rad of the springs against 583 N m
  // s/rad.
  CHECK(flown.at("position", end)[2] == Approx(-0.3 + 11 * 9.81 / 2e4).margin(1e-12));
  CHECK(std::fabs(flown.at("velocity", end)[2]) < 1e-12);
  CHECK(std::fabs(flown.at("attitude", end)[1]) < 1e-12);
  // Air from behind is met by a rotor at rest, however slow.
  CHECK(flown.flags("validity") == 3);
}

}  // namespace
}  // namespace montecopter
