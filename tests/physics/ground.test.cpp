/// What happens on the ground: PX4's SIH against traces of the original programs, the springs
/// against closed forms.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/numerics/vec3.hpp"
#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

struct Original {
  const char* name;
  const char* integrator;
  const char* ground;
};

HowToFly how_on_ground(const Original& original, std::vector<std::string> signals = {}) {
  return {.integrator = original.integrator,
          .signals = std::move(signals),
          .more = fmt::format("[environment.ground]\ntype = \"{}\"\n", original.ground)};
}

TEST_CASE("PX4's SIH rests, lifts off and touches down as the original in double") {
  const auto original = GENERATE(Original{"sih2019_ground_f64", "euler", "sih2019"},
                                 Original{"sih2022_ground_f64", "euler_exp", "sih2022"});
  const std::string path = fmt::format("upstream/{}", original.name);
  const ReferenceCase c = load_reference_case(path + ".toml");
  const Difference d = fly_and_compare(c, how_on_ground(original), path + ".csv", Scale::absolute);
  INFO(original.name << ": " << d.text());
  CHECK(d.rows == 900);
  CHECK(d.worst() <= 1e-11);  // double against double: rounding only
}

TEST_CASE("an accelerometer on SIH's ground feels what the original's feels") {
  const auto original = GENERATE(Original{"sih2019_hover_f64", "euler", "none"},
                                 Original{"sih2019_roll_doublet_f64", "euler", "none"},
                                 Original{"sih2019_ground_f64", "euler", "sih2019"},
                                 Original{"sih2022_hover_f64", "euler_exp", "none"},
                                 Original{"sih2022_roll_doublet_f64", "euler_exp", "none"},
                                 Original{"sih2022_ground_f64", "euler_exp", "sih2022"});
  const std::string path = fmt::format("upstream/{}", original.name);
  const Csv trace = read_csv(reference_path(path + ".csv"));
  const Flown flown(to_scenario(load_reference_case(path + ".toml"),
                                how_on_ground(original, {"specific_force"})));
  double worst = 0, largest = 0;
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    // A row holds the acceleration of the step that ends with it.
    const auto step = static_cast<std::int64_t>(trace.at(row, "step")) - 1;
    const auto f = flown.at("specific_force", step);
    const double wanted[3] = {trace.at(row, "ax"), trace.at(row, "ay"), trace.at(row, "az")};
    for (int k = 0; k < 3; ++k) {
      worst = std::max(worst, std::fabs(f[k] - wanted[k]));
      largest = std::max(largest, std::fabs(wanted[k]));
    }
  }
  INFO(original.name << ": " << worst << " of " << largest);
  CHECK(largest > 9.8);
  // Double against double; an acceleration of 10 m/s2 that a velocity of 5 m/s, good to 1e-15,
  // makes by division by a step of 1 ms carries 1e-12.
  CHECK(worst <= 1e-11);
}

/// A block of 2 kg on four springs, 1 mm in the ground when it rests: n k z = m g.
struct Block {
  double damping = 0, friction = 0, slip = 0.01, slope_north = 0;
  std::string initial;
  double duration = 1.0;
  std::string integrator =
      "type = \"dopri5\"\nrate_hz = 1000\nrelative_tolerance = 1e-12\nabsolute_tolerance = 1e-12";
};
constexpr double mass = 2, gravity = 10, stiffness = 5000, rest = 1e-3;
const double bounce = std::sqrt(4 * stiffness / mass);  // rad/s

Flown on_springs(const Block& block) {
  return Flown(fmt::format(R"(
schema = 1
[vehicle]
type = "multirotor"
mass_kg = {}
inertia_kg_m2 = {{xx = 0.02, yy = 0.02, zz = 0.03}}
contact_points = [{{position_m = [0.1, 0.1, 0]}}, {{position_m = [-0.1, 0.1, 0]}},
                  {{position_m = [0.1, -0.1, 0]}}, {{position_m = [-0.1, -0.1, 0]}}]
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {{type = "linear", thrust_max_n = 1, torque_max_n_m = 0}}
motor = {{type = "direct", max = 1}}
[controller]
type = "command_table"
rows = [[0, 0]]
[environment]
gravity_m_s2 = {}
ground = {{type = "spring_damper", stiffness_n_m = {}, damping_n_s_m = {}, friction = {}, slip_speed_m_s = {}, height_m = 0.5, slope_north = {}}}
[integrator]
{}
[simulation]
duration_s = {}
[simulation.initial]
{}
[output]
traces = "all"
signals = ["position", "velocity", "attitude", "body_rate", "specific_force"]
)",
                           mass, gravity, stiffness, block.damping, block.friction, block.slip,
                           block.slope_north, block.integrator, block.duration, block.initial));
}

