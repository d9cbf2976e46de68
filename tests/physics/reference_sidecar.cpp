/// The sidecars of reference/models and reference/upstream.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <stdexcept>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// Reads numbers by dotted path; what is missing is an error.
class Sidecar {
 public:
  explicit Sidecar(const std::string& name)
      : table_(toml::parse_file(reference_path(name))), name_(name) {}

  /// Numbers of the PX4 sidecars are floats printed with nine digits.
  void round_to_float() { to_float_ = true; }

  bool has(std::string_view path) const { return bool(table_.at_path(path)); }
  std::string text(std::string_view path) const {
    return table_.at_path(path).value<std::string>().value_or("");
  }
  double number(std::string_view path) const { return number(table_.at_path(path), path); }
  std::vector<double> numbers(std::string_view path) const {
    return numbers(table_.at_path(path).as_array(), path);
  }
  template <std::size_t N>
  std::array<double, N> fixed(std::string_view path) const {
    const auto values = numbers(path);
    if (values.size() != N) throw std::runtime_error(name_ + ": size of " + std::string(path));
    std::array<double, N> out;
    std::copy(values.begin(), values.end(), out.begin());
    return out;
  }
  std::vector<std::vector<double>> matrix(std::string_view path) const {
    std::vector<std::vector<double>> rows;
    const toml::array* array = table_.at_path(path).as_array();
    if (array == nullptr) throw std::runtime_error(name_ + ": no " + std::string(path));
    for (const toml::node& row : *array) rows.push_back(numbers(row.as_array(), path));
    return rows;
  }
  std::size_t count(std::string_view path) const {
    const toml::array* array = table_.at_path(path).as_array();
    return array == nullptr ? 0 : array->size();
  }

 private:
  template <class Node>
  double number(const Node& node, std::string_view path) const {
    const auto value = node.template value<double>();
    if (!value) throw std::runtime_error(name_ + ": no number " + std::string(path));
    return to_float_ ? static_cast<double>(static_cast<float>(*value)) : *value;
  }
  std::vector<double> numbers(const toml::array* array, std::string_view path) const {
    if (array == nullptr) throw std::runtime_error(name_ + ": no list " + std::string(path));
    std::vector<double> values;
    for (const toml::node& node : *array) values.push_back(number(node, path));
    return values;
  }

  toml::table table_;
  std::string name_;
  bool to_float_ = false;
};

/// The frame follows from where gravity points; without gravity both are the same physics.
void take_gravity(ReferenceCase& c, const Vector3& g) {
  if (g[0] != 0 || g[1] != 0) throw std::runtime_error(c.name + ": gravity is not along z");
  c.z_up = g[2] < 0;
  c.gravity = std::fabs(g[2]);
}

