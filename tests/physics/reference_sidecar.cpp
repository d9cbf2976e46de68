/// The sidecars of reference/models and reference/upstream.

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

// --- reference/models ---------------------------------------------------------------------------

void take_sih_model(const Sidecar& s, ReferenceCase& c) {
  const auto p = [&](const char* key) { return s.number("parameters." + std::string(key)); };
  c.inertia = {p("Ixx"), p("Iyy"), p("Izz"), p("Ixy"), p("Ixz"), p("Iyz")};
  c.linear_drag = p("K_DV");
  c.linear_aero_moment = p("K_DW");
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
  c.actuator_prefix = "m";
  c.first_actuator = 1;
}

void take_plus_model(const Sidecar& s, ReferenceCase& c) {
  const double r = s.number("parameters.radius"), mr2 = c.mass * r * r;
  c.inertia = {mr2 / 2, mr2 / 2, mr2, 0, 0, 0};
  // Front, left, back, right; front and back turn clockwise, their drag turns the body to the left.
  const std::array<Vector3, 4> arms = {{{r, 0, 0}, {0, r, 0}, {-r, 0, 0}, {0, -r, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    c.rotors.push_back({.position = arms[i],
                        .spin = i % 2 == 0 ? -1 : 1,
                        .thrust = s.number("parameters.k_force"),
                        .torque = s.number("parameters.k_torque"),
                        .low = -1e4,
                        .high = 1e4});
  }
}

/// Thrust lags behind its polynomial of the input: a linear rotor of unit thrust whose signal is
/// the thrust itself. Only where the torque is a multiple of the thrust and A, B, tau_g are zero.
void take_polyrotor_model(const Sidecar& s, ReferenceCase& c) {
  const auto p = [&](const char* key) { return s.number("parameters." + std::string(key)); };
  const auto thrust = s.fixed<3>("parameters.k_f"), torque = s.fixed<3>("parameters.k_tau");
  const double ratio = torque[0] / thrust[0];
  for (std::size_t k = 0; k < 3; ++k) {
    const auto a = s.matrix("parameters.A"), b = s.matrix("parameters.B");
    const bool plain = std::fabs(torque[k] - ratio * thrust[k]) < 1e-15 &&
                       p("rotor_inertia") == 0 && a[k] == std::vector<double>(3) &&
                       b[k] == std::vector<double>(3);
    if (!plain) throw std::runtime_error(c.name + ": has terms that a multirotor of ours has not");
  }
  c.inertia = {p("Jxx"), p("Jyy"), p("Jzz"), 0, 0, 0};
  c.rotor_drag = s.fixed<3>("parameters.D");
  c.linear_law = true;
  const double a = p("arm") / std::sqrt(2.0);
  // Front right, rear left, front left, rear right in x front, y left.
  const std::array<Vector3, 4> arms = {{{a, -a, 0}, {-a, a, 0}, {a, a, 0}, {-a, -a, 0}}};
  const auto spins = s.numbers("rotors.spin_sign");
  for (std::size_t i = 0; i < 4; ++i) {
    c.rotors.push_back({.position = arms[i],
                        .spin = static_cast<int>(spins[i]),
                        .thrust = 1,
                        .torque = ratio,
                        .high = 1e4,
                        .time_constant = p("alpha_mot")});
  }
  for (auto& row : c.commands) {
    for (std::size_t i = 1; i < row.size(); ++i) {
      row[i] = std::max(0.0, (thrust[0] * row[i] + thrust[1]) * row[i] + thrust[2]);
    }
  }
  c.actuators = s.numbers("initial_state.f");
  c.actuator_prefix = "f";
  c.first_actuator = 1;
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
  for (std::size_t k = 0; k < 9; ++k) c.quadratic_aero_moment[k] = a[k / 3][k % 3];
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
  c.actuator_prefix = "m";
}

void take_sih2019(Sidecar& s, ReferenceCase& c) {
  // The SIH of 2022 turns the attitude by an exponential and lags its thrusters in its own way.
  if (s.has("vehicle.T_tau")) throw std::runtime_error(c.name + ": not the SIH of 2019");
  s.round_to_float();
  take_flight(s, c);
  const auto v = [&](const char* key) { return s.number("vehicle." + std::string(key)); };
  c.z_up = false;
  c.gravity = v("gravity");
  c.mass = v("mass");
  c.inertia = s.fixed<6>("vehicle.inertia_xx_yy_zz_xy_xz_yz");
  c.linear_drag = v("KDV");
  c.linear_aero_moment = v("KDW");
  c.linear_law = true;
  add_px4_rotors(c, v("L_pitch"), v("L_roll"), v("T_max"), v("Q_max"));
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
    take_sih2019(s, c);
  } else {
    throw std::runtime_error(name + ": a sidecar of an unknown kind");
  }
  return c;
}

}  // namespace montecopter
