#pragma once
/// A shared library with a user's controller: loaded and checked. Loading it runs its code;
/// programs.hpp has the permissions.

#include <string>

#include "dynamics/controllers/library.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {

/// The functions and properties of a controller; its parameters are not placed.
ExternalPlan plan_of(const montecopter_controller& controller);

class ExternalLibrary : public ExternalProgram {
 public:
  /// Loads the library of the scenario's controller and checks its description. Throws Error(usage)
  /// if it is not a shared library or not a controller of this interface, exceeds a limit, or does
  /// not match the scenario's parameters and events. `where` is the place of the controller.
  ExternalLibrary(const LibraryController& controller, const Scenario& scenario,
                  const std::string& where);

  /// "NAME VERSION", as the library says.
  std::string title() const override;
  Cause cause_of_difference() const override;

 private:
  const montecopter_controller* controller_;
};

}  // namespace montecopter
