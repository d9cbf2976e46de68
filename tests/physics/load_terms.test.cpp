/// Forces and moments by term, and the signals that people think in. With Euler's method a velocity
/// changes by exactly dt F / m in each step, and the body rate by dt J^-1 (M - omega x J omega): so
/// what the terms add up to is checked against the motion itself, to rounding.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/numerics/vec3.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/dispatch.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

using Vector = Vec3<double>;

Vector vector(std::span<const double> v) { return {v[0], v[1], v[2]}; }

const std::vector<std::string> terms_of_force = {"thrust",      "drag",    "gravity", "noise",
                                                 "disturbance", "contact", "surface"};
const std::vector<std::string> terms_of_moment = {"rotors",      "aero",    "gyroscopic", "noise",
                                                  "disturbance", "contact", "surface"};

/// `"force_thrust_body", "force_thrust_world", ...` without the terms that are left out.
std::string all_loads(const std::vector<std::string>& but = {}) {
  std::string text;
  for (const auto& [kind, terms] :
       {std::pair{"force", terms_of_force}, std::pair{"moment", terms_of_moment}}) {
    for (const std::string& term : terms) {
      const std::string name = fmt::format("{}_{}", kind, term);
      if (std::find(but.begin(), but.end(), term) != but.end()) continue;
      text += fmt::format(", \"{}_body\", \"{}_world\"", name, name);
    }
  }
  return text;
}

Vector sum(const Flown& flown, const char* kind, const std::vector<std::string>& terms,
           const char* axes, std::int64_t n) {
  Vector total = {0, 0, 0};
  for (const std::string& term : terms) {
    const std::string name = fmt::format("{}_{}_{}", kind, term, axes);
    if (!find_column(flown.plan().layout, name)) continue;
    total = total + vector(flown.at(name, n));
  }
  return total;
}

double largest(const Vector& a) {
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

/// How far m v' and J omega' + omega x J omega are from the sums of the terms [N], [N m].
struct Imbalance {
  double force = 0, moment = 0;
};
Imbalance imbalance(const Flown& flown, double mass, const Symmetric3<double>& inertia) {
  Imbalance worst;
  const double dt = flown.time(1);
  for (std::int64_t n = 0; n + 1 < flown.outputs(); ++n) {
    const auto q = flown.at("attitude", n);
    const Rotation<double> R({q[0], q[1], q[2], q[3]});
    const Vector v = vector(flown.at("velocity", n)), w = vector(flown.at("body_rate", n));
    const Vector a = (1 / dt) * (vector(flown.at("velocity", n + 1)) - v);
    const Vector alpha = (1 / dt) * (vector(flown.at("body_rate", n + 1)) - w);
    const Vector F_W = sum(flown, "force", terms_of_force, "world", n);
    const Vector M_B = sum(flown, "moment", terms_of_moment, "body", n);
    worst.force =
        std::max({worst.force, largest(mass * a - F_W),
                  largest(mass * a - R * sum(flown, "force", terms_of_force, "body", n))});
    const Vector turning = inertia * alpha + cross(w, inertia * w);
    worst.moment =
        std::max({worst.moment, largest(turning - M_B),
                  largest(R * turning - sum(flown, "moment", terms_of_moment, "world", n))});
  }
  return worst;
}

/// A quadrotor of 1.3 kg with every term, rotors that lean, products of inertia, on springs in
/// gusts. It stands on its legs, or lies a little deeper, and is pushed about.
std::string everything(const std::string& motor, const std::string& event = "") {
  std::string rotors;
  for (int i = 0; i < 4; ++i) {
    const double x = i < 2 ? 0.2 : -0.2, y = i % 2 == 0 ? 0.15 : -0.15;
    rotors += fmt::format(
        "[[vehicle.rotors]]\nposition_m = [{}, {}, -0.02]\naxis = [{}, 0.1, -1]\nspin = {}\n"
        "law = {{type = \"quadratic\", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}}\nmotor = {}\n",
        x, y, 0.1 * y, i == 0 || i == 3 ? 1 : -1, motor);
  }
  return R"(schema = 1
name = "everything"
controller = {type = "command_table", rows = [[0, 1200, 1250, 1300, 1150]]}
integrator = {type = "euler", rate_hz = 1000}
environment.gravity = "normal"
environment.atmosphere.type = "isa"
environment.ground = {type = "spring_damper", stiffness_n_m = 900, damping_n_s_m = 12}
[simulation]
steps = 300
[simulation.initial]
position_m = [1, 2, -0.09]
velocity_m_s = [3, -2, 0.4]
attitude = [0.99, 0.1, -0.08, 0.05]
body_rate_rad_s = [0.5, -0.9, 0.7]
[output]
signals = ["position", "velocity", "attitude", "body_rate")" +
         all_loads() + R"(]
[[disturbance]]
type = "force_pulse"
force_n = [0.3, -0.2, 0.5]
start_s = 0.05
duration_s = 0.1
[[disturbance]]
type = "torque_pulse"
torque_n_m = [0.003, -0.002, 0.005]
start_s = 0.08
duration_s = 0.1
[[wind]]
type = "dryden"
sigma_m_s = [1, 1, 0.5]
length_m = [50, 50, 20]
airspeed_m_s = 10
[vehicle]
type = "multirotor"
mass_kg = 1.3
inertia_kg_m2 = {xx = 0.01, yy = 0.012, zz = 0.019, xy = 0.001, xz = -0.0005, yz = 0.0007}
process_noise = {force_n2_s = 1e-3, moment_n2_m2_s = 1e-7}
quadratic_drag_n_s2_m2 = 0.02
drag_area_m2 = 0.01
linear_drag_n_s_m = 0.1
rotor_drag_1_s = [0.2, 0.3, 0.1]
translational_lift_1_m = 0.01
quadratic_aero_moment_n_m_s2 = [2e-4, 1e-5, 0, 1e-5, 3e-4, 0, 0, 0, 1e-4]
linear_aero_moment_n_m_s = 1e-3
velocity_aero_moment_n_s = [0, 1e-3, 0, -1e-3, 0, 0, 0, 0, 1e-4]
contact_points = [{position_m = [0.2, 0.2, 0.1]}, {position_m = [-0.2, 0.2, 0.1]}, {position_m = [0, -0.2, 0.1]}]
)" + rotors +
         R"(
[vehicle.response_surface]
terms = [
  {output = "force_x", factors = [], coefficient = 0.2},
  {output = "force_z", factors = ["u", "v"], coefficient = 0.03, centre = 2},
  {output = "moment_x", factors = ["v"], coefficient = 0.002},
  {output = "moment_y", factors = ["q", "w", "r"], coefficient = 0.001},
]
)" + event;
}

