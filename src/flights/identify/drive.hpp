#pragma once
/// What drives the rotors of a flight that is flown again: recorded speeds or recorded commands.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "flights/identify/track.hpp"

namespace montecopter::identify {

enum class DriveKind {
  rotor_speed,  ///< the rotors turn as recorded, whatever their motors are
  command,      ///< the motors follow the recorded commands
};

/// What is between two recorded values.
enum class Interpolation { hold, linear };

/// Commands beyond what their motors take. They are flown at the limit.
struct Outside {
  std::size_t values = 0, of = 0;
  double lowest = 0, highest = 0;  ///< of all commands
  double least = 0, most = 0;      ///< that the motor takes which is exceeded first
};

struct Drive {
  DriveKind kind = DriveKind::rotor_speed;
  Interpolation between = Interpolation::linear;
  logs::RecordedSignal signal;  ///< values in the unit of the vehicle's commands
  /// Recorded speeds that no rotor has. Their rows are not in `signal`.
  std::size_t spikes = 0;
  Outside outside;  ///< of commands
};

/// One step of an integrator, over which a rotor has the value `from` at its start and changes by
/// `slope` per second.
struct DriveStep {
  double length_s = 0;
  std::array<double, max_rotors> from{}, slope{};
};

/// The steps that lead along a track. Those from row k to the next one are steps[first[k]] to
/// steps[first[k + 1] - 1]; none where the drive has a gap, and the track does not reach across.
struct DriveSchedule {
  std::vector<DriveStep> steps;
  std::vector<std::size_t> first;
};

/// Time from the start of a stretch after which the speeds of the rotors are known: motors begin
/// settled, which they are not, and five time constants of slow ones later that is forgotten.
double settling_time_s(DriveKind kind);

/// No step is longer: motors of small multirotors follow within 20 ms.
inline constexpr double longest_step_s = 0.0101;

/// Speeds or commands: what the log has and the vehicle can be driven by; speeds before commands,
/// unless `asked` is one of their names. `rotor_of`: which rotor of the vehicle each motor of the
/// log is; in their order if it is empty. Error(refused) with the reason if there is none.
Drive choose_drive(const logs::RecordedFlight& flight, const Multirotor& vehicle,
                   const std::string& asked, const std::vector<std::size_t>& rotor_of = {});

/// Steps end at each row and at each value of the drive. `delay_s`: of the drive's record behind
/// the track's. Takes rows that are not reached out of track.reach. Error(refused): none is left.
DriveSchedule schedule(const Drive& drive, Track& track, const logs::RecordedFlight& flight,
                       double delay_s = 0);

}  // namespace montecopter::identify
