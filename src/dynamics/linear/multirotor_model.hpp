#pragma once
/// One multirotor with all its parameters fixed, as a function: commands and state in, rates out.
/// The equations are those of the kernels, over plain doubles.

#include <Eigen/Core>
#include <memory>

#include "dynamics/environment/world.hpp"
#include "dynamics/linear/calm_air.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// The right-hand side, for stepping: multirotor_equations.hpp. Code that only queries the model
/// need not read the equations with all rotor laws and motors.
struct MultirotorEquations;

/// What electric motors take in a state.
struct MotorDraw {
  double power_w = 0;            ///< behind the speed controllers
  double highest_voltage_v = 0;  ///< of all motors: duty times supply
};

class MultirotorModel {
 public:
  using State = montecopter::State<double, most_motor_states * max_rotors>;

  /// The vehicle has been validated; there is no process noise.
  MultirotorModel(const Multirotor& vehicle, const CalmAir& air);
  ~MultirotorModel();
  MultirotorModel(const MultirotorModel&) = delete;
  MultirotorModel& operator=(const MultirotorModel&) = delete;

  const Multirotor& vehicle() const { return vehicle_; }
  double gravity_m_s2() const { return world_.constant_gravity(); }
  const CalmAir& air() const { return air_; }
  int rotors() const { return static_cast<int>(vehicle_.rotors.size()); }
  int states() const;
  const MultirotorEquations& equations() const { return *equations_; }

  /// Limits of each command.
  Eigen::VectorXd lowest_commands() const;
  Eigen::VectorXd highest_commands() const;

  /// Attitude from roll and pitch [rad], velocity [m/s, NED], motors settled at the commands.
  State settled(const Eigen::VectorXd& commands, double roll, double pitch,
                const Eigen::Vector3d& velocity) const;
  /// x' with these commands.
  State rates(const State& state, const Eigen::VectorXd& commands) const;
  /// v' [m/s2, NED] and omega' [rad/s2, FRD], one below the other.
  Eigen::Matrix<double, 6, 1> accelerations(const State& state,
                                            const Eigen::VectorXd& commands) const;
  /// Thrust [N] and drag torque [N m] of rotor i.
  Load<double> load(int rotor, const State& state, const Eigen::VectorXd& commands) const;
  /// Thrust of all rotors by that at their highest commands in the same air.
  double thrust_fraction(const State& state, const Eigen::VectorXd& commands) const;

  /// Whether the motors are electric.
  bool is_electric() const;
  /// Speed of rotor i, or what takes its place in the rotor law.
  double speed(int rotor, const State& state, const Eigen::VectorXd& commands) const;
  /// Power and voltage of a vehicle with electric motors.
  MotorDraw motor_draw(const State& state, const Eigen::VectorXd& commands) const;

 private:
  /// Sets the speeds of electric motors that are steady in this state.
  void settle_speeds(const Eigen::VectorXd& commands, State& state) const;

  Multirotor vehicle_;
  CalmAir air_;
  World<double> world_;
  std::shared_ptr<const InflowTable> inflow_table_;  ///< of rotor laws that have one
  MultirotorForm form_;
  std::unique_ptr<const MultirotorEquations> equations_;  // refer to the table of the form
};

}  // namespace montecopter
