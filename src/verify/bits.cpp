#include "verify/bits.hpp"

#include <fmt/format.h>

#include "core/base/column_names.hpp"
#include "core/base/hash.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::verify {
namespace {

/// A quadrotor with lags, drag and noise. Its 70 samples do not fill a whole number of lanes.
constexpr const char* quadrotor = R"(
schema = 1
name = "bits"
[environment]
gravity_m_s2 = 9.81
[vehicle]
type = "multirotor"
mass_kg = 1.0
inertia_kg_m2 = {xx = 0.0049, yy = 0.0049, zz = 0.0069}
quadratic_drag_n_s2_m2 = 0.1
rotor_drag_1_s = [0.3, 0.3, 0.1]
quadratic_aero_moment_n_m_s2 = [0.003, 0, 0, 0, 0.003, 0, 0, 0, 0.003]
process_noise = {force_n2_s = 5e-4, moment_n2_m2_s = 1.25e-7}
[vehicle.rotor]
axis = [0, 0, -1]
law = {type = "signed_quadratic", thrust_n_s2 = 1.91e-6, torque_n_m_s2 = 2.6e-7}
motor = {type = "first_order", time_constant_s = 0.02, max = 2200, rotor_inertia_kg_m2 = 6.62e-6}
[[vehicle.rotors]]
position_m = [0.08, -0.08, 0]
spin = -1
[[vehicle.rotors]]
position_m = [-0.08, -0.08, 0]
spin = 1
[[vehicle.rotors]]
position_m = [-0.08, 0.08, 0]
spin = -1
[[vehicle.rotors]]
position_m = [0.08, 0.08, 0]
spin = 1
[[wind]]
type = "steady"
to_m_s = [1.0, -0.5, 0.2]
[controller]
type = "command_table"
rows = [
  [0.0, 1133.0, 1133.0, 1133.0, 1133.0],
  [0.1, 1200.0, 1200.0, 1060.0, 1060.0],
  [0.3, 1133.0, 1140.0, 1133.0, 1140.0],
]
[simulation]
duration_s = 0.5
[output]
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "specific_force"]
rate_hz = 20
[monte_carlo]
samples = 70
seed = 2026
[disperse."vehicle.mass_kg"]
dist = "truncated_normal"
mean = 1.0
sd = 0.05
low = 0.9
high = 1.1
[disperse."wind.0.to_m_s.x"]
dist = "weibull"
scale = 2.0
shape = 2.0
)";

/// MARVIN turns and climbs in the standard atmosphere.
constexpr const char* helicopter = R"(
schema = 1
name = "bits"
[environment]
gravity_m_s2 = 9.81
[environment.atmosphere]
type = "isa"
[vehicle]
type = "helicopter"
frame = "NWU/FLU"
mass_kg = 11.0
inertia_kg_m2 = {xx = 0.6, yy = 1.0, zz = 1.0}
drive_inertia_kg_m2 = 0.1
body_drag_kg_m = [0.3, 0.3, 0.2]
tail_drag_kg_m = 0.15
[vehicle.main_rotor]
position_m = [0.019, 0.013, 0.0]
inner_radius_m = 0.1
outer_radius_m = 0.92
inertia_kg_m2 = 0.184
[vehicle.tail_rotor]
arm_m = 1.045
gear_ratio = 5.666666666666667
inner_radius_m = 0.05
outer_radius_m = 0.17
inertia_kg_m2 = 0.00029
profile_fraction = 0.5
[vehicle.operating_points]
mass_kg = 11.0
gravity_m_s2 = 9.81
air_density_kg_m3 = 1.225
[vehicle.operating_points.first_hover]
rotor_speed_rad_s = 120.0
roll_rad = 0.092
collective = 1030.0
tail = -205.0
throttle = 730.0
tail_torque_n_m = 0.2
friction_torque_n_m = 0.7
[vehicle.operating_points.second_hover]
rotor_speed_rad_s = 130.0
roll_rad = 0.0998
collective = 839.0
[vehicle.servos]
time_constant_s = 0.4
advance = "continuous"
[controller]
type = "command_table"
rows = [
  [0.0, 1030.0, 60.0, 45.0, -205.0, 730.0],
  [0.1, 1030.0, 120.0, 45.0, -205.0, 730.0],
  [0.5, 1070.0, 0.0, 95.0, -225.0, 790.0],
]
[simulation]
duration_s = 1.0
[simulation.initial]
position_m = [0.0, 0.0, -100.0]
actuators = [120.0, 1030.0, 60.0, 45.0, -205.0, 730.0]
[output]
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "servo"]
rate_hz = 10
[monte_carlo]
samples = 70
seed = 2003
[disperse."vehicle.mass_kg"]
dist = "uniform"
low = 10.8
high = 11.2
)";

