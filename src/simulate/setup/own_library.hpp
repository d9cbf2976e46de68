#pragma once
/// A shared library with a controller of the user's own: loaded, and found sound. To load it is to
/// run it: programs.hpp says who may.

#include <string>

#include "plan/plan.hpp"
#include "simulate/border/own_plan.hpp"

namespace montecopter {

class OwnLibrary {
 public:
  /// Loads the library of the scenario's controller, which is a LibraryController, and asks it what
  /// it is. Throws Error(usage) if it is not there or another than the scenario says, is no shared
  /// library or no controller of this interface, takes more than it may, or does not fit the
  /// scenario's parameters and events; `where` is the place of the controller.
  OwnLibrary(const Scenario& scenario, const std::string& where);

  const OwnPlan& plan() const { return plan_; }
  /// "NAME VERSION", as the library says.
  std::string title() const;

 private:
  OwnPlan plan_;
};

/// Throws Error(refused) if the controller of a plan is a program that has not been loaded: nothing
/// else flies in its place.
void require_loaded(const Plan& plan);

}  // namespace montecopter