/// PX4's quad x in NED/FRD: front right, rear left, front left, rear right; the first two turn
/// counter-clockwise seen from above.
void add_px4_rotors(ReferenceCase& c, double x, double y, double thrust, double torque) {
  const std::array<Vector3, 4> arms = {{{x, y, 0}, {-x, -y, 0}, {x, -y, 0}, {-x, y, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    c.rotors.push_back({.position = arms[i],
                        .axis = {0, 0, -1},
                        .spin = i < 2 ? 1 : -1,
                        .thrust = thrust,
                        .torque = torque,
                        .high = 1});
  }
}

void set_diagonal(std::array<double, 9>& m, double value) { m[0] = m[4] = m[8] = value; }

/// Trace columns prefix0, prefix1, ... (or from 1) are components of `signal`.
void add_actuator_columns(ReferenceCase& c, const std::string& prefix, std::size_t first,
                          const std::string& signal) {
  for (std::size_t i = 0; i < c.rotors.size(); ++i) {
    c.actuator_columns.push_back({prefix + std::to_string(first + i), signal, i});
  }
}

// --- reference/models ---------------------------------------------------------------------------

void take_sih_model(const Sidecar& s, ReferenceCase& c) {
  const auto p = [&](const char* key) { return s.number("parameters." + std::string(key)); };
  c.inertia = {p("Ixx"), p("Iyy"), p("Izz"), p("Ixy"), p("Ixz"), p("Iyz")};
  c.linear_drag = p("K_DV");
  set_diagonal(c.linear_aero_moment, p("K_DW"));
  c.linear_law = true;
  add_px4_rotors(c, p("L_pitch"), p("L_roll"), p("T_max"), p("Q_max"));
}

void take_flightgoggles_model(const Sidecar& s, ReferenceCase& c) {
  const auto p = [&](const char* key) { return s.number("parameters." + std::string(key)); };
  c.inertia = {p("Jxx"), p("Jyy"), p("Jzz"), 0, 0, 0};
  c.quadratic_drag = p("drag_coefficient");
  const auto moment = s.fixed<3>("parameters.aero_moment_coefficient");
  for (std::size_t k = 0; k < 3; ++k) c.quadratic_aero_moment[4 * k] = moment[k];
  c.force_noise = p("force_process_noise");
  c.moment_noise = p("moment_process_noise");
  const auto positions = s.matrix("rotors.positions");
  const auto spins = s.numbers("rotors.spin_sign");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    c.rotors.push_back({.position = {positions[i][0], positions[i][1], positions[i][2]},
                        .axis = s.fixed<3>("rotors.thrust_axis"),
                        .spin = static_cast<int>(spins[i]),
                        .thrust = p("thrust_coefficient"),
                        .torque = p("torque_coefficient"),
                        .low = p("motor_speed_min"),
                        .high = p("motor_speed_max"),
                        .time_constant = p("motor_time_constant"),
                        .inertia = p("rotor_inertia")});
  }
  c.actuators = s.numbers("initial_state.rotor_speeds");
  add_actuator_columns(c, "m", 1, "rotor_speed");
}

void take_plus_model(const Sidecar& s, ReferenceCase& c) {
  const double r = s.number("parameters.radius"), mr2 = c.mass * r * r;
  c.inertia = {mr2 / 2, mr2 / 2, mr2, 0, 0, 0};
  // Front, left, back, right; front and back turn clockwise, their drag turns the body to the left.
  const std::array<Vector3, 4> arms = {{{r, 0, 0}, {0, r, 0}, {-r, 0, 0}, {0, -r, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    c.rotors.push_back({.position = arms[i],
                        .spin = i % 2 == 0 ? -1 : 1,
                        .high = 1e4,
                        .law_table = fmt::format(
                            "{{type = \"quadratic\", thrust_n_s2 = {}, torque_n_m_s2 = {}}}",
                            s.number("parameters.k_force"), s.number("parameters.k_torque"))});
  }
}

/// A 3x3 matrix, row by row.
std::array<double, 9> flat(const std::vector<std::vector<double>>& m) {
  std::array<double, 9> out;
  for (std::size_t k = 0; k < 9; ++k) out[k] = m.at(k / 3).at(k % 3);
  return out;
}

/// Polynomials [k2, k1, k0] of the input, and one lag of thrust and torque.
void take_polyrotor_model(const Sidecar& s, ReferenceCase& c) {
  const auto p = [&](const char* key) { return s.number("parameters." + std::string(key)); };
  const auto f = s.fixed<3>("parameters.k_f"), t = s.fixed<3>("parameters.k_tau");
  c.inertia = {p("Jxx"), p("Jyy"), p("Jzz"), 0, 0, 0};
  c.rotor_drag = s.fixed<3>("parameters.D");
  c.velocity_aero_moment = flat(s.matrix("parameters.A"));
  c.linear_aero_moment = flat(s.matrix("parameters.B"));
  const double a = p("arm") / std::sqrt(2.0);
  // Front right, rear left, front left, rear right in x front, y left.
  const std::array<Vector3, 4> arms = {{{a, -a, 0}, {-a, a, 0}, {a, a, 0}, {-a, -a, 0}}};
  const auto spins = s.numbers("rotors.spin_sign");
  for (std::size_t i = 0; i < 4; ++i) {
    c.rotors.push_back(
        {.position = arms[i],
         .spin = static_cast<int>(spins[i]),
         .law_table = fmt::format("{{type = \"polynomial\", thrust_0_n = {}, thrust_1_n = {}, "
                                  "thrust_2_n = {}, torque_0_n_m = {}, torque_1_n_m = {}, "
                                  "torque_2_n_m = {}}}",
                                  f[2], f[1], f[0], t[2], t[1], t[0]),
         .motor_table =
             fmt::format("{{type = \"load_lag\", time_constant_s = {}, min = 0, max = 1, "
                         "rotor_inertia_kg_m2 = {}, speed_thrust_n_s2 = {}}}",
                         p("alpha_mot"), p("rotor_inertia"), p("thrust_coefficient"))});
  }
  c.actuators = s.numbers("initial_state.f");
  const auto torques = s.numbers("initial_state.tau");
  c.actuators.insert(c.actuators.end(), torques.begin(), torques.end());
  add_actuator_columns(c, "f", 1, "rotor_thrust");
  add_actuator_columns(c, "tau", 1, "rotor_torque");
}

void take_model(const Sidecar& s, ReferenceCase& c) {
  take_gravity(c, s.fixed<3>("environment.gravity_vector_world"));
  if (s.fixed<3>("environment.wind") != Vector3{}) throw std::runtime_error(c.name + ": has wind");
  c.z_up = s.text("frame").rfind("NWU/FLU", 0) == 0;
  c.mass = s.number("parameters.mass");
  c.position = s.fixed<3>("initial_state.position");
  c.velocity = s.fixed<3>("initial_state.velocity_world");
  c.attitude = s.fixed<4>("initial_state.quaternion_wxyz_body_to_world");
  c.body_rate = s.fixed<3>("initial_state.body_rates");
  c.command_time = "t_s";
  c.commands = s.matrix("inputs.table");
  c.duration = s.number("duration");
  c.step_s = s.number("fixed_step.dt");
  c.rate_hz = std::round(1 / c.step_s);
  const std::string model = s.text("model");
  const auto is = [&](const char* start) { return model.rfind(start, 0) == 0; };
  if (is("sih_quad_x")) return take_sih_model(s, c);
  if (is("flightgoggles_multicopter")) return take_flightgoggles_model(s, c);
  if (is("quad_plus")) return take_plus_model(s, c);
  if (is("poly_rotor_quad_x")) return take_polyrotor_model(s, c);
  throw std::runtime_error(c.name + ": no multirotor of ours: " + model);
}

// --- reference/upstream -------------------------------------------------------------------------

/// Start, steps and the command table, which all upstream sidecars have.
void take_flight(const Sidecar& s, ReferenceCase& c) {
  c.duration = s.number("case.duration_s");
  c.rate_hz = s.number("integrator.rate_hz");
  c.step_s = s.number("integrator.dt_s");
  c.position = s.fixed<3>("initial.position");
  c.velocity = s.fixed<3>("initial.velocity");
  c.attitude = s.fixed<4>("initial.attitude_wxyz");
  c.body_rate = s.fixed<3>("initial.angular_velocity");
  c.command_time = "step";
  const double table_hz = s.number("commands.rate_hz");
  for (auto& row : s.matrix("commands.values")) {
    const auto k = static_cast<double>(c.commands.size());
    row.insert(row.begin(), std::floor(k * c.rate_hz / table_hz + 0.5));
    c.commands.push_back(row);
  }
}

void take_mds(const Sidecar& s, ReferenceCase& c) {
  take_gravity(c, s.fixed<3>("vehicle.gravity"));
  take_flight(s, c);
  c.mass = s.number("vehicle.mass");
  const auto j = s.matrix("vehicle.inertia"), a = s.matrix("vehicle.aero_moment_coefficient");
  c.inertia = {j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]};
  c.quadratic_aero_moment = flat(a);
  c.quadratic_drag = s.number("vehicle.drag_coefficient");
  c.force_noise = s.number("vehicle.force_noise_autocorrelation");
  c.moment_noise = s.number("vehicle.moment_noise_autocorrelation");
  for (std::size_t i = 0; i < s.count("motor"); ++i) {
    const std::string motor = "motor[" + std::to_string(i) + "].";
    const auto pose = s.matrix(motor + "rotation_motor_to_body");
    // Their direction is that of the drag torque on the body, ours that of the rotor.
    c.rotors.push_back({.position = s.fixed<3>(motor + "position"),
                        .axis = {pose[0][2], pose[1][2], pose[2][2]},
                        .spin = -static_cast<int>(s.number(motor + "direction")),
                        .thrust = s.number(motor + "thrust_coefficient"),
                        .torque = s.number(motor + "torque_coefficient"),
                        .low = s.number(motor + "min_speed"),
                        .high = s.number(motor + "max_speed"),
                        .time_constant = s.number(motor + "time_constant"),
                        .inertia = s.number(motor + "rotor_inertia")});
  }
  c.actuators = s.numbers("initial.motor_speed");
  add_actuator_columns(c, "m", 0, "rotor_speed");
}

/// PX4's SIH of 2019, or that of 2022, which has a thruster lag and clamps the body rates.
void take_sih(Sidecar& s, ReferenceCase& c) {
  s.round_to_float();
  take_flight(s, c);
  const auto v = [&](const char* key) { return s.number("vehicle." + std::string(key)); };
  c.z_up = false;
  c.gravity = v("gravity");
  c.mass = v("mass");
  c.inertia = s.fixed<6>("vehicle.inertia_xx_yy_zz_xy_xz_yz");
  c.linear_drag = v("KDV");
  set_diagonal(c.linear_aero_moment, v("KDW"));
  c.linear_law = true;
  add_px4_rotors(c, v("L_pitch"), v("L_roll"), v("T_max"), v("Q_max"));
  if (!s.has("vehicle.T_tau")) return;
  for (ReferenceRotor& rotor : c.rotors) rotor.time_constant = v("T_tau");
  c.body_rate_limit = 6 * M_PI;
  c.actuators = s.numbers("initial.thruster");
  add_actuator_columns(c, "u", 0, "rotor_speed");
}

}  // namespace

ReferenceCase load_reference_case(const std::string& name) {
  Sidecar s(name);
  ReferenceCase c;
  c.name = name.substr(name.find('/') + 1);
  c.name.resize(c.name.size() - std::string_view(".toml").size());
  if (s.has("model")) {
    take_model(s, c);
  } else if (s.count("motor") > 0) {
    take_mds(s, c);
  } else if (s.has("vehicle.T_max")) {
    take_sih(s, c);
  } else {
    throw std::runtime_error(name + ": a sidecar of an unknown kind");
  }
  return c;
}

}  // namespace montecopter
