#pragma once
/// A program of the user's, ready to be asked: what a flight plan points to. To make one is to run
/// it: programs.hpp says who may.

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
  /// What it is called.
  virtual std::string title() const = 0;

  /// What it does by which flights of a sample may differ, and what to do about it.
  struct Cause {
    std::string_view why, suggestion;
  };
  virtual Cause cause_of_difference() const = 0;

 protected:
  ExternalPlan plan_;
};

/// Loads the program of the scenario's controller, whose file is there (require_program()). Throws
/// Error(usage) if it is none that can be asked; `where` is the place of the controller.
std::shared_ptr<const ExternalProgram> load_program(const Scenario& scenario,
                                                    const std::string& where);

/// Throws Error(refused) if the controller of a plan is a program that has not been loaded: nothing
/// else flies in its place.
void require_loaded(const Plan& plan);

}  // namespace montecopter