const Symmetric3<double> inertia_of_everything = {0.01, 0.012, 0.019, 0.001, -0.0005, 0.0007};
const char* const first_order =
    "{type = \"first_order\", time_constant_s = 0.03, max = 2000, rotor_inertia_kg_m2 = 2e-5}";

// Forces of 30 N and velocities of 3 m/s: 4e-16 v / dt times the mass is 2e-12 N; likewise rates of
// 1 rad/s with 0.02 kg m2. Both with a factor of ten for the sums of a dozen terms.
constexpr double rounding_n = 2e-11, rounding_n_m = 2e-13;

TEST_CASE("the terms of a multirotor add up to mass times acceleration") {
  const std::string motor =
      GENERATE(as<std::string>{}, first_order, "{type = \"direct\", max = 2000}",
               "{type = \"load_lag\", time_constant_s = 0.03, max = 2000, "
               "rotor_inertia_kg_m2 = 2e-5, speed_thrust_n_s2 = 2e-6}");
  std::string text = everything(motor);
  if (text.find("rotor_inertia") == std::string::npos) {  // refused there
    for (const char* axes : {"body", "world"}) {
      const std::string name = fmt::format(", \"moment_gyroscopic_{}\"", axes);
      text.erase(text.find(name), name.size());
    }
  }
  const Flown flown(text);
  const Imbalance worst = imbalance(flown, 1.3, inertia_of_everything);
  INFO(motor << ": " << worst.force << " N, " << worst.moment << " N m");
  CHECK(worst.force < rounding_n);
  CHECK(worst.moment < rounding_n_m);
  for (const std::string& term : terms_of_force) {  // none of them is idle
    double most = 0;
    for (std::int64_t n = 0; n < flown.outputs(); ++n) {
      most = std::max(most, largest(vector(flown.at("force_" + term + "_world", n))));
    }
    INFO(term);
    CHECK(most > 0.1);
  }
}

