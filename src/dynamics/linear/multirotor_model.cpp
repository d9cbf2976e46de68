#include "dynamics/linear/multirotor_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "dynamics/linear/multirotor_equations.hpp"
#include "dynamics/linear/tilt.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"

namespace montecopter {

static_assert(std::is_same_v<MultirotorModel::State, MultirotorEquations::StateType>);

namespace {

MultirotorForm form_of(const Multirotor& vehicle, const CalmAir& air,
                       const InflowTable* inflow_table) {
  const Rotor& first = vehicle.rotors.front();
  MultirotorForm form;
  form.law = static_cast<int>(first.law->index());
  form.motor = static_cast<int>(first.motor->index());
  form.rotors = static_cast<int>(vehicle.rotors.size());
  form.terms = terms_of(vehicle);
  if (!air.height_m) form.terms.ground_effect = GroundEffect::none;
  form.table = performance_table_of(*first.law);
  form.inflow_table = inflow_table;
  form.surface = surface_form(vehicle);
  return form;
}

World<double> calm_world(const CalmAir& air) {
  World<double> world{};
  world.c.gravity[0] = air.gravity_m_s2;
  world.c.air.density_kg_m3 = air.density_kg_m3;
  world.c.air.temperature_k = air.temperature_k;
  return world;
}

MultirotorEquations::Constants fold(const Multirotor& vehicle, const MultirotorForm& form,
                                    double air_density_kg_m3) {
  MultirotorEquations::Constants constants;
  fold_multirotor(vehicle,
                  {.air_density_kg_m3 = air_density_kg_m3, .rotor_flow = form.terms.rotor_flow()},
                  static_cast<int>(max_rotors), reinterpret_cast<double*>(&constants));
  return constants;
}

/// A level ground so far below the centre of mass, which is at the origin.
Contact<double> ground_below(const CalmAir& air) {
  Contact<double> contact{};
  contact.c.ground_z = air.height_m.value_or(0.0);
  contact.c.down = {0, 0, 1};
  return contact;
}

std::unique_ptr<const MultirotorEquations> equations_of(const Multirotor& vehicle,
                                                        const MultirotorForm& form,
                                                        const World<double>& world,
                                                        const CalmAir& air) {
  auto equations = std::make_unique<MultirotorEquations>(
      form, fold(vehicle, form, air.density_kg_m3), world, ground_below(air));
  equations->supply = electric_supply_of(vehicle);
  if (vehicle.response_surface) equations->surface.c = fold_surface(vehicle, form.surface);
  return equations;
}

Multirotor without_noise(Multirotor vehicle) {
  vehicle.process_noise = {};
  return vehicle;
}

}  // namespace

MultirotorModel::MultirotorModel(const Multirotor& vehicle, const CalmAir& air)
    : vehicle_(without_noise(vehicle)),
      air_(air),
      world_(calm_world(air)),
      inflow_table_(inflow_table_of(*vehicle_.rotors.front().law, world_.c.air)),
      form_(form_of(vehicle_, air, inflow_table_.get())),
      equations_(equations_of(vehicle_, form_, world_, air)) {}

MultirotorModel::~MultirotorModel() = default;

int MultirotorModel::states() const { return equations_->size(); }

Eigen::VectorXd MultirotorModel::lowest_commands() const {
  Eigen::VectorXd c(rotors());
  for (int i = 0; i < rotors(); ++i) c[i] = equations_->c.rotor[i].low;
  return c;
}

Eigen::VectorXd MultirotorModel::highest_commands() const {
  Eigen::VectorXd c(rotors());
  for (int i = 0; i < rotors(); ++i) c[i] = equations_->c.rotor[i].high;
  return c;
}

MultirotorModel::State MultirotorModel::settled(const Eigen::VectorXd& commands, double roll,
                                                double pitch,
                                                const Eigen::Vector3d& velocity) const {
  State state{};
  state.set_velocity({velocity.x(), velocity.y(), velocity.z()});
  state.set_attitude(tilted(roll, pitch));
  for (int i = 0; i < rotors(); ++i) {
    const auto x = settled_motor(vehicle_.rotors[i], commands[i], world_.c.air.density_kg_m3);
    for (int k = 0; k < equations_->propulsion.states(); ++k)
      state.actuator(k * rotors() + i) = x[k];
  }
  if (is_electric()) settle_speeds(commands, state);
  return state;
}

bool MultirotorModel::is_electric() const { return equations_->propulsion.electric(); }

void MultirotorModel::settle_speeds(const Eigen::VectorXd& commands, State& state) const {
  const std::size_t n = vehicle_.rotors.size();
  std::vector<double> speed(n), limited(n);
  for (int i = 0; i < rotors(); ++i)
    limited[static_cast<std::size_t>(i)] = equations_->clamp_command(i, commands[i]);
  const auto at = [&](const std::vector<double>& w) {
    std::copy(w.begin(), w.end(), state.x.begin() + rigid_body_size);
    return equations_->input(state, commands);
  };
  settle(
      speed, [&](std::size_t i) { return equations_->c.rotor[i].motor; }, limited,
      [&](const std::vector<double>& w) { return at(w).supply; },
      [&](std::size_t i, const std::vector<double>& w) {
        return equations_->rotor_load(static_cast<int>(i), state, at(w)).torque;
      });
  at(speed);
}

double MultirotorModel::speed(int rotor, const State& state,
                              const Eigen::VectorXd& commands) const {
  return is_electric() ? state.actuator(rotor) : commands[rotor];
}

MotorDraw MultirotorModel::motor_draw(const State& state, const Eigen::VectorXd& commands) const {
  const MultirotorEquations::Input input = equations_->input(state, commands);
  MotorDraw draw;
  for (int i = 0; i < rotors(); ++i) {
    const double voltage = equations_->c.rotor[i].motor[0] * input.supply * input.command[i];
    draw.power_w += voltage * equations_->motor_current(i, state, input);
    draw.highest_voltage_v = std::fmax(draw.highest_voltage_v, voltage);
  }
  return draw;
}

MultirotorModel::State MultirotorModel::rates(const State& state,
                                              const Eigen::VectorXd& commands) const {
  State rate{};
  equations_->derivative(state, equations_->input(state, commands), rate);
  return rate;
}

Eigen::Matrix<double, 6, 1> MultirotorModel::accelerations(const State& state,
                                                           const Eigen::VectorXd& commands) const {
  const State rate = rates(state, commands);
  const Vec3<double> a = rate.velocity(), w = rate.body_rate();
  return {a.x, a.y, a.z, w.x, w.y, w.z};
}

Load<double> MultirotorModel::load(int rotor, const State& state,
                                   const Eigen::VectorXd& commands) const {
  return equations_->rotor_load(rotor, state, equations_->input(state, commands));
}

double MultirotorModel::thrust_fraction(const State& state, const Eigen::VectorXd& commands) const {
  return equations_->thrust_fraction(state, equations_->input(state, commands));
}

}  // namespace montecopter
