/// Flights that start in the trim of their own draw stay where they are: nothing accelerates in a
/// trim. And a centre of mass that is moved is every position moved the other way.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/numerics/vec3.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

constexpr double gravity = 9.80665;
const std::array multirotors = {"crazyflie",
                                "f450",
                                "flightgoggles",
                                "hummingbird",
                                "iris",
                                "lee2010",
                                "naki-octo",
                                "neo9-hexa",
                                "plus-quad-real",
                                "plus-quad-unit",
                                "polyrotor-agi",
                                "polyrotor-rpg",
                                "polyrotor-simplified",
                                "sih2019",
                                "sih2022",
                                "x500"};

/// Gains of accelerations, which suit any of them.
struct Law {
  std::string name, keys;
  bool integrates = true;  ///< else wind carries the vehicle from its reference
};
const std::string px4 =
    "type = 'px4', position = {position_gain_1_s = 0.95, velocity_gain_1_s = 1.8, "
    "velocity_integral_gain_1_s2 = 0.4, velocity_derivative_gain = 0.2, thrust_min = 0.02}, "
    "attitude = {gain_1_s = [4, 4, 2]}, "
    "body_rate = {gain_1_s = [10, 10, 6], integral_gain_1_s2 = [5, 5, 3]}";
const std::string lee_gains =
    "position_gain_1_s2 = 1.0, velocity_gain_1_s = 1.5, attitude_gain_1_s2 = 30, rate_gain_1_s = 8";
const std::vector<Law> laws = {
    {"px4", px4},
    {"indi",
     "type = 'indi', position_gain_1_s2 = 1.0, velocity_gain_1_s = 1.5, attitude_gain_1_s2 = 20, "
     "rate_gain_1_s = 7, cutoff_hz = 5, motor_time_constant_s = 0.03"},
    {"lqr",
     "type = 'lqr', position_weight_1_m2 = 4, velocity_weight_s2_m2 = 2, "
     "attitude_weight_1_rad2 = 8, rate_weight_s2_rad2 = 0.2, position_integral_weight_1_m2_s2 = 1, "
     "heading_integral_weight_1_rad2_s2 = 1, command_weights = [0.05, 10, 10, 50]"},
    {"lee", "type = 'lee', " + lee_gains, false},
    {"mellinger", "type = 'mellinger', " + lee_gains, false},
};

constexpr std::string_view hover =
    "trajectory = {type = 'hover', position_m = [1, 2, -10], heading = {type = 'fixed', "
    "angle_deg = 40}}";

std::string flight(const std::string& vehicle, const std::string& law, double wind_m_s,
                   double duration_s = 10, std::string_view trajectory = hover,
                   const std::string& start = "") {
  return fmt::format(R"(schema = 1
name = "trimmed"
vehicle = {{include = "vehicles/{}}}
controller = {{rate_hz = 250, {}}}
{}
integrator = {{type = "rk4", rate_hz = 500}}
wind = [{{type = "steady", to_m_s = [{}, 0, 0]}}]
simulation = {{duration_s = {}, initial = {{position_m = [1, 2, -10], trimmed = true{}}}}}
output = {{signals = ["position", "velocity", "attitude", "body_rate", "specific_force", "rotor_thrust"], rate_hz = 50, traces = "all"}}
)",
                     vehicle, law, trajectory, wind_m_s, duration_s, start);
}

Rotation<double> axes(const Flown& flown, std::int64_t n = 0, std::int64_t sample = 0) {
  const auto q = flown.at("attitude", n, sample);
  return Rotation<double>(Quat<double>{q[0], q[1], q[2], q[3]});
}

/// Largest component of v' = R f + g [m/s2].
double acceleration(const Flown& flown, std::int64_t sample = 0) {
  const auto f = flown.at("specific_force", 0, sample);
  const Vec3<double> a = axes(flown, 0, sample) * Vec3<double>{f[0], f[1], f[2]};
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z + gravity)});
}

