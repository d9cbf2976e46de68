#pragma once
/// Where a sample starts that is trimmed (simulation.initial.trimmed): in steady flight at its
/// velocity through its mean wind, as drawn. SampleBuilder asks for it between the initial state,
/// which has position and velocity, and the vehicle, whose actuators settle at its commands.

#include <array>
#include <variant>
#include <vector>

#include "dynamics/rotors/max_rotors.hpp"
#include "plan/invalid_reason.hpp"
#include "scenario/model/scenario.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

struct TrimmedStart {
  Quat<double> attitude{};                    ///< body to world
  std::array<double, max_rotors> commands{};  ///< at which the actuators have settled
  std::vector<double> actuators;              ///< of a helicopter: main rotor, servos
  HeldTrim<double> held{};                    ///< by the controller of a closed loop
};

/// The start of a sample, and what it is trimmed in.
struct StartPoint {
  Vec3<double> velocity, wind;  ///< [m/s], NED
  double heading_rad = 0;       ///< of the nose, from north
  double gravity_m_s2 = 0, air_density_kg_m3 = 0;
};

/// The trim of a sample: of a closed loop that with the commands that its controller allocates.
/// `known`: what that knows of the vehicle. Part of bits.
std::variant<TrimmedStart, InvalidReason> find_trim(const Scenario& sample,
                                                    const ControlPlan& control,
                                                    const KnownModel& known,
                                                    const StartPoint& start);

}  // namespace montecopter