TEST_CASE("a block on undamped springs bounces as a harmonic oscillator") {
  // It starts without load, so it swings about its rest by its rest's depth, and never leaves.
  const Flown flown = on_springs({.initial = "position_m = [0, 0, -0.5]"});
  double worst = 0;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const double z = rest * (1 - std::cos(bounce * flown.time(n)));
    worst = std::max(worst, std::fabs(flown.at("position", n)[2] + 0.5 - z));
  }
  // Tolerance 1e-12 per step of 1 ms, of a motion of 1e-3 m; 16 periods.
  CHECK(worst < 1e-11);
}

TEST_CASE("a block slides down a smooth slope as an inclined plane has it") {
  const double slope = 0.5, angle = std::atan(slope);
  // Parallel to the surface, in it as deep as it rests there.
  const double depth = rest * std::cos(angle);
  const Flown flown =
      on_springs({.slope_north = slope,
                  .initial = fmt::format(
                      "position_m = [{:.17g}, 0, {:.17g}]\nattitude = [{:.17g}, 0, {:.17g}, 0]",
                      depth * std::sin(angle), -0.5 + depth * std::cos(angle), std::cos(angle / 2),
                      std::sin(angle / 2))});
  double worst = 0;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const double t = flown.time(n), slid = 0.5 * gravity * std::sin(angle) * t * t;
    const auto p = flown.at("position", n);
    worst = std::max(worst, std::fabs(p[0] - depth * std::sin(angle) + slid * std::cos(angle)));
    worst = std::max(worst, std::fabs(p[1]));
    worst =
        std::max(worst, std::fabs(p[2] + 0.5 - depth * std::cos(angle) - slid * std::sin(angle)));
  }
  // Rounding of the start, 1e-16 m of 1e-3, makes it bounce by as much; 1e-12 per step of 1 ms.
  CHECK(worst < 1e-10);
}

TEST_CASE("a rotor over a slope has the thrust of its height normal to it") {
  // Cheeseman and Bennett at one radius: 1 / (1 - 1 / 16), where the disc is parallel to the
  // ground.
  const double slope = 0.4, angle = std::atan(slope), radius = 0.12;
  const auto thrust = [&](double pitch, const char* law) {
    const Flown flown(fmt::format(R"(
schema = 1
[vehicle]
type = "multirotor"
mass_kg = 1
ground_effect = "{}"
body_lift = 0
inertia_kg_m2 = {{xx = 0.02, yy = 0.02, zz = 0.03}}
contact_points = [{{position_m = [0, 0, 0.01]}}]
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
radius_m = {}
law = {{type = "linear", thrust_max_n = 1, torque_max_n_m = 0}}
motor = {{type = "direct", max = 1}}
[controller]
type = "command_table"
rows = [[0, 1]]
[environment]
ground = {{type = "spring_damper", stiffness_n_m = 100, damping_n_s_m = 1, slope_east = {}}}
[integrator]
type = "rk4"
rate_hz = 1000
[simulation]
steps = 1
[simulation.initial]
position_m = [3, 5, {:.17g}]
attitude = [{:.17g}, {:.17g}, 0, 0]
[output]
traces = "all"
signals = ["rotor_thrust"]
)",
                                  law, radius, slope, -5 * slope - radius / std::cos(angle),
                                  std::cos(pitch / 2), std::sin(pitch / 2)));
    return flown.at("rotor_thrust", 0)[0];
  };
  // East is to the right of north: the right side is up, so it rolls left.
  CHECK(thrust(-angle, "cheeseman_bennett") == Approx(16.0 / 15).epsilon(1e-13));
  CHECK(thrust(0, "cheeseman_bennett") == Approx(1 / (1 - std::cos(angle) / 16)).epsilon(1e-13));
  CHECK(thrust(-angle, "sanchez_cuevas") == Approx(16.0 / 15).epsilon(1e-13));
}