/// Largest difference of a signal from its start.
double moved(const Flown& flown, std::string_view signal, std::int64_t sample = 0) {
  double most = 0;
  const auto first = flown.at(signal, 0, sample);
  for (std::int64_t n = 1; n < flown.outputs(); ++n) {
    const auto now = flown.at(signal, n, sample);
    for (std::size_t k = 0; k < first.size(); ++k) {
      most = std::max(most, std::fabs(now[k] - first[k]));
    }
  }
  return most;
}

/// A trim leaves 1e-9 m/s2 and rad/s2 at most. A loop of 0.7 rad/s makes nanometres of that, and of
/// the round-off of five thousand steps.
void check_stays(const Flown& flown, std::int64_t sample = 0, double most = 1e-7) {
  CHECK(flown.status(sample) == Status::ok);
  CHECK(acceleration(flown, sample) < 1e-9);
  for (const char* signal : {"position", "velocity", "attitude", "body_rate"}) {
    INFO(signal);
    CHECK(moved(flown, signal, sample) < most);
  }
}

TEST_CASE("every shipped multirotor stays where it starts trimmed, by every law that can hold it",
          "[slow]") {
  for (const char* vehicle : multirotors) {
    for (const Law& law : laws) {
      for (const double wind : {0.0, 4.0}) {
        if (wind != 0 && !law.integrates) continue;
        if (std::string_view(vehicle) == "flightgoggles") continue;  // it draws process noise
        INFO(vehicle << ", " << law.name << ", " << wind << " m/s");
        // A Crazyflie weighs 0.27 N: 0.1 kg/s in that wind would be more than its rotors hold.
        const double drag = std::string_view(vehicle) == "crazyflie" ? 0.01 : 0.1;
        // The laws of a neo9 without integrals rest some 35 micrometres beside the trim.
        const double most = std::string_view(vehicle) == "neo9-hexa" ? 1e-4 : 1e-7;
        check_stays(Flown(flight(fmt::format("{}.toml\", linear_drag_n_s_m = {}", vehicle, drag),
                                 "delay_s = 0.004, " + law.keys, wind)),
                    0, most);
      }
    }
  }
}

TEST_CASE("shipped helicopters stay where they start trimmed") {
  const auto [vehicle, weights] =
      GENERATE(std::pair("marvin.toml\"", "[1.1e-5, 1.6e-6, 1.6e-6, 4e-6, 2.5e-5]"),
               std::pair("xcell.toml\"", "[400, 100, 100, 400, 4]"),
               std::pair("xcell.toml\", main_rotor.flapping = {lock_number = 0.85}",
                         "[400, 1000, 1000, 400, 4]"));
  for (const double wind : {0.0, 4.0}) {
    INFO(vehicle << ", " << wind << " m/s");
    check_stays(Flown(
        flight(vehicle,
               fmt::format("type = 'lqr', position_weight_1_m2 = 4, velocity_weight_s2_m2 = 2, "
                           "attitude_weight_1_rad2 = [4, 4, 40], rate_weight_s2_rad2 = [1, 1, 5], "
                           "rotor_speed_weight_s2_rad2 = 0.04, "
                           "position_integral_weight_1_m2_s2 = [4, 4, 2], "
                           "heading_integral_weight_1_rad2_s2 = 20, "
                           "rotor_speed_integral_weight_1_rad2 = 0.01, command_weights = {}",
                           weights),
               wind)));
  }
}

TEST_CASE("commands that wait are those of the trim") {
  for (const Law& law : laws) {
    if (!law.integrates) continue;
    INFO(law.name);  // 2.5 periods late
    check_stays(
        Flown(flight("x500.toml\", linear_drag_n_s_m = 0.1", "delay_s = 0.01, " + law.keys, 4)));
  }
}

