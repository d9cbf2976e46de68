#pragma once
/// Steady flight of a multirotor: the commands and the attitude at which nothing accelerates.

#include <Eigen/Core>
#include <complex>
#include <optional>
#include <vector>

#include "dynamics/linear/linear_model.hpp"
#include "dynamics/linear/multirotor_model.hpp"

namespace montecopter {

struct MultirotorTrim {
  Eigen::VectorXd commands;
  double roll_rad = 0, pitch_rad = 0;
  Eigen::Vector3d velocity_m_s = Eigen::Vector3d::Zero();  ///< forward, right, down
  double residual = 0;  ///< largest acceleration left [m/s2, rad/s2]
};

/// Hover in still air: v' = 0 and omega' = 0, solved by Gauss-Newton over all commands, roll and
/// pitch. The result is the solution nearest to equal commands. Returns nullopt if there is
/// none within the limits of the commands.
std::optional<MultirotorTrim> hover(const MultirotorModel& model);

/// Steady flight at this velocity [m/s] in still air: forward and to the right of where the nose
/// points, horizontally, and down. As hover(), from which it is approached in small steps of the
/// velocity; of many solutions the one nearest to that of the step before.
std::optional<MultirotorTrim> steady_flight(const MultirotorModel& model,
                                            const Eigen::Vector3d& velocity_m_s);

/// Steady flights one after the other, each approached from the one before, until one is not found.
std::vector<MultirotorTrim> steady_flights(const MultirotorModel& model,
                                           const std::vector<Eigen::Vector3d>& velocities_m_s);

/// A command that has nothing left in one direction.
struct CommandAtLimit {
  int rotor = 0;
  bool is_highest = false;  ///< or lowest
};

/// The end of a search for ever faster flights.
struct FastestFlight {
  std::optional<MultirotorTrim> trim;     ///< the fastest that was found; nullopt: not even a hover
  bool is_reached = false;                ///< it is at the velocity that was asked for
  std::vector<CommandAtLimit> at_limits;  ///< of that flight; none: only the search has ended
};

/// Trims on the way to one, after which a search ends.
inline constexpr int most_trims = 2000;

/// Steady flight along this velocity, as fast as there is one, to 0.1 mm/s.
FastestFlight fastest_flight(const MultirotorModel& model, const Eigen::Vector3d& velocity_m_s,
                             int most_solved = most_trims);

/// Largest thrust along body up with all commands at the same fraction of their range, over the
/// weight.
double thrust_to_weight(const MultirotorModel& model);

/// Eigenvalues [1/s] of the motion about a hover, as modes() has them.
std::vector<std::complex<double>> multirotor_modes(const MultirotorModel& model,
                                                   const MultirotorTrim& trim);

/// Linearisation about a hover.
LinearModel linear_model(const MultirotorModel& model, const MultirotorTrim& trim);

}  // namespace montecopter
