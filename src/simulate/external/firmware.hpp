#pragma once
/// Common parts of the real autopilots in the loop (dynamics/controllers/firmware.hpp): a new
/// process for each flight, whose outputs from 0 to 1 become rotor commands.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dynamics/controllers/firmware.hpp"
#include "plan/plan.hpp"
#include "simulate/external/child.hpp"
#include "simulate/external/keeper.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {

/// The sensors whose readings a firmware receives; none if the controller is not a firmware.
ExternalSensors sensed_by_firmware(const Scenario& scenario);

/// Command range of each rotor.
class RotorSpans {
 public:
  void take(const montecopter_vehicle& vehicle);
  /// Command in the unit of the motor; fraction 0 is the lowest command, 1 the highest.
  double command(std::size_t rotor, double fraction) const;

 private:
  std::array<double, max_rotors> low_{}, span_{};
};

/// Evidence of a flight. A vehicle that stays at its start stands on the ground if its position
/// never changes. The same holds if its mean outputs are below half of those in hover.
class FlightEvidence {
 public:
  void take(const montecopter_vehicle& vehicle, const montecopter_state& start);
  /// State and commands at an update, these in the unit of the motor.
  void add(const montecopter_state& state, const double* commands, bool is_armed);
  /// Why there was no flight, as a sentence that begins with "it"; "" if there was one.
  std::string why_none() const;

 private:
  std::size_t rotors_ = 0;
  double low_ = 0, hover_ = 0, mean_ = 0;  ///< sums over the rotors
  double start_m_[3] = {}, last_m_[3] = {};
  std::int64_t updates_ = 0, still_ = 0;  ///< still_: updates without any motion since the last
  bool was_armed_ = false, has_moved_ = false;
};

/// Specific force f_B at rest [m/s2], upwards in the world: f_B = R_WB^T (0, 0, -g).
std::array<double, 3> force_at_rest(const double (&q_WB)[4], double gravity_m_s2);

/// Throws Error(io) if the folder of a firmware has no room for this many bytes: it cannot write
/// its files, which is not the fault of a flight. `key` is the place in the scenario, `what` the
/// problem, and `effect` its effect on the flight.
void require_room(const std::string& folder, std::uintmax_t least_bytes, const std::string& key,
                  const std::string& what, const std::string& effect);
/// Throws Error(io) if the folder of a failed flight has less than 1 MiB of room.
void require_room(const std::string& folder, const std::string& failure);

class ExternalFirmware : public ExternalProgram {
 public:
  std::string title() const override;
  Cause cause_of_difference() const override;

  // Data for a flight.
  const Keeper& keeper() const { return keeper_; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  /// Place of the controller, for messages.
  const std::string& where() const { return where_; }
  double timeout_s() const { return timeout_s_; }
  bool keeps_log() const { return keeps_log_; }
  double rate_hz() const { return rate_hz_; }
  std::int64_t startup_updates() const { return startup_updates_; }
  /// Number of the last update of a whole flight.
  std::int64_t last_update() const { return last_update_; }
  /// Outputs of the rotors, from 1.
  const std::vector<int>& outputs() const { return outputs_; }

 protected:
  ExternalFirmware(const Scenario& scenario, const FirmwareController& controller,
                   const std::string& where);

  /// Throws Error(usage) if a command obviously cannot run. `where` is the place of the controller,
  /// `suggestion` says how to build its firmware.
  void require_runnable(const Command& command, const std::string& where,
                        const std::string& suggestion) const;

  std::vector<std::string> words_;  ///< of the command
  std::vector<bool> files_;         ///< whether each word is a file

 private:
  Keeper keeper_;
  std::string where_;
  std::vector<std::string> parameters_;  ///< in their order in the scenario
  double timeout_s_, rate_hz_;
  bool keeps_log_;
  std::int64_t startup_updates_, last_update_;
  std::vector<int> outputs_;
};

}  // namespace montecopter