/// Linear drag against the weight: tan(tilt) = K v / (m g), whatever mass and wind were drawn.
TEST_CASE("samples start in the trims of their own draws") {
  const std::string text = flight("sih2022.toml\", linear_drag_n_s_m = 0.8", px4, 0, 2) + R"(
monte_carlo.samples = 10
disperse."vehicle.mass_kg" = {dist = "uniform", low = 0.9, high = 1.2}
disperse."wind.0.to_m_s.x" = {dist = "normal", mean = 0, sd = 2}
)";
  const Flown flown(text);
  for (std::int64_t sample = 0; sample < flown.samples(); ++sample) {
    check_stays(flown, sample);
    const double wind = flown.number("in_wind.0.to_m_s.x", sample);
    const double mass = flown.number("in_vehicle.mass_kg", sample);
    const double tilt = std::acos(axes(flown, 0, sample).zz);
    CHECK(tilt == Approx(std::atan(0.8 * std::fabs(wind) / (mass * gravity))).epsilon(1e-9));
    const Rotation<double> R = axes(flown, 0, sample);
    CHECK(std::atan2(R.yx, R.xx) == Approx(40 * M_PI / 180).epsilon(1e-12));
  }
  CHECK(Flown(text, "baseline").digests() == flown.digests());
  const Flown some(plan_of(text), "auto", {7});
  const auto all = flown.digests(), one = some.digests();
  CHECK(std::equal(one.begin(), one.end(), all.begin() + 7 * static_cast<long>(one.size())));
}

TEST_CASE("a moving start is trimmed for its velocity through the wind") {
  const std::string path =
      "trajectory = {type = 'polynomial', frame = 'NED/FRD', rows = [[5, 1, 3, 0, 0, 0, 0, 0, 0, "
      "2, -2, 0, 0, 0, 0, 0, 0, -10, -1, 0, 0, 0, 0, 0, 0, 0.7, 0, 0, 0, 0, 0, 0, 0]]}";
  const Flown flown(
      flight("polyrotor-rpg.toml\"", px4, 2, 5, path, ", velocity_m_s = [3, -2, -1]"));
  CHECK(flown.status() == Status::ok);
  CHECK(acceleration(flown) < 1e-9);
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const double t = flown.time(n);
    const auto p = flown.at("position", n);
    CHECK(p[0] == Approx(1 + 3 * t).margin(1e-7));
    CHECK(p[1] == Approx(2 - 2 * t).margin(1e-7));
    CHECK(p[2] == Approx(-10 - t).margin(1e-7));
  }
}

TEST_CASE("a sample without a trim is invalid") {
  CHECK(Flown(flight("sih2022.toml\"", px4, 200, 0.1)).status() == Status::invalid_input);
  // The rotors of an empty battery turn slower than a hover asks for.
  const auto battery = [](double full_command_v) {
    return flight(fmt::format("hummingbird.toml\", battery = {{full_voltage_v = 12, "
                              "empty_voltage_v = 9, resistance_ohm = 0.05, capacity_ma_h = 1500, "
                              "full_command_voltage_v = {}, efficiency = 0.7}}",
                              full_command_v),
                  px4, 0, 5);
  };
  CHECK(Flown(battery(40)).status() == Status::invalid_input);
  check_stays(Flown(battery(11)));
}

