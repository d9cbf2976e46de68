#include "analyse/vehicle_model.hpp"

#include <cstring>

#include "dynamics/vehicles/multirotor_terms.hpp"

namespace montecopter {
namespace {

PerformanceTable table_of(const Multirotor& vehicle) {
  const auto* law = std::get_if<PerformanceTableRotor>(&vehicle.rotors.front().law);
  return law != nullptr ? law->table() : PerformanceTable{};
}

VehicleModel::Dynamics::Constants fold(const Multirotor& vehicle, const Surroundings& around) {
  VehicleModel::Dynamics::Constants constants;
  fold_multirotor(vehicle, around, static_cast<int>(max_rotors),
                  reinterpret_cast<double*>(&constants));
  return constants;
}

Multirotor without_noise(Multirotor vehicle) {
  vehicle.process_noise = {};
  return vehicle;
}

}  // namespace

VehicleModel::VehicleModel(const Multirotor& vehicle, double gravity_m_s2, double air_density_kg_m3)
    : vehicle_(without_noise(vehicle)),
      around_{.gravity_m_s2 = gravity_m_s2, .air_density_kg_m3 = air_density_kg_m3},
      table_(table_of(vehicle)),
      dynamics_{AnyRotors<max_rotors>(static_cast<int>(vehicle.rotors.size())),
                AnyPropulsion(static_cast<int>(vehicle.rotors.front().law.index()),
                              static_cast<int>(vehicle.rotors.front().motor.index())),
                AnyTerms(terms_of(vehicle_)), table_, fold(vehicle_, around_)} {}

Eigen::VectorXd VehicleModel::lowest_commands() const {
  Eigen::VectorXd c(rotors());
  for (int i = 0; i < rotors(); ++i) c[i] = dynamics_.c.rotor[i].low;
  return c;
}

Eigen::VectorXd VehicleModel::highest_commands() const {
  Eigen::VectorXd c(rotors());
  for (int i = 0; i < rotors(); ++i) c[i] = dynamics_.c.rotor[i].high;
  return c;
}

VehicleModel::State VehicleModel::settled(const Eigen::VectorXd& commands, double roll,
                                          double pitch, const Eigen::Vector3d& velocity) const {
  State state{};
  state.set_velocity({velocity.x(), velocity.y(), velocity.z()});
  const Eigen::Quaterniond q = Eigen::AngleAxisd(pitch, Eigen::Vector3d::UnitY()) *
                               Eigen::AngleAxisd(roll, Eigen::Vector3d::UnitX());
  state.set_attitude({q.w(), q.x(), q.y(), q.z()});
  for (int i = 0; i < rotors(); ++i) {
    const auto x = settled_motor(vehicle_.rotors[i], commands[i], around_.air_density_kg_m3);
    for (int k = 0; k < dynamics_.propulsion.states(); ++k) state.actuator(k * rotors() + i) = x[k];
  }
  return state;
}

VehicleModel::Dynamics::Input VehicleModel::input(const Eigen::VectorXd& commands) const {
  Dynamics::Input input;
  for (int i = 0; i < rotors(); ++i) input.command[i] = dynamics_.clamp_command(i, commands[i]);
  return input;
}

VehicleModel::State VehicleModel::rates(const State& state, const Eigen::VectorXd& commands) const {
  State rate{};
  dynamics_.derivative(state, input(commands), rate);
  return rate;
}

Eigen::Matrix<double, 6, 1> VehicleModel::accelerations(const State& state,
                                                        const Eigen::VectorXd& commands) const {
  const State rate = rates(state, commands);
  const Vec3<double> a = rate.velocity(), w = rate.body_rate();
  return {a.x, a.y, a.z, w.x, w.y, w.z};
}

Load<double> VehicleModel::load(int rotor, const State& state,
                                const Eigen::VectorXd& commands) const {
  return dynamics_.rotor_load(rotor, state, input(commands));
}

}  // namespace montecopter
