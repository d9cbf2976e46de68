#pragma once
/// A user's program, ready to be called; flight plans point to it. Making one runs it; programs.hpp
/// has the permissions.

#include <memory>
#include <string>
#include <string_view>

#include "plan/plan.hpp"
#include "simulate/border/external_plan.hpp"

namespace montecopter {

class ExternalProgram {
 public:
  ExternalProgram() = default;
  ExternalProgram(const ExternalProgram&) = delete;  // flight plans point to it
  ExternalProgram& operator=(const ExternalProgram&) = delete;
  virtual ~ExternalProgram() = default;

  const ExternalPlan& plan() const { return plan_; }
  /// Title of the program for messages.
  virtual std::string title() const = 0;

  /// A likely cause of differences between flights of a sample, and the remedy.
  struct Cause {
    std::string_view why, suggestion;
  };
  virtual Cause cause_of_difference() const = 0;

 protected:
  ExternalPlan plan_;
};

/// Loads the program of the scenario's controller, whose file exists (require_program()). Throws
/// Error(usage) if it cannot be called; `where` is the place of the controller.
std::shared_ptr<const ExternalProgram> load_program(const Scenario& scenario,
                                                    const std::string& where);

/// Throws Error(refused) if the controller of a plan is a program that has not been loaded: nothing
/// flies in its place.
void require_loaded(const Plan& plan);

}  // namespace montecopter