TEST_CASE("what a trim finds is given by nothing else") {
  const auto refused = [](const std::string& start, const std::string& more = "") {
    try {
      plan_of(flight("sih2022.toml\"", px4, 0, 1, hover, start) + more);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  using Catch::Contains;
  CHECK(refused("") == "no error");
  CHECK_THAT(refused(", attitude = [0.8, 0, 0, 0.6]"), Contains("an attitude is given"));
  CHECK_THAT(refused(", body_rate_rad_s = [0, 0, 1]"), Contains("body rates are given"));
  CHECK_THAT(refused(", actuators = [1, 1, 1, 1]"), Contains("initial actuators are given"));
  CHECK_THAT(refused("",
                     "disperse.\"simulation.initial.body_rate_rad_s.x\" = {dist = 'normal', "
                     "mean = 0, sd = 1}\n"),
             Contains("varies in trimmed starts"));
}

// --- centre of mass --------------------------------------------------------------------------

std::string place(double x, double y, double z, const std::array<double, 3>& shift) {
  return fmt::format("[{}, {}, {}]", x - shift[0], y - shift[1], z - shift[2]);
}

/// A quadcopter on feet with IMU and antenna, whose positions are shifted by hand.
std::string placed(const std::array<double, 3>& centre, const std::array<double, 3>& shift,
                   const std::string& controller, double z) {
  std::string rotors, feet;
  for (const auto& [x, y, spin] : {std::tuple(0.1, 0.12, 1), std::tuple(-0.1, -0.12, 1),
                                   std::tuple(0.1, -0.12, -1), std::tuple(-0.1, 0.12, -1)}) {
    rotors += fmt::format("{{position_m = {}, spin = {}}}, ", place(x, y, -0.01, shift), spin);
    feet += fmt::format("{{position_m = {}}}, ", place(x, y, 0.1, shift));
  }
  return fmt::format(R"(schema = 1
name = "placed"
{}
integrator = {{type = "rk4", rate_hz = 500}}
wind = [{{type = "steady", to_m_s = [2, 1, 0]}}]
simulation = {{duration_s = 3, initial = {{position_m = [0, 0, {}]}}}}
environment = {{ground = {{type = "spring_damper", stiffness_n_m = 2000, damping_n_s_m = 20}}}}
output = {{signals = ["position", "velocity", "attitude", "body_rate"], rate_hz = 50, traces = "all"}}
[vehicle]
type = "multirotor"
mass_kg = 1.1
centre_of_mass_m = [{}, {}, {}]
inertia_kg_m2 = {{xx = 0.008, yy = 0.009, zz = 0.014}}
linear_drag_n_s_m = 0.2
rotor = {{axis = [0, 0, -1], law = {{type = "quadratic", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}}, motor = {{type = "first_order", time_constant_s = 0.02, min = 0, max = 2000, rotor_inertia_kg_m2 = 5e-6}}}}
rotors = [{}]
contact_points = [{}]
[sensors]
imu = {{accelerometer = {{rate_hz = 250, position_m = {}}}, gyroscope = {{rate_hz = 250}}}}
gps = {{gnss = {{rate_hz = 10, position_m = {}}}}}
[estimator]
type = "ekf"
gnss_position_noise_m = 1.0
gnss_velocity_noise_m_s = 0.1
initial = {{accelerometer_bias_m_s2 = 0.1, gyroscope_bias_rad_s = 0.01}}
accelerometer = "imu"
gyroscope = "imu"
gnss = "gps"
)",
                     controller, z, centre[0], centre[1], centre[2], rotors, feet,
                     place(0.03, 0.01, -0.02, shift), place(-0.05, 0.02, -0.1, shift));
}

TEST_CASE("a centre of mass shifts rotors, sensors and contact points of a flight") {
  const std::array<double, 3> centre = {0.021, -0.013, 0.017}, none = {0, 0, 0};
  const auto [controller, z] = GENERATE(
      std::pair("controller = {rate_hz = 250, feedback = 'estimate', " + px4 +
                    "}\ntrajectory = {type = 'step', position_m = [0, 0, -3], step_m = [1, 0, 0]}",
                -3.0),
      std::pair(std::string("controller = {type = 'command_table', rows = [[0, 99, 99, 99, 99]]}"),
                -0.2));
  const Flown by_key(placed(centre, none, controller, z)),
      by_hand(placed(none, centre, controller, z)), level(placed(none, none, controller, z));
  double differs = 0, of_level = 0;
  for (const char* signal : {"position", "velocity", "attitude", "body_rate"}) {
    for (std::int64_t n = 0; n < by_key.outputs(); ++n) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = by_key.at(signal, n)[k];
        differs = std::max(differs, std::fabs(by_hand.at(signal, n)[k] - x));
        of_level = std::max(of_level, std::fabs(level.at(signal, n)[k] - x));
      }
    }
  }
  // Round-off of the differences of positions, which neither loop nor springs amplify much.
  CHECK(differs < 1e-8);
  CHECK(of_level > 1e-3);
}

}  // namespace
}  // namespace montecopter
