#include "verify/bits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/hash.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::verify {
namespace {

/// A quadrotor with lags, drag and noise; 70 samples fill no whole number of lanes.
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
profile_share = 0.5
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

struct Pinned {
  const char *name, *scenario;
  const char* integrator;  ///< TOML
  const char* hash;
};
constexpr Pinned pinned[] = {
    {"quadrotor, rk4", quadrotor, "[integrator]\ntype = \"rk4\"\nrate_hz = 200\n",
     "f6500bfd64af3a4da76022e65478df5840e85e00725c351a5111a8237b9c41fa"},
    {"quadrotor, dopri5", quadrotor, "[integrator]\ntype = \"dopri5\"\nrate_hz = 20\n",
     "a45ff3d3d5445db67c036afeeb188a5ea435d4ca9c731607d717491703035b1d"},
    {"helicopter, rk4", helicopter, "[integrator]\ntype = \"rk4\"\nrate_hz = 100\n",
     "9af3ce7f6aa58ce7cfc477e646ee602450fc546174fc98cfe9d964c8db39d48e"},
};

std::string text_of(const Pinned& flight) {
  return std::string(flight.scenario) + flight.integrator;
}

bool is_pinned(const std::string& column, const std::vector<std::string>& signals) {
  return column == "status" || column == "digest" || column.rfind("in_", 0) == 0 ||
         std::find(signals.begin(), signals.end(), column) != signals.end();
}

}  // namespace

std::string content_hash(const FlightsInMemory& flown) {
  const Layout& layout = flown.plan().layout;
  record::Sha256 sha;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    if (!is_pinned(layout.columns[i].name, flown.plan().scenario.output.signals)) continue;
    for (const Block& block : flown.blocks()) sha.add(block.data[i]);
  }
  return record::hex(sha.digest());
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
  for (const Pinned& flight : pinned) {
    for (const Kernel* kernel : available_kernels()) {
      checks.push_back(hash_check({fmt::format("{} on {}", flight.name, kernel->name),
                                   "content hash " + std::string(flight.hash).substr(0, 16)},
                                  lab.fly(text_of(flight), *kernel), flight.hash));
    }
  }
  return checks;
}

}  // namespace montecopter::verify
