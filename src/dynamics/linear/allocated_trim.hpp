#pragma once
/// Steady flight of a multirotor by a wrench that is allocated to its rotors: the trim in which a
/// controller holds it. Part of bits.

#include <optional>

#include "dynamics/controllers/allocation.hpp"
#include "dynamics/linear/multirotor_trim.hpp"

namespace montecopter {

using RotorAllocation = Allocation<double, max_rotors>;

struct AllocatedTrim {
  MultirotorTrim trim;
  Wrench<double> wrench;  ///< that is commanded
};

/// Steady flight at this velocity [m/s] in still air, as steady_flight() has it, solved over
/// wrench, roll and pitch. For vehicles with more than four rotors, the commands are those of the
/// allocation. Returns nullopt if there is none within the limits of the rotors.
std::optional<AllocatedTrim> allocated_trim(
    const MultirotorModel& model, const RotorAllocation& allocation,
    const Eigen::Vector3d& velocity_m_s = Eigen::Vector3d::Zero());

}  // namespace montecopter
