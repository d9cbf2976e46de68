#include "verify/bits.hpp"

#include <fmt/format.h>

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

struct Pinned {
  const char* name;
  const char* integrator;  ///< TOML
  const char* hash;
};
constexpr Pinned pinned[] = {
    {"rk4", "[integrator]\ntype = \"rk4\"\nrate_hz = 200\n",
     "f6500bfd64af3a4da76022e65478df5840e85e00725c351a5111a8237b9c41fa"},
    {"dopri5", "[integrator]\ntype = \"dopri5\"\nrate_hz = 20\n",
     "a45ff3d3d5445db67c036afeeb188a5ea435d4ca9c731607d717491703035b1d"},
};

std::string text_of(const Pinned& flight) { return std::string(quadrotor) + flight.integrator; }

}  // namespace

std::string content_hash(const FlightsInMemory& flown) {
  record::Sha256 sha;
  for (const char* name :
       {"status", "in_vehicle.mass_kg", "in_wind.0.to_m_s.x", "digest", "position", "velocity",
        "attitude", "body_rate", "rotor_speed", "specific_force"}) {
    const std::size_t column = column_index(flown.plan().layout, name);
    for (const Block& block : flown.blocks()) sha.add(block.data[column]);
  }
  return record::hex(sha.digest());
}

Check hash_check(const Claim& claim, const FlightsInMemory& flown, const std::string& wanted) {
  const std::string hash = content_hash(flown);
  Check check = equality_check(claim, hash == wanted ? 0 : 1);
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
