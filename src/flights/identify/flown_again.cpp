#include "flights/identify/flown_again.hpp"

#include <algorithm>
#include <limits>

#include "core/base/best_call.hpp"
#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/linear/multirotor_equations.hpp"
#include "dynamics/motors/motors.hpp"

namespace montecopter::identify {
namespace {

std::array<double, 3> rotated(const Quat<double>& q, const std::array<double, 3>& v) {
  const Quat<double> r = product(product(q, Quat<double>{0, v[0], v[1], v[2]}), conjugate(q));
  return {r.x, r.y, r.z};
}

/// Motors driven by a record: w' = target - w; the target is set at each stage.
FirstOrderMotor driven(double rotor_inertia_kg_m2) {
  FirstOrderMotor motor;
  motor.min = -std::numeric_limits<double>::max();
  motor.max = std::numeric_limits<double>::max();
  motor.time_constant_s = 1;
  motor.rotor_inertia_kg_m2 = rotor_inertia_kg_m2;
  return motor;
}

/// The vehicle with motors that follow the drive.
Multirotor driven(Multirotor vehicle, DriveKind kind) {
  if (kind == DriveKind::command) return vehicle;
  for (Rotor& rotor : vehicle.rotors) {
    double inertia = 0;
    std::visit(
        [&](const auto& motor) {
          if constexpr (requires { motor.rotor_inertia_kg_m2; })
            inertia = motor.rotor_inertia_kg_m2;
        },
        *rotor.motor);
    rotor.motor = driven(inertia);
  }
  return vehicle;
}

/// Model for the integrators. Rotors with recorded speeds change as the record does, so the moments
/// contain the reaction to their acceleration.
struct DrivenModel {
  using S = double;
  using StateType = MultirotorEquations::StateType;
  struct Input {
    MultirotorEquations::Input held;
    const DriveStep* step;
  };
  static constexpr bool known_terms = false, known_parts = false, has_long_derivative = false;

  const MultirotorEquations& dynamics;
  bool by_speed;
  const std::array<double, 3>&turned_by, &pushed_by;

  int size() const { return dynamics.size(); }
  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    if (by_speed) {
      MultirotorEquations::Input follow;
      for (int i = 0; i < dynamics.rotor_count(); ++i)
        follow.command[i] = state.actuator(i) + input.step->slope[i];
      derive(state, follow, rate);
    } else {
      derive(state, input.held, rate);
    }
    for (std::size_t k = 0; k < 3; ++k) rate.x[10 + k] += turned_by[k];
    if (pushed_by == std::array<double, 3>{}) return;
    const std::array<double, 3> push_W = in_world(state.x.data(), pushed_by);
    for (std::size_t k = 0; k < 3; ++k) rate.x[3 + k] += push_W[k];
  }

 private:
  void derive(const StateType& state, const MultirotorEquations::Input& input,
              StateType& rate) const {
    best_call([&] { dynamics.derivative(state, input, rate); });
  }
};

Quat<double> attitude_in(const double* state) { return {state[6], state[7], state[8], state[9]}; }

}  // namespace

std::array<double, 3> in_world(const double* state, const std::array<double, 3>& v_B) {
  return rotated(attitude_in(state), v_B);
}

std::array<double, 3> in_body(const double* state, const std::array<double, 3>& v_W) {
  return rotated(conjugate(attitude_in(state)), v_W);
}

RepeatedFlight::RepeatedFlight(const Multirotor& vehicle, const CalmAir& air, const Drive& drive,
                               const Track& track, const DriveSchedule& schedule)
    : kind_(drive.kind),
      track_(track),
      schedule_(schedule),
      model_(driven(vehicle, drive.kind), air) {
  if (drive.kind == DriveKind::command) run_motors();
}

RepeatedFlight::State RepeatedFlight::state_at(std::size_t row) const {
  State state{};
  std::copy(track_.states[row].begin(), track_.states[row].end(), state.x.begin());
  if (!motors_.empty())
    std::copy(motors_[row].begin(), motors_[row].end(), state.x.begin() + rigid_body_size);
  return state;
}

void RepeatedFlight::advance(std::size_t row, State& state) const {
  const DrivenModel vehicle{model_.equations(), kind_ == DriveKind::rotor_speed, turned_by_,
                            pushed_by_};
  const int rotors = model_.rotors();
  DrivenModel::Input input{};
  for (std::size_t k = schedule_.first[row]; k < schedule_.first[row + 1]; ++k) {
    const DriveStep& step = schedule_.steps[k];
    input.step = &step;
    for (int i = 0; i < rotors; ++i) {
      if (vehicle.by_speed) {
        state.actuator(i) = step.from[i];
      } else {  // at the middle of the step
        const double command = std::fma(0.5 * step.length_s, step.slope[i], step.from[i]);
        input.held.command[i] = vehicle.dynamics.clamp_command(i, command);
      }
    }
    if (vehicle.dynamics.supply) {
      input.held.supply = vehicle.dynamics.supply_voltage(state, input.held);
    }
    State next = state;
    best_call([&] { Rk4<DrivenModel>::step(vehicle, step.length_s, input, state, next); });
    vehicle.dynamics.limit(next);
    state = next;
  }
}

void RepeatedFlight::run_motors() {
  const int count = model_.states() - rigid_body_size;
  std::vector<std::vector<double>> motors(track_.rows());
  State state{};
  for (std::size_t row = 0; row < track_.rows(); ++row) {
    const bool begins = row == 0 || track_.reach[row - 1] == row - 1;
    const bool has_steps = schedule_.first[row] < schedule_.first[row + 1];
    if (begins && has_steps) {
      Eigen::VectorXd commands(model_.rotors());
      for (int i = 0; i < model_.rotors(); ++i)
        commands[i] = model_.equations().clamp_command(
            i, schedule_.steps[schedule_.first[row]].from[static_cast<std::size_t>(i)]);
      state = model_.settled(commands, 0, 0, Eigen::Vector3d::Zero());
    }
    motors[row].assign(state.x.begin() + rigid_body_size,
                       state.x.begin() + rigid_body_size + count);
    std::copy(track_.states[row].begin(), track_.states[row].end(), state.x.begin());
    if (has_steps) advance(row, state);
  }
  motors_ = std::move(motors);
}

}  // namespace montecopter::identify
