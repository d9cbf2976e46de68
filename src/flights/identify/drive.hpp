#pragma once
/// Drive of the rotors in a repeated flight: recorded speeds or recorded commands.

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
  rotor_speed,  ///< the rotors turn as recorded, whatever their motors
  command,      ///< the motors follow the recorded commands
};

/// Interpolation between two recorded values.
enum class Interpolation { hold, linear };

/// Commands or speeds beyond the limits of their motors. Commands are flown at the limit, speeds as
/// recorded.
struct Outside {
  std::size_t values = 0, of = 0;
  double lowest = 0, highest = 0;  ///< range of all values
  double least = 0, most = 0;      ///< limits of the motor that is exceeded first
};

struct Drive {
  DriveKind kind = DriveKind::rotor_speed;
  Interpolation between = Interpolation::linear;
  logs::RecordedSignal signal;  ///< values in the unit of the vehicle's commands
  /// Number of recorded speeds that no rotor can have. Their rows are not in `signal`.
  std::size_t spikes = 0;
  Outside outside;
};

/// One step of an integrator, over which a rotor has the value `from` at its start and changes by
/// `slope` per second.
struct DriveStep {
  double length_s = 0;
  std::array<double, max_rotors> from{}, slope{};
};

/// Steps along a track. The steps from row k to the next row begin at steps[first[k]] and end
/// before steps[first[k + 1]]. There are none where the drive has a gap, and the track does not
/// reach across.
struct DriveSchedule {
  std::vector<DriveStep> steps;
  std::vector<std::size_t> first;
};

/// Time from the start of a stretch after which the rotor speeds are known. The model starts with
/// settled motors, and recorded motors are not settled. Five time constants of slow motors later
/// the difference is forgotten.
double settling_time_s(DriveKind kind);

/// Longest step: motors of small multirotors respond within 20 ms.
inline constexpr double longest_step_s = 0.0101;

/// Chooses speeds or commands: what the log has and can drive the vehicle; speeds before commands,
/// unless `asked` is one of their names. `rotor_of`: rotor of the vehicle for each motor of the
/// log; in order if empty. Error(refused) with the reason if neither is usable.
Drive choose_drive(const logs::RecordedFlight& flight, const Multirotor& vehicle,
                   const std::string& asked, const std::vector<std::size_t>& rotor_of = {});

/// Steps that end at each row and at each value of the drive. `delay_s`: delay of the drive's
/// record behind the track's. Removes rows that are not reached from track.reach. Error(refused) if
/// none is left.
DriveSchedule schedule(const Drive& drive, Track& track, const logs::RecordedFlight& flight,
                       double delay_s = 0);

}  // namespace montecopter::identify