/// Sensors that together draw every error of the sensor model.
constexpr const char* sensing = R"(
[integrator]
type = "rk4"
rate_hz = 200
[environment.atmosphere]
type = "isa"
[environment.home]
latitude_deg = 47.4
longitude_deg = 8.5
altitude_m = 488.0
[environment.magnetic_field]
type = "vector"
field_t = [21.5e-6, 1.3e-6, 43.3e-6]
[sensors.imu.accelerometer]
rate_hz = 100
readings = "instantaneous"
position_m = [0.05, 0.0, -0.02]
white_noise_density_ug_sqrt_hz = 300.0
white_noise_density_is = "one_sided"
gauss_markov_bias_m_s2 = 0.1
gauss_markov_time_s = 0.5
dropout = 0.1
[sensors.imu.gyroscope]
rate_hz = 200
latency_s = 0.005
turn_on_bias_rad_s = 0.02
bias_random_walk_rad_s_sqrt_s = 0.01
g_sensitivity_rad_s_m_s2 = 0.001
resolution_rad_s = 0.001
word_bits = 16
registers = true
[sensors.imu.magnetometer]
rate_hz = 20
white_noise_nt = 200.0
[sensors.imu.barometer]
rate_hz = 20
jitter_s = 0.01
white_noise_m = 0.2
[sensors.gps.gnss]
rate_hz = 10
latency_s = 0.1
position.white_noise_m = 1.5
velocity.white_noise_m_s = 0.1
[sensors.hub.rotor_speed]
rate_hz = 50
time_noise_us = 10.0
[sensors.nose.airspeed]
rate_hz = 20
white_noise_m_s = 0.2
[sensors.belly.range_finder]
rate_hz = 20
white_noise_m = 0.02
)";

struct PinnedDigest {
  const char *name, *scenario;
  const char* rest;  ///< TOML: the integrator, sensors
  const char* hash;
};
constexpr PinnedDigest pinned[] = {
    {"quadrotor, rk4", quadrotor, "[integrator]\ntype = \"rk4\"\nrate_hz = 200\n",
     "de5fecd40002e94c0a75a34c808f9a57a7dfa8fb212e9297836882d46a6fd87e"},
    {"quadrotor, dopri5", quadrotor, "[integrator]\ntype = \"dopri5\"\nrate_hz = 20\n",
     "76723070ddc30a2ea8c195d873b5fe1cae8b4ecaef393675bfdc44be9c36f74d"},
    {"helicopter, rk4", helicopter, "[integrator]\ntype = \"rk4\"\nrate_hz = 100\n",
     "b01d9b04917f231f081e57b8d58ed90b1e367e98d44691455ae6a4e445303070"},
    {"quadrotor with sensors", quadrotor, sensing,
     "61e34d9537b1f69a3ef9a3f249cf745d11959e09e455d8c90e1c67374e703c9b"},
};

std::string text_of(const PinnedDigest& flight) {
  return std::string(flight.scenario) + flight.rest;
}

/// Whether a column is pinned. Metrics and statistics follow from the pinned ones.
bool is_pinned(const Column& column) {
  return column.name == status_column || column.name == digest_column ||
         column.name.rfind(input_prefix, 0) == 0 || column.rows == Rows::trace_sample;
}

}  // namespace

std::string content_hash(const FlightsInMemory& flown) {
  const Layout& layout = flown.plan().layout;
  Sha256 sha;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    if (!is_pinned(layout.columns[i])) continue;
    for (const Block& block : flown.blocks()) sha.add(block.data[i]);
  }
  return hex(sha.digest());
}

Check hash_check(const Claim& claim, const FlightsInMemory& flown, const std::string& wanted) {
  const std::string hash = content_hash(flown);
  int different = hash == wanted ? 0 : 1;
  for (std::int64_t i = 0; i < flown.samples(); ++i) different += flown.status(i) != Status::ok;
  Check check = equality_check(claim, different);
  check.detail = fmt::format("content hash {}, pinned {}", hash, wanted);
  return check;
}

std::vector<Check> bit_checks(const Lab& lab) {
  std::vector<Check> checks;
  for (const PinnedDigest& flight : pinned) {
    std::vector<const Kernel*> kernels = available_kernels();
    const Kernel& own =
        choose_kernel(lab.kernel().name, plan_of_text(text_of(flight)), {0, 1}).kernel;
    if (own.samples_at_once > 0) kernels.push_back(&own);  // a card that flies this
    for (const Kernel* kernel : kernels) {
      checks.push_back(hash_check({fmt::format("{} on {}", flight.name, kernel->name),
                                   "content hash " + std::string(flight.hash).substr(0, 16)},
                                  lab.fly(text_of(flight), *kernel), flight.hash));
    }
  }
  return checks;
}

}  // namespace montecopter::verify
