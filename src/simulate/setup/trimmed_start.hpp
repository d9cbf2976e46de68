#pragma once
/// Start of a trimmed sample (simulation.initial.trimmed): steady flight at its velocity through
/// its mean wind, as drawn. SampleBuilder asks for it after the initial state, which has position
/// and velocity, and before the vehicle, whose actuators settle at its commands.

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
  std::array<double, max_rotors> commands{};  ///< commands at which the actuators have settled
  std::vector<double> actuators;              ///< of a helicopter: main rotor, servos
  HeldTrim<double> held{};                    ///< by the controller of a closed loop
};

/// Start of a sample, with the conditions of its trim.
struct StartPoint {
  Vec3<double> velocity, wind;  ///< [m/s], NED
  double heading_rad = 0;       ///< of the nose, from north
  double gravity_m_s2 = 0, air_density_kg_m3 = 0, air_temperature_k = 0;
};

/// The trim of a sample. In a closed loop it has the commands that the controller allocates.
/// `known` is the controller's model of the vehicle. The result is part of the bits.
std::variant<TrimmedStart, InvalidReason> find_trim(const Scenario& sample,
                                                    const ControlPlan& control,
                                                    const KnownModel& known,
                                                    const StartPoint& start);

}  // namespace montecopter