TEST_CASE("after a mass drop the terms are forces on what is left") {
  const Flown flown(everything(first_order, R"(
[[event]]
type = "mass_drop"
at_s = 0.0
mass_kg = 0.5
)"));
  const Imbalance worst = imbalance(flown, 0.8, inertia_of_everything);
  CHECK(worst.force < rounding_n);
  CHECK(worst.moment < rounding_n_m);
  // The pulse is the force that the scenario says, whatever it accelerates.
  CHECK(flown.at("force_disturbance_world", 100)[0] == Approx(0.3).epsilon(1e-15));
}

TEST_CASE("the terms of a helicopter add up to mass times acceleration") {
  const std::string folder = std::string(MONTECOPTER_SOURCE_DIR) + "/scenarios";
  const LoadedScenario loaded = load_scenario(
      folder + "/examples/marvin-cyclic.toml",
      {"integrator={type=\"euler\", rate_hz=1000}", "simulation.duration_s=0.5", "disperse={}",
       "monte_carlo.samples=1",
       "output={rate_hz=1000, signals=[\"velocity\", \"attitude\", \"body_rate\"" +
           all_loads({"contact", "surface"}) + "]}",
       "simulation.initial.velocity_m_s=[9, -3, 1]",
       "simulation.initial.body_rate_rad_s=[0.2, 0.3, -0.4]",
       "vehicle.process_noise={force_n2_s=1e-2, moment_n2_m2_s=1e-4}",
       "disturbance=[{type=\"force_pulse\", force_n=[9, 5, -3], start_s=0.1, duration_s=0.1}, "
       "{type=\"torque_pulse\", torque_n_m=[0.2, 0.1, 0.3], start_s=0.2, duration_s=0.1}]"});
  const auto& vehicle = std::get<Helicopter>(*loaded.scenario.vehicle);
  const auto& j = vehicle.inertia_kg_m2;
  REQUIRE((j.xy == 0 && j.xz == 0 && j.yz == 0));
  const Flown flown(make_plan(loaded), "auto");
  const Imbalance worst = imbalance(flown, vehicle.mass_kg, {j.xx, j.yy, j.zz, 0, 0, 0});
  INFO(worst.force << " N, " << worst.moment << " N m");
  // 11 kg at 9 m/s and 1 kg m2 at 0.4 rad/s: ten times the weight, and five times the rates.
  CHECK(worst.force < 20 * rounding_n);
  CHECK(worst.moment < 100 * rounding_n_m);
}

/// One body with four rotors that hover at `speed` in a linear or a quadratic drag.
std::string plain(double speed, const std::string& more, const std::string& signals) {
  std::string rotors;
  for (int i = 0; i < 4; ++i) {
    rotors += fmt::format(
        "[[vehicle.rotors]]\nposition_m = [{}, {}, 0]\naxis = [0, 0, -1]\nspin = {}\n"
        "law = {{type = \"quadratic\", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}}\n"
        "motor = {{type = \"first_order\", time_constant_s = 0.03, max = 2000}}\n",
        i < 2 ? 0.1 : -0.1, i % 2 == 0 ? 0.1 : -0.1, i == 0 || i == 3 ? 1 : -1);
  }
  return fmt::format(R"(schema = 1
name = "plain"
vehicle.type = "multirotor"
vehicle.mass_kg = 2
vehicle.inertia_kg_m2 = {{xx = 0.01, yy = 0.01, zz = 0.02}}
controller = {{type = "command_table", rows = [[0, {0}, {0}, {0}, {0}]]}}
integrator = {{type = "rk4", rate_hz = 1000}}
environment.gravity_m_s2 = 10
output = {{signals = [{1}], rate_hz = 100}}
simulation.duration_s = 1
{2}
)",
                     speed, signals, more) +
         rotors;
}

TEST_CASE(
    "at hover the thrust carries the weight, at the fraction that the square of the speed is") {
  const double speed = std::sqrt(20 / 8e-6);  // 4 c w^2 = m g
  const Flown flown(plain(speed, "",
                          "\"force_thrust_body\", \"force_gravity_world\", \"moment_rotors_body\", "
                          "\"thrust_fraction\", \"airspeed\", \"euler_angles\""));
  for (const std::int64_t n : {0, 37, 100}) {
    CHECK(vector(flown.at("force_thrust_body", n)).x == 0);
    CHECK(flown.at("force_thrust_body", n)[2] == Approx(-20).epsilon(1e-14));
    CHECK(flown.at("force_gravity_world", n)[2] == Approx(20).epsilon(1e-15));
    CHECK(largest(vector(flown.at("moment_rotors_body", n))) < 1e-15);
    CHECK(flown.at("thrust_fraction", n)[0] == Approx(speed * speed / 4e6).epsilon(1e-14));
    CHECK(std::fabs(flown.at("airspeed", n)[0]) < 1e-13);
    // A moment of 1e-15 N m turns 0.01 kg m2 by 5e-14 rad in 1 s.
    CHECK(largest(vector(flown.at("euler_angles", n))) < 1e-13);
  }
}