TEST_CASE("explicit Euler is refused on springs where it lets a bounce grow") {
  // Up and down, x'' + (n d / m) x' + (n k / m) x = 0: it decays while h < d / k = 2 ms.
  const double damping = 10;
  const auto fly = [&](const char* method, double step_s) {
    return on_springs({.damping = damping,
                       .initial = "position_m = [0, 0, -0.4995]",
                       .duration = 1000 * step_s,
                       .integrator = fmt::format("type = \"{}\"\nstep_s = {}", method, step_s)});
  };
  const Flown slow = fly("euler", 0.0019);
  const double per_step = 1 - 0.0019 * 4 * damping / mass + 0.0019 * 0.0019 * 4 * stiffness / mass;
  const std::int64_t end = slow.outputs() - 1;
  const double amplitude =
      std::hypot(slow.at("position", end)[2] + 0.5 - rest, slow.at("velocity", end)[2] / bounce);
  CHECK(amplitude / (0.5 * rest) ==
        Approx(std::pow(per_step, static_cast<double>(end) / 2)).epsilon(0.1));  // by the phase
  CHECK_THROWS_WITH(
      fly("euler", 0.0021),
      Catch::Contains("euler is unstable for the vehicle on the ground (a step of 0.0021 s; the "
                      "damping takes 0.025 s, the spring 0.00707 s per radian)") &&
          Catch::Contains("Use a step of 0.001 s or less, or use rk4"));
  CHECK_NOTHROW(fly("semi_implicit_euler", 0.0021));
  CHECK_NOTHROW(fly("rk4", 0.0021));
}

TEST_CASE("without damping no step of explicit Euler suits springs") {
  CHECK_THROWS_WITH(
      on_springs({.initial = "position_m = [0, 0, -0.5]",
                  .integrator = "type = \"euler_exp\"\nrate_hz = 100000"}),
      Catch::Contains(
          "a step of 1e-05 s; without damping, the spring takes 0.00707 s per radian") &&
          Catch::Contains("Give damping_n_s_m, or use rk4"));
}

TEST_CASE("a damped block comes to rest where the springs carry it, and feels one g") {
  const Flown flown = on_springs({.damping = 50, .initial = "position_m = [0, 0, -0.52]"});
  const std::int64_t end = flown.outputs() - 1;
  // exp(-n d / 2m t) = exp(-50) of the impact is left.
  CHECK(flown.at("position", end)[2] == Approx(-0.5 + rest).margin(1e-12));
  CHECK(flown.at("specific_force", end)[2] == Approx(-gravity).margin(1e-8));
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {  // the ground pushes and never pulls
    REQUIRE(flown.at("specific_force", n)[2] <= 1e-12);
  }
}

TEST_CASE("a sliding block is braked by the friction, and stays upright by its springs") {
  // Friction at the feet, which are at the height of the centre of mass: no moment.
  const Flown flown =
      on_springs({.damping = 50,
                  .friction = 0.4,
                  .slip = 1e-3,
                  .initial = "position_m = [0, 0, -0.499]\nvelocity_m_s = [3, 0, 0]",
                  .duration = 1.0});
  // v = v0 - mu g t while v >> slip; the smooth law misses (slip / v)^2 / 2 of the force.
  for (const double t : {0.1, 0.3, 0.5}) {
    const auto n = static_cast<std::int64_t>(std::lround(t * 1000));
    CHECK(flown.at("velocity", n)[0] == Approx(3 - 0.4 * gravity * t).margin(2e-6));
  }
  const auto end = flown.at("velocity", flown.outputs() - 1);
  CHECK(std::fabs(end[0]) < 1e-6);  // at rest from 0.75 s on
  CHECK(flown.at("position", flown.outputs() - 1)[0] ==
        Approx(9 / (2 * 0.4 * gravity)).margin(1e-3));
}

TEST_CASE("a leaning block falls back on its feet") {
  // 5 degrees about x: two feet are down, the moment of the ground turns it back.
  const Flown flown = on_springs(
      {.damping = 50,
       .friction = 0.5,
       .initial = "position_m = [0, 0, -0.505]\nattitude = [0.9990482, 0.0436194, 0, 0]"});
  const auto q = flown.at("attitude", flown.outputs() - 1);
  CHECK(std::fabs(q[1]) < 1e-6);
  CHECK(flown.at("position", flown.outputs() - 1)[2] == Approx(-0.5 + rest).margin(1e-6));
}

}  // namespace
}  // namespace montecopter
