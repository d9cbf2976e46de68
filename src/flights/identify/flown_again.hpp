#pragma once
/// A recorded flight flown again, open loop: the vehicle's own equations from recorded states on,
/// with rotors driven by the recorded speeds or commands.

#include <array>
#include <functional>
#include <vector>

#include "dynamics/linear/multirotor_model.hpp"
#include "flights/identify/drive.hpp"
#include "flights/identify/track.hpp"

namespace montecopter::identify {

/// A vector of the body in world axes, and back. `state`: numbers of a BodyState or longer.
std::array<double, 3> in_world(const double* state, const std::array<double, 3>& v_B);
std::array<double, 3> in_body(const double* state, const std::array<double, 3>& v_W);

class RepeatedFlight {
 public:
  using State = MultirotorModel::State;

  /// Refers to track and schedule. If commands drive the vehicle, its motors run through the whole
  /// track, settled at the start and after each gap, while the body is where it was recorded. So
  /// the motor states at every row are known.
  RepeatedFlight(const Multirotor& vehicle, const CalmAir& air, const Drive& drive,
                 const Track& track, const DriveSchedule& schedule);

  /// Adds this angular acceleration from now on [rad/s2, body axes].
  void turn_by(const std::array<double, 3>& angular_acceleration_rad_s2) {
    turned_by_ = angular_acceleration_rad_s2;
  }
  /// Adds this acceleration from now on [m/s2, body axes].
  void push_by(const std::array<double, 3>& acceleration_m_s2) { pushed_by_ = acceleration_m_s2; }
  /// The vehicle as recorded at a row.
  State state_at(std::size_t row) const;
  /// Classical Runge-Kutta steps from row `row` to the next one. The track reaches it.
  void advance(std::size_t row, State& state) const;

 private:
  void run_motors();

  DriveKind kind_;
  const Track& track_;
  const DriveSchedule& schedule_;
  MultirotorModel model_;
  std::array<double, 3> turned_by_ = {};     ///< [rad/s2]
  std::array<double, 3> pushed_by_ = {};     ///< [m/s2]
  std::vector<std::vector<double>> motors_;  ///< of each row; empty where speeds are recorded
};

}  // namespace montecopter::identify