TEST_CASE("a body that falls has drag and weight only, and its airspeed is that of the wind, too") {
  const Flown flown(
      plain(0, "vehicle.linear_drag_n_s_m = 0.5\nwind = [{type = \"steady\", to_m_s = [3, 0, 0]}]",
            "\"velocity\", \"force_thrust_body\", \"force_drag_world\", \"force_drag_body\", "
            "\"airspeed\", "
            "\"air_relative_velocity\""));
  for (const std::int64_t n : {0, 50, 100}) {
    const Vector v = vector(flown.at("velocity", n)),
                 drag = vector(flown.at("force_drag_world", n));
    // v' = g - k/m (v - w): v_x = w (1 - e^(-k t / m)), v_z = m g / k (1 - e^(-k t / m)).
    const double left = std::exp(-0.25 * flown.time(n));
    CHECK(largest(vector(flown.at("force_thrust_body", n))) == 0);
    CHECK(drag.x == Approx(0.5 * 3 * left).epsilon(1e-10));
    CHECK(drag.z == Approx(-20 * (1 - left)).epsilon(1e-10).margin(1e-12));
    CHECK(flown.at("force_drag_body", n)[0] == Approx(drag.x).epsilon(1e-14));  // it stays level
    CHECK(flown.at("airspeed", n)[0] == Approx(std::hypot(v.x - 3, v.z)).epsilon(1e-14));
    CHECK(flown.at("air_relative_velocity", n)[0] == Approx(v.x - 3).epsilon(1e-14));
  }
}

TEST_CASE("the ground carries what stands on it, on springs or held") {
  const std::string springs =
      "environment.ground = {type = \"spring_damper\", stiffness_n_m = 1000, damping_n_s_m = 20}\n"
      "vehicle.contact_points = [{position_m = [0.1, 0.1, 0.1]}, {position_m = [-0.1, 0.1, 0.1]}, "
      "{position_m = [0.1, -0.1, 0.1]}, {position_m = [-0.1, -0.1, 0.1]}]\n"
      // At rest m g / 4 k = 5 mm deep.
      "simulation.initial.position_m = [0, 0, -0.095]";
  const std::string stop =
      "environment.ground = {type = \"sih2022\"}\nsimulation.initial.position_m = [0, 0, 0.001]";
  const std::string where = GENERATE_COPY(springs, stop);
  const Flown flown(
      plain(0, where, "\"force_contact_world\", \"force_contact_body\", \"moment_contact_body\""));
  for (const std::int64_t n : {0, 50, 100}) {
    CHECK(flown.at("force_contact_world", n)[2] == Approx(-20).epsilon(1e-12));
    CHECK(flown.at("force_contact_body", n)[2] == Approx(-20).epsilon(1e-12));
    CHECK(largest(vector(flown.at("moment_contact_body", n))) < 1e-12);
  }
}

TEST_CASE("the terms of a circle are its derivatives, and the error is what is between") {
  const LoadedScenario loaded = load_scenario(
      std::string(MONTECOPTER_SOURCE_DIR) + "/scenarios/examples/crazyflie-circle.toml",
      {"output.signals=[\"position\", \"position_reference\", \"acceleration_reference\", "
       "\"jerk_reference\", \"snap_reference\", \"position_error\"]",
       "output.traces=\"all\"", "output.dtype=\"f64\"", "monte_carlo.samples=2"});
  const auto& circle = std::get<CircleTrajectory>(*loaded.scenario.trajectory);
  const double rate = circle.rate_rad_s, radius = circle.radius_m;
  const Flown flown(make_plan(loaded), "auto");
  for (std::int64_t n = 0; n < flown.outputs(); n += 50) {
    const double angle = rate * flown.time(n) + circle.phase_rad;
    const double c = radius * std::cos(angle), s = radius * std::sin(angle);
    const Vector a = vector(flown.at("acceleration_reference", n, 1));
    const Vector j = vector(flown.at("jerk_reference", n, 1));
    const Vector snap = vector(flown.at("snap_reference", n, 1));
    const double w2 = rate * rate;
    CHECK(largest(a - Vector{-w2 * c, -w2 * s, 0}) < 1e-13 * w2 * radius);
    CHECK(largest(j - Vector{w2 * rate * s, -w2 * rate * c, 0}) < 1e-13 * w2 * rate * radius);
    CHECK(largest(snap - Vector{w2 * w2 * c, w2 * w2 * s, 0}) < 1e-13 * w2 * w2 * radius);
    const Vector e = vector(flown.at("position_error", n, 1));
    CHECK(largest(e - (vector(flown.at("position", n, 1)) -
                       vector(flown.at("position_reference", n, 1)))) == 0);
  }
}

}  // namespace
}  // namespace montecopter
