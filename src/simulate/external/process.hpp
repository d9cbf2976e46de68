#pragma once
/// A user's controller in a process: a new process for each flight, called by packets
/// (external/packets.hpp) in lockstep.

#include <memory>
#include <string>
#include <vector>

#include "dynamics/controllers/external.hpp"
#include "simulate/external/child.hpp"
#include "simulate/external/keeper.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {

class ExternalProcess : public ExternalProgram {
 public:
  /// Prepares the program of a scenario's controller. Throws Error(usage) if it obviously cannot
  /// run; `where` is the place of the controller.
  ExternalProcess(const ExternalController& controller, const std::string& where);

  std::string title() const override;
  Cause cause_of_difference() const override;

  // Data for a flight.
  const Command& command() const { return command_; }
  const Keeper& keeper() const { return keeper_; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  double timeout_s() const { return timeout_s_; }
  int set_point_width() const { return set_point_width_; }

 private:
  Command command_;
  Keeper keeper_;
  std::vector<std::string> parameters_;  ///< in their order in the scenario
  double timeout_s_;
  int set_point_width_ = 0;  ///< 0: it follows a trajectory
};

}  // namespace montecopter
